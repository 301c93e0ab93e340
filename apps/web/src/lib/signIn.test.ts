import { describe, expect, it } from "vitest";
import { safeNext } from "./signIn.ts";

describe("safeNext", () => {
  it.each([
    ["/programs?x=1", "/programs?x=1"],
    [null, "/"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["https://evil.example", "/"],
  ])("%s leads to %s", (next, expected) => expect(safeNext(next)).toBe(expected));
});
