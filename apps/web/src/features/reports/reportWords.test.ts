import { expect, test } from "vitest";
import type { FrozenState } from "./frozen.ts";
import { twinAnswer } from "./reportWords.ts";

const twin = { name: "t", chainName: null, revision: 1, segments: [] };
const state = (segmentId: string, verdict: FrozenState["verdict"], share = 0): FrozenState => ({
  segmentId,
  verdict,
  residual: { us: 1, share },
  parts: [],
  distribution: [],
});

test.each([
  [[state("a", "noData")], "Nothing was observed in this range."],
  [
    [state("a", "holds"), state("b", "holds")],
    "Yes: every segment that was observed was within its latency budget when this was frozen. Predicted and observed agree in all of them.",
  ],
  [
    [state("a", "violated"), state("b", "violated"), state("c", "drifts", 0.38), state("d", "noData")],
    "No: a and b were over the latency budget when this was frozen. The prediction parts from what was observed in c (+38.0 %). Nothing was observed of d.",
  ],
])("answer %#", (states, words) => {
  expect(twinAnswer({ states, twin })).toBe(words);
});
