import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../../library/index.ts";
import { SimulationScenario } from "../../control/index.ts";
import {
  DEFAULT_OPTIONS,
  type DecodedReport,
  decodeDatagram,
  ReportBatch,
  reportAt,
} from "../../telemetry/index.ts";
import { createRunningCloud, type RunningCloud } from "./runningCloud.ts";

const demo = SimulationScenario.parse(JSON.parse(libraryFiles["simulations/demo.json"]));
const programs = {
  latency_control_uc1: libraryFiles["programs/latency_control_uc1.p4"],
  latency_control_uc2: libraryFiles["programs/latency_control_uc2.p4"],
};
const HALF_SECOND_US = 5e5;

/** The demo cloud for a second, `change` in its middle: the reports of the second half by exporter. */
function reportsAfter(change: (cloud: RunningCloud) => void = () => undefined, seed = 1): DecodedReport[][] {
  const batch = new ReportBatch();
  const reports: DecodedReport[][] = demo.segments.map(() => []);
  const cloud = createRunningCloud(demo, {
    seed,
    programs,
    onReport: (payload, exporter) => {
      batch.clear();
      expect(decodeDatagram(payload, 0, payload.length, DEFAULT_OPTIONS, batch)).toBe(0);
      reports[exporter]!.push(reportAt(batch, 0));
    },
  });
  cloud.advance(HALF_SECOND_US);
  change(cloud);
  for (const each of reports) each.length = 0;
  cloud.advance(2 * HALF_SECOND_US);
  return reports;
}

const meanOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
const latencies = (reports: readonly DecodedReport[], hop: number): number[] =>
  reports.flatMap(({ hops }) => hops[hop]?.hopLatency ?? []);
const dropped = (reports: readonly DecodedReport[]): number =>
  reports.filter(({ flags }) => flags.dropped).length;

describe("a cloud whose switches run their programs", () => {
  it("reports of each segment are those of the programs, at the rate of the flow", () => {
    const [firewall, transcode, cache] = reportsAfter();
    expect([firewall, transcode, cache].map((each) => Math.round((each?.length ?? 0) / 100))).toEqual([
      2, 2, 1,
    ]);
    // UC1: the passes before and behind the VNF, UC2: the source's hop before them
    expect(firewall?.[9]?.hops.map(({ nodeId }) => nodeId)).toEqual([1, 1]);
    expect(transcode?.[9]?.hops.map(({ nodeId }) => nodeId)).toEqual([2, 3, 3]);
    expect(firewall?.[9]?.flow).toMatchObject({ src: "10.10.10.2", dst: "10.10.10.3", srcPort: 45000 });
    expect(transcode?.[9]?.flow).toMatchObject({ src: "10.10.10.3", dst: "10.10.20.9", dstPort: 49000 });
    // ns, as drawn from what was measured
    expect(meanOf(latencies(firewall ?? [], 0)) / 1000).toBeCloseTo(48.5, -0.5);
    expect(meanOf(latencies(transcode ?? [], 0)) / 1000).toBeCloseTo(9.5, 0);
    expect(dropped([...(firewall ?? []), ...(transcode ?? []), ...(cache ?? [])])).toBe(0);
    const sequences = firewall?.map(({ sequence }) => sequence) ?? [];
    expect(sequences).toEqual(sequences.map((_, i) => (sequences[0] ?? 0) + i));
  });

  it("a full queue, a slow VNF and a slow switch are seen; PL and DL decide what is dropped", () => {
    const [congested] = reportsAfter((cloud) => cloud.setFlowRate("transit-s1", 7000));
    expect(Math.max(...latencies(congested ?? [], 1)) / 1000).toBeGreaterThan(9_000);
    const [slow, transcode] = reportsAfter((cloud) => cloud.setSwitchDelay("s1", 100));
    expect(meanOf(latencies(slow ?? [], 0)) / 1000).toBeGreaterThan(140);
    expect(meanOf(latencies(transcode ?? [], 0)) / 1000).toBeCloseTo(9.5, 0);
    const [late] = reportsAfter((cloud) => cloud.setVnfDelay("firewall", 20_000));
    expect(dropped(late ?? [])).toBeGreaterThan(150);
    const [kept] = reportsAfter((cloud) => {
      cloud.setVnfDelay("firewall", 20_000);
      cloud.setThresholds("edge-firewall", 30_000, 40_000);
    });
    expect(dropped(kept ?? [])).toBe(0);
  });

  it("the same seed gives the same reports", () => {
    expect(reportsAfter(undefined, 7)).toEqual(reportsAfter(undefined, 7));
  });
});
