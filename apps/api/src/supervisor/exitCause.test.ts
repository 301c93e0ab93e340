import { expect, test } from "vitest";
import { causeOf, createTail } from "./exitCause.ts";

test.each([
  [null, "SIGKILL", "", "it was ended by SIGKILL"],
  [3, null, "", "it ended with code 3"],
  [
    1,
    null,
    "  at x\nTypeError: a is not a function\n    at y\n\nNode.js v24\n",
    "TypeError: a is not a function",
  ],
  [null, "SIGABRT", "FATAL ERROR: Reached heap limit JavaScript heap out of memory", "it ran out of memory"],
] as const)("an end with %s, %s is told in words", (code, signal, tail, cause) => {
  expect(causeOf(code, signal, tail)).toBe(cause);
});

test("of what a process writes only the end is kept", () => {
  const tail = createTail();
  for (let i = 0; i < 100; i++) tail.add(Buffer.from("x".repeat(1_000)));
  tail.add(Buffer.from("the end"));
  expect(tail.text()).toHaveLength(4_096);
  expect(tail.text()).toMatch(/the end$/);
});
