import { expect, it } from "vitest";
import { significantText } from "./significantText.ts";

it.each([
  [1234, 3, "1230"],
  [100, 2, "100"],
  [9, 3, "9.00"],
  [0.0123456, 3, "0.0123"],
  [-9.996, 3, "-10.0"],
  [99.96, 3, "100"],
  [0, 3, "0"],
  [1e-8, 2, "0.000000010"],
])("%s with %s digits is %s", (value, digits, text) => {
  expect(significantText(value, digits)).toBe(text);
});
