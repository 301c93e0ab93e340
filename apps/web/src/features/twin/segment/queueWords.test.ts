import { expect, it } from "vitest";
import { observedQueue, passNames, queueText } from "./queueWords.ts";

const queue = {
  offeredPps: 1_400,
  servedPps: 6_000,
  source: "measured" as const,
  utilisation: 0.23,
  depth: null,
};

it.each([
  ["its load", {}, null, false, "…, 23.0 % busy"],
  ["no report tells of what fills it", {}, null, true, "…; other traffic fills it"],
  ["its depth, which the load explains", {}, "42 in it", false, "…, 42 in it"],
  [
    "its depth, which the load does not explain",
    { depth: 42, utilisation: null },
    "42 in it",
    true,
    "…, 42 in it; other traffic fills it: its wait is predicted from the depth",
  ],
])("a queue in words: %s", (_, more, observed, isCulprit, text) => {
  const words = queueText({ ...queue, ...more }, observed, isCulprit).replaceAll(/\s/gu, " ");
  expect(words).toBe(text.replace("…", "1.40 k packets/s measured of a capacity of 6.00 k"));
});

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

it("tells the passes of one switch apart, and leaves others their names", () => {
  const labels = ["s1", "firewall", "s1", "s2"].map((label) => ({ label }));
  expect(passNames(labels)).toEqual(["s1, pass 1", "firewall", "s1, pass 2", "s2"]);
});
