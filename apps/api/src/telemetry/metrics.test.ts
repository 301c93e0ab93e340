import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { registerTelemetryMetrics } from "./metrics.ts";
import type { TelemetryState } from "./schema.ts";

const exporter = (address: string): TelemetryState["exporters"][number] => ({
  address,
  label: null,
  listed: false,
  arrived: 100,
  limited: 1,
  sampledOut: 2,
  sampleOneIn: 1,
  queueDropped: 3,
  kernelDropped: 0,
  received: 94,
  decoded: 90,
  undecodable: 4,
  undecodableByReason: { REPORT_VERSION: 4 },
  reports: 90,
  matched: 80,
  waiting: 0,
  unmatched: 10,
  unmatchedByReason: { "no-flow": 10 },
  recorded: 80,
  droppedPackets: 0,
  deviations: {},
  rawElements: {},
  units: null,
  sequenceGaps: 5,
  sequenceRestarts: 0,
  late: 0,
  untracked: 0,
  reportsPerS: 0,
  formats: [],
  nodeIds: [],
  nodeIdsCapped: false,
  firstHeardMs: 0,
  lastHeardMs: 0,
  lastBad: null,
});

const state = (exporters: TelemetryState["exporters"]): TelemetryState => ({
  atMs: 0,
  startedMs: 0,
  clock: { steps: 0, lastStepMs: null, lastStepAtMs: null, offsetMs: 0 },
  source: "recvmmsg",
  host: "127.0.0.1",
  ports: [],
  arrived: 107,
  kernelDropped: 9,
  notAccepted: 6,
  tooMany: 1,
  refused: 7,
  refusedSenders: [],
  refusedElsewhere: 0,
  windows: 0,
  cpuMs: 1_500,
  partsRefused: 0,
  forgotten: { exporters: 0, datagrams: 0 },
  clocks: [],
  clockStepsBack: 0,
  unmatchedReports: [],
  paths: [],
  frames: {
    ...{ interface: "eth1", seen: 20, passedOver: 4, leftToSocket: 5, taken: 9, inBand: 2 },
    ...{ zeroChecksums: 9, wrongChecksums: 0, kernelDropped: 7 },
  },
  checksumDrops: null,
  strangers: [],
  reportsPerS: 0,
  watchers: 0,
  writer: {
    ...{ received: 4, stored: 4, duplicates: 0, dropped: 0, queued: 0, failures: 0, mended: 0 },
    spool: null,
    interruption: null,
  },
  exporters,
});

async function scrape(exporters: TelemetryState["exporters"]) {
  const registry = new Registry();
  registerTelemetryMetrics(registry, { state: () => state(exporters) });
  const lines = (await registry.metrics()).split("\n").filter((line) => line && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

it("every datagram of an exporter stands in exactly one outcome", async () => {
  const metrics = await scrape([exporter("10.0.0.1")]);
  const of = (name: string) =>
    [...metrics]
      .filter(([key]) => key.startsWith(`${name}{exporter="10.0.0.1"`))
      .reduce((n, [, v]) => n + v, 0);
  expect(of("p4twin_datagrams_total")).toBe(100);
  expect(of("p4twin_reports_total")).toBe(90);
  expect(metrics.get('p4twin_datagrams_total{exporter="10.0.0.1",outcome="limited"}')).toBe(1);
  expect(metrics.get('p4twin_datagrams_refused_total{reason="not-accepted"}')).toBe(6);
  expect(metrics.get("p4twin_datagrams_arrived_total")).toBe(107);
  expect(metrics.get("p4twin_kernel_dropped_datagrams_total")).toBe(9);
  const frames = [...metrics].filter(([key]) => key.startsWith("p4twin_frames_total"));
  expect(frames.map(([, count]) => count).sort((a, b) => a - b)).toEqual([2, 4, 5, 7, 9]);
  expect(metrics.get('p4twin_frames_total{outcome="kernel-dropped"}')).toBe(7);
  expect(metrics.get("p4twin_segment_packets_total")).toBe(80);
  expect(metrics.get("p4twin_collector_cpu_seconds_total")).toBe(1.5);
});

it("exporters beyond the bound share one label, and nothing is lost from the sums", async () => {
  const metrics = await scrape(
    Array.from({ length: 1_200 }, (_, i) => exporter(`10.0.${i >> 8}.${i & 255}`)),
  );
  const decoded = [...metrics].filter(([key]) => key.includes('outcome="decoded"'));
  expect(decoded).toHaveLength(1_001);
  expect(decoded.reduce((n, [, v]) => n + v, 0)).toBe(1_200 * 90);
  expect(metrics.get('p4twin_report_sequence_gaps{exporter="other"}')).toBe(200 * 5);
});
