// Lines made up anew for each seed: the fields are known here before the line is read.
import { parseLine } from "../lib/csv-line.mjs";

let state = Number(process.argv[process.argv.indexOf("--seed") + 1]) >>> 0;

function chance(below) {
  // A small linear congruential generator: the same seed gives the same lines.
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

function field() {
  const letters = ["a", "b", ",", '"', " ", "é"];
  return Array.from({ length: chance(6) }, () => letters[chance(letters.length)]).join("");
}

const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
const written = (text) => (/[",]/.test(text) || chance(2) ? quoted(text) : text);

for (let round = 0; round < 100; round += 1) {
  const fields = Array.from({ length: 1 + chance(4) }, field);
  const line = fields.map(written).join(",");
  if (JSON.stringify(parseLine(line)) !== JSON.stringify(fields)) {
    console.log(`parseLine(${JSON.stringify(line)}) is not ${JSON.stringify(fields)}`);
    process.exitCode = 1;
    break;
  }
}
