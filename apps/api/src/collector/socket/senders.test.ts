import { expect, test } from "vitest";
import { createSenders } from "./senders.ts";

test("65,536 senders are remembered; with one more all are forgotten, and learnt again under their addresses", () => {
  const senderOf = createSenders();
  const address = (i: number): string => `::ffff:10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`;
  const known = Array.from({ length: 65_536 }, (_, i) => senderOf(address(i)));
  expect(known.every((sender, i) => senderOf(address(i)) === sender)).toBe(true);
  expect(senderOf("::ffff:10.9.9.9")).toEqual({ address: "10.9.9.9" });
  const again = senderOf(address(0));
  expect(again).not.toBe(known[0]);
  expect(again).toEqual({ address: "10.0.0.0" });
  expect(senderOf(address(0))).toBe(again);
});
