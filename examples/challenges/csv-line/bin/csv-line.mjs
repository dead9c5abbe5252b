import { parseLine } from "../lib/csv-line.mjs";

try {
  console.log(JSON.stringify(parseLine(process.argv[2] ?? "")));
} catch (error) {
  console.error(`csv-line: ${error.message}`);
  process.exitCode = 2;
}
