import { expect, test } from "vitest";
import { verdictCounts } from "./verdictCounts.ts";

const residual = { us: 1, share: 0.1 };

test("a segment that drifts is within its budget; one without data is not counted as such", () => {
  expect(
    verdictCounts([
      { verdict: "violated", residual },
      { verdict: "drifts", residual },
      { verdict: "noData", residual: null },
      { verdict: "holds", residual: null },
    ]),
  ).toEqual({ segments: 4, withinBudget: 2, violated: 1, drifting: 1, noData: 1, compared: 2 });
});
