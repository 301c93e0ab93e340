import { expect, test } from "vitest";
import { wideNumberSchema } from "./schemas.ts";

test.each([
  ["0", null],
  ["18446744073709551615", null],
  ["18446744073709551616", "The id has 64 bits at most."],
  ["-1", "The id is a whole number."],
  ["text", "The id is a whole number."],
  ["", "The id is a whole number."],
  ["9".repeat(81), "The id is a whole number."],
])("a whole number of 64 bits: %j", (text, why) => {
  const read = wideNumberSchema(64, "The id").safeParse(text);
  expect(read.error?.issues.map(({ message }) => message) ?? null).toEqual(why && [why]);
});
