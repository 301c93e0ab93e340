import { describe, expect, it } from "vitest";
import { writtenNumber } from "./writtenNumber.ts";

describe("a number of an entry", () => {
  it.each([
    ["10", 10n],
    ["0x1F", 31n],
    ["0b101", 5n],
    ["10.0.1.255", 0x0a0001ffn],
    ["02:00:00:00:00:09", 0x020000000009n],
    ["2001:db8::1", 0x20010db8000000000000000000000001n],
    ["true", 1n],
    ["10.0.0.256", null],
    ["1:2:3", null],
    ["port", null],
    ["", null],
  ])("[F13] %s is %s", (text, value) => {
    expect(writtenNumber(text)).toBe(value);
  });
});
