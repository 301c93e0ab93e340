import { expect, test } from "vitest";
import { createRefusals } from "./refusals.ts";

test("256 refused addresses are kept apart; datagrams of further ones are counted together, none is lost", () => {
  const refusals = createRefusals();
  const address = (i: number): string => `10.0.${i >> 8}.${i & 255}`;
  for (let round = 0; round < 2; round++)
    for (let i = 0; i < 300; i++) refusals.count(address(i), i % 2 ? "too-many" : "not-accepted", round);
  const senders = refusals.senders();
  expect(senders.map((sender) => sender.address)).toEqual(Array.from({ length: 256 }, (_, i) => address(i)));
  expect(senders.every(({ datagrams }) => datagrams === 2)).toBe(true);
  expect(refusals.elsewhere).toBe(2 * (300 - 256));
  expect(refusals.tooMany + refusals.notAccepted).toBe(600);
});
