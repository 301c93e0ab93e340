import { prepareFlowCounters } from "@p4twin/ui/charts";
import { expect, test } from "vitest";
import { datagramFlow, reportFlow, windowFlow } from "./exporterFlow.ts";

test("what the collector counts adds up, and each loss says why in words", () => {
  const model = prepareFlowCounters(
    datagramFlow({ received: 20, decoded: 6, undecodableByReason: { "report-version": 14 } }),
  );
  expect(model.addsUp).toBe(true);
  expect(model.steps[0]?.losses).toMatchObject([
    { count: "14", reason: expect.stringContaining("no known report version") },
  ]);
});

test("a counter that is missing shows as not accounted for", () => {
  const model = prepareFlowCounters(
    reportFlow({ reports: 10, matched: 7, unmatchedByReason: { "no-flow": 2 } }),
  );
  expect(model.steps[0]?.unaccounted).toBe(1);
});

test("windows: stored, stored twice, waiting and given up", () => {
  const flow = windowFlow({ received: 10, stored: 5, duplicates: 2, dropped: 1, queued: 2 });
  expect(prepareFlowCounters(flow).addsUp).toBe(true);
});
