// One line of comma-separated values.

/** The fields of a line. */
export function parseLine(line) {
  return line.split(",");
}
