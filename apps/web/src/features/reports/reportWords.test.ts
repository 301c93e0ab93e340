import { expect, test } from "vitest";
import type { FrozenSegment, FrozenState } from "./frozen.ts";
import { twinSummary, worstSegment } from "./reportWords.ts";

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

const HELD = "Every observed segment held its latency budget: p99 within PL, nothing dropped.";

test.each<[title: string, states: FrozenState[], budget: string, model: string]>([
  [
    "nothing seen",
    [state("a", "noData", whole(null), null)],
    "Nothing was observed in this range.",
    "Choose another range, or check that the switches report.",
  ],
  [
    "all well",
    [state("a", "holds"), state("b", "holds")],
    HELD,
    "Predicted and observed latency agree on every segment.",
  ],
  [
    "nothing predicted is not agreement",
    [state("a", "holds", whole(90), null)],
    HELD,
    "No prediction to compare with.",
  ],
  [
    "an alarm that is over does not hide what the range holds",
    [state("a", "holds", whole(150, 12)), state("b", "holds")],
    "Over budget: A (p99 0.150 ms above PL 0.100 ms, 12 packets dropped).",
    "Predicted and observed latency agree on every segment.",
  ],
  [
    "all at once",
    [
      state("a", "violated"),
      state("b", "violated", whole(120)),
      state("c", "drifts", whole(90), 0.38),
      state("d", "noData", whole(null), null),
    ],
    "Over budget: A (its alarm was raised) and B (p99 0.120 ms above PL 0.100 ms).",
    "Observed latency differs from the prediction on C (+38.0 %). Nothing was observed on D.",
  ],
])("%s: two lines, in the unit of the report", (_, states, budget, model) => {
  expect(twinSummary({ states, twin }, "ms")).toEqual([budget, model]);
});

test.each<[title: string, states: FrozenState[], id: string]>([
  ["nearest to its PL", [state("a", "holds", whole(40)), state("b", "holds", whole(80))], "b"],
  ["a violated one before all", [state("a", "violated", whole(40)), state("b", "holds", whole(95))], "a"],
  ["one that drops packets", [state("a", "holds", whole(95)), state("c", "holds", whole(40, 3))], "c"],
  ["the first where nothing is known", [], "a"],
])("the segment of the first chart: %s", (_, states, id) => {
  expect(worstSegment({ states, twin })?.segment.id).toBe(id);
});
