import { expect, it } from "vitest";
import { latencyText } from "./latencyText.ts";

it.each([
  [0, undefined, "0 µs"],
  [9.4, undefined, "9.40 µs"],
  [999, undefined, "999 µs"],
  [2_240, undefined, "2.24 ms"],
  [1_100_000, undefined, "1.10 s"],
  [405, 2_240, "0.405 ms"],
  [2_240, 405, "2.24 ms"],
])("%s µs beside %s is %s", (us, besideUs, text) => {
  expect(latencyText(us, besideUs)).toBe(text);
});
