import { prepareFlowCounters } from "@p4twin/ui/charts";
import { expect, test } from "vitest";
import { datagramFlow, reportFlow, windowFlow } from "./exporterFlow.ts";

const ALL_READ = { arrived: 20, limited: 0, sampledOut: 0, sampleOneIn: 1, queueDropped: 0 };

test("what is left out before decoding is a step of its own", () => {
  const model = prepareFlowCounters(
    datagramFlow({
      ...{ arrived: 100, limited: 10, sampledOut: 60, sampleOneIn: 3, queueDropped: 10 },
      ...{ received: 20, decoded: 20, undecodableByReason: {} },
    }),
  );
  expect(model.addsUp).toBe(true);
  expect(model.steps.map((s) => s.label)).toEqual([
    "Datagrams arrived",
    "Datagrams received",
    "Datagrams decoded",
  ]);
});

test("what the collector counts adds up, and each loss says why in words", () => {
  const model = prepareFlowCounters(
    datagramFlow({ ...ALL_READ, received: 20, decoded: 6, undecodableByReason: { "report-version": 14 } }),
  );
  expect(model.addsUp).toBe(true);
  expect(model.steps[0]?.losses).toMatchObject([
    { count: "14", reason: expect.stringContaining("no known report version") },
  ]);
});

test("a counter that is missing shows as not accounted for", () => {
  const model = prepareFlowCounters(
    reportFlow({ reports: 10, matched: 7, waiting: 0, unmatchedByReason: { "no-flow": 2 } }),
  );
  expect(model.steps[0]?.unaccounted).toBe(1);
});

test("windows: stored, stored twice, waiting and given up", () => {
  const flow = windowFlow({ received: 10, stored: 5, duplicates: 2, dropped: 1, queued: 2 });
  expect(prepareFlowCounters(flow).addsUp).toBe(true);
});
