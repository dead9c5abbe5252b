// What worked before and has to go on working.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLine } from "../lib/csv-line.mjs";

test("fields are split at commas", () => {
  assert.deepEqual(parseLine("a,b,c"), ["a", "b", "c"]);
});

test("empty fields stay", () => {
  assert.deepEqual(parseLine("a,,c,"), ["a", "", "c", ""]);
});

test("an empty line is one empty field", () => {
  assert.deepEqual(parseLine(""), [""]);
});
