import { expect, test } from "vitest";
import type { FrozenSegment, FrozenState } from "./frozen.ts";
import { twinAnswer } from "./reportWords.ts";

const segment = (id: string): FrozenSegment => ({
  segment: { id, name: id.toUpperCase(), kind: "uc1", plUs: 100, dlUs: 200, elements: [] },
  prediction: { meanUs: null, lowUs: null, highUs: null, terms: [], notes: [] },
  elementPredictions: [],
});
const twin = { name: "t", chainName: null, revision: 1, segments: ["a", "b", "c", "d"].map(segment) };
const whole = (p99Us: number | null, dropped = 0): FrozenState["parts"][number] => ({
  part: 0,
  count: 1,
  meanUs: p99Us,
  p50Us: p99Us,
  p95Us: p99Us,
  p99Us,
  maxUs: p99Us,
  shareAbovePl: 0,
  shareAboveDl: 0,
  dropped,
  sequenceGaps: 0,
});
const state = (
  segmentId: string,
  verdict: FrozenState["verdict"],
  part = whole(90),
  share: number | null = 0,
): FrozenState => ({
  segmentId,
  verdict,
  residual: share === null ? null : { us: 1, share },
  parts: [part],
  distribution: [],
});

const HELD =
  "Yes: every segment that was observed held its latency budget: its p99 is within PL, and nothing was dropped.";

test.each([
  ["nothing seen", [state("a", "noData", whole(null), null)], "Nothing was observed in this range."],
  [
    "all well",
    [state("a", "holds"), state("b", "holds")],
    `${HELD} Predicted and observed agree in all of them.`,
  ],
  ["nothing predicted is no agreement", [state("a", "holds", whole(90), null)], HELD],
  [
    "an alarm that is over does not hide what the range holds",
    [state("a", "holds", whole(150, 12)), state("b", "holds")],
    "No: A (p99 150 µs above PL 100 µs, 12 packets dropped). Predicted and observed agree in all of them.",
  ],
  [
    "all at once",
    [
      state("a", "violated"),
      state("b", "violated", whole(120)),
      state("c", "drifts", whole(90), 0.38),
      state("d", "noData", whole(null), null),
    ],
    "No: A (its alarm was raised) and B (p99 120 µs above PL 100 µs). The prediction parts from what was observed in C (+38.0 %). No latency was observed of D.",
  ],
])("%s", (_, states, words) => {
  expect(twinAnswer({ states, twin })).toBe(words);
});
