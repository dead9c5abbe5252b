import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLine } from "../../lib/csv-line.mjs";

test("corner: empty quoted fields", () => {
  assert.deepEqual(parseLine('"",x,""'), ["", "x", ""]);
});

test("corner: only doubled quotes", () => {
  assert.deepEqual(parseLine('""""'), ['"']);
});

test("corner: text after the closing quote", () => {
  assert.throws(() => parseLine('"kestrel"falcon,owl'), SyntaxError);
});

test("corner: a long field", () => {
  assert.deepEqual(parseLine(`"${"heron,".repeat(2000)}"`), ["heron,".repeat(2000)]);
});
