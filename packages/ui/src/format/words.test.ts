import { expect, test } from "vitest";
import { formatWords } from "./index.ts";

test.each([
  ["loss of LC at DL 350 us", "loss of LC at DL 350 µs"],
  ["8.20 .. 8.73 us, 0 to 5us", "8.20 .. 8.73 µs, 0 to 5us"],
  ["DL in us", "DL in µs"],
  ["measured by us", "measured by us"],
  ["two of us, status, 5 users", "two of us, status, 5 users"],
])("a unit stands as on screen, words stay: %s", (text, shown) => expect(formatWords(text)).toBe(shown));
