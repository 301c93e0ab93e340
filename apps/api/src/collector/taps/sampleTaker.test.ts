import { type ReportSample, SampleStore, type SegmentBinding } from "@p4twin/models/telemetry";
import { expect, it } from "vitest";
import { reportOf, segmentsOf } from "../../../testing/intReports.ts";
import { createPipeline } from "../pipeline.ts";
import { SAMPLES_A_SECOND } from "./sampleTaker.ts";

function pipelineOf(plUs = 1e6, more: Partial<SegmentBinding> = {}) {
  const pipeline = createPipeline({ collectorId: "c", maxExporters: 100, mergeable: false });
  pipeline.configure({ acceptOnlyListed: false, exporters: [] }, 0);
  const { segments } = segmentsOf("d", 1);
  pipeline.rebind({ segments: segments.map((s) => ({ ...s, binding: { ...s.binding, plUs, ...more } })) }, 0);
  const store = new SampleStore(1e9);
  return {
    take: (address: string, nowMs: number, flow = 0): void => {
      const report = reportOf(flow);
      pipeline.take(report, 0, report.length, { address }, nowMs);
    },
    flush(): ReportSample[] {
      const before = store.held().samples;
      const bytes = pipeline.samples();
      if (bytes) store.add(bytes);
      return store
        .chunks()
        .flatMap((chunk) => Array.from({ length: chunk.count }, (_, i) => chunk.sample(i)))
        .slice(before);
    },
  };
}

it("some ten reports a second of an exporter are kept, with their segment; each stands for those since the one before", () => {
  const { take, flush } = pipelineOf();
  for (let ms = 0; ms < 1_000; ms++) take("10.0.0.1", ms);
  const kept = flush();
  expect(kept.length).toBeGreaterThan(8);
  expect(kept.length).toBeLessThanOrEqual(10);
  expect(kept[0]?.segment).toBe("d/s0");
  const last = kept.reduce((sum, { reports }) => sum + reports, 0);
  expect(last).toBeGreaterThan(880);
  expect(last).toBeLessThanOrEqual(1_000);
  expect(flush()).toEqual([]);
});

it("late reports are kept beside them, and stand for none", () => {
  const { take, flush } = pipelineOf(1e-3);
  for (let ms = 0; ms < 1_000; ms++) take("10.0.0.1", ms);
  const kept = flush();
  const late = kept.filter(({ reports }) => reports === 0);
  expect(late.length).toBeGreaterThan(8);
  expect(late.length).toBeLessThanOrEqual(10);
  expect(kept.length - late.length).toBeLessThanOrEqual(10);
  const sum = kept.reduce((total, { reports }) => total + reports, 0);
  expect(sum).toBeGreaterThan(880);
  expect(sum).toBeLessThanOrEqual(1_000);
});

it("forty a second are kept of all exporters together, and each has its share", () => {
  const { take, flush } = pipelineOf();
  const seen = new Map<string, number>();
  for (let second = 0; second < 8; second++) {
    for (let ms = 0; ms < 1_000; ms += 5)
      for (let e = 0; e < 80; e++) take(`10.0.1.${e}`, 1_000 * second + ms);
    const kept = flush();
    expect(kept.length).toBeLessThanOrEqual(SAMPLES_A_SECOND);
    for (const { exporter } of kept) seen.set(exporter, (seen.get(exporter) ?? 0) + 1);
  }
  expect(seen.size).toBe(80);
  expect(Math.max(...seen.values())).toBeLessThan(8);
});

it.each<[string, Partial<SegmentBinding>, number, (number | null)[]]>([
  ["by the segment that measures it", {}, 0, [1.037, 1.074, 1.111]],
  [
    "by the units that the segment says of its nodes, in it or not",
    {
      to: { nodeId: 2 },
      clocks: [1, 3].map((nodeId) => ({ nodeId, timestampUnit: "us" as const })),
    },
    0,
    [1_037, 1.074, 1_111],
  ],
  ["of a hop that it does not measure it is not known", { to: { nodeId: 2 } }, 0, [1.037, 1.074, null]],
  ["nor of a report of no segment", {}, 1, [null, null, null]],
])("the latency of a hop while nobody knows the exporter's unit: %s", (_, more, flow, expected) => {
  const { take, flush } = pipelineOf(1e6, more);
  take("10.0.0.1", 1, flow);
  const [kept] = flush();
  expect(kept?.hops.map(({ latencyUs }) => latencyUs)).toEqual(
    expected.map((us) => us && expect.closeTo(us, 6)),
  );
});
