import { expect, it } from "vitest";
import { checkOnce } from "./checkOnce.ts";
import { checkP4 } from "./checkP4.ts";

const program = (n: number, file = "a.p4") => ({ file, text: `const bit<8> N = ${n};` });

it("checks a program once, as checkP4 does, and another file or text by itself", () => {
  const check = checkOnce();
  const checked = check(program(1));
  expect(checked).toEqual(checkP4(program(1)));
  expect(check(program(1))).toBe(checked);
  expect(check(program(1, "b.p4"))).not.toBe(checked);
  expect(check(program(2))).not.toBe(checked);
  expect(checkOnce()(program(1))).not.toBe(checked);
});

it("forgets the program that nobody asked for longest", () => {
  const check = checkOnce();
  const made = Array.from({ length: 8 }, (_, n) => check(program(n)));
  expect(check(program(0))).toBe(made[0]);
  check(program(8));
  expect(check(program(0))).toBe(made[0]);
  expect(check(program(1))).not.toBe(made[1]);
});
