import { expect, test } from "vitest";
import { firstByteWords, hexLines } from "./hexLines.ts";

test("bytes in lines of 16 with offset and printable characters", () => {
  const lines = hexLines(`${"41".repeat(16)}00ff`);
  expect(lines.map((line) => [line.offset, line.bytes.length, line.text])).toEqual([
    ["0000", 16, "A".repeat(16)],
    ["0010", 2, "··"],
  ]);
  expect(hexLines("")).toEqual([]);
});

test.each([
  ["10", "report version v1.0"],
  ["45", "bare IPv4 packet"],
  ["90", "9 is not an INT report version"],
])("first byte 0x%s", (hex, words) => {
  expect(firstByteWords(hex)).toContain(words);
});

test("an empty datagram has no first byte", () => expect(firstByteWords("")).toBeNull());
