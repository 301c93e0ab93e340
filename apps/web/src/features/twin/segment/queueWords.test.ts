import { expect, it } from "vitest";
import { observedQueue } from "./queueWords.ts";

it("says the depth that reports contain; where they contain none, nothing", () => {
  const parts = [
    { part: 0, queueDepth: null, queueMax: null },
    { part: 1, queueDepth: 0.5213, queueMax: 4 },
    { part: 3, queueDepth: 41.7, queueMax: 64 },
  ];
  expect([0, 1, 2].map((element) => observedQueue(parts, element))).toEqual([
    "0.52 in it on average, 4 at most, as reports say",
    null,
    "42 in it on average, 64 at most, as reports say",
  ]);
  expect(observedQueue(undefined, 0)).toBeNull();
});
