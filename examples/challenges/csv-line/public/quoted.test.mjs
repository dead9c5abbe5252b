// Examples of what is asked for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLine } from "../lib/csv-line.mjs";

test("a comma inside quotes is part of the field", () => {
  assert.deepEqual(parseLine('red,"green, blue",white'), ["red", "green, blue", "white"]);
});

test("a doubled quote stands for one", () => {
  assert.deepEqual(parseLine('"say ""hi"""'), ['say "hi"']);
});

test("spaces are kept", () => {
  assert.deepEqual(parseLine(" one , two "), [" one ", " two "]);
});

test("a quote inside an unquoted field stands for itself", () => {
  assert.deepEqual(parseLine('5" disk,3'), ['5" disk', "3"]);
});

test("a field that never ends is an error", () => {
  assert.throws(() => parseLine('a,"never'), SyntaxError);
});
