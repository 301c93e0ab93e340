import {
  createScenarioSource,
  DEFAULT_OPTIONS,
  decodeDatagram,
  ReportBatch,
  sendScenarioSchema,
} from "@p4twin/models/telemetry";
import { expect, test } from "vitest";
import { UnmatchedReports } from "./unmatched.ts";

/** One report of node 7 between ports 1 and 2, from a flow to `dst`. */
function batchOf(dst: string): ReportBatch {
  const hop = { nodeId: 7, ingressPort: 1, egressPort: 2, latencyUs: 5, nextUs: 1 };
  const flow = { src: "10.0.0.1", dst, srcPort: 1, dstPort: 2, weight: 1, hops: [hop] };
  const source = createScenarioSource(sendScenarioSchema.parse({ flows: [flow] }));
  const bytes = new Uint8Array(2048);
  const batch = new ReportBatch();
  decodeDatagram(bytes, 0, source.next(bytes, 0), DEFAULT_OPTIONS, batch);
  return batch;
}
const EXPORTER = { address: "10.9.0.1", index: 100 };

test("a stranger is kept with its flow and path, and met again is counted", () => {
  const unmatchedReports = new UnmatchedReports();
  const batch = batchOf("10.0.0.2");
  for (const nowMs of [0, 1, 50, 100]) unmatchedReports.note(EXPORTER, batch, 0, "no-flow", nowMs);
  expect(unmatchedReports.told()).toEqual([
    {
      exporter: "10.9.0.1",
      reason: "no-flow",
      flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort: 2 },
      path: [{ nodeId: 7, ingressPort: 1, egressPort: 2 }],
      // the look a millisecond after the first is not taken
      seen: 3,
      lastMs: 100,
    },
  ]);
  unmatchedReports.forget();
  expect(unmatchedReports.told()).toEqual([]);
});

test("a flood of different flows takes bounded room, and the newest are told", () => {
  const unmatchedReports = new UnmatchedReports();
  for (let i = 0; i < 500; i++)
    unmatchedReports.note(EXPORTER, batchOf(`10.0.${i >> 8}.${i & 255}`), 0, "no-flow", 100 * i);
  const told = unmatchedReports.told();
  expect(told).toHaveLength(50);
  expect(told[0].flow?.dst).toBe("10.0.1.243");
});
