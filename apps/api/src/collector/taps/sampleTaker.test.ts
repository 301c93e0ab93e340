import { SampleStore } from "@p4twin/models/telemetry";
import { expect, it } from "vitest";
import { reportOf, segmentsOf } from "../../../testing/intReports.ts";
import { createPipeline } from "../pipeline.ts";
import { SAMPLES_A_SECOND } from "./sampleTaker.ts";

function pipelineOf(plUs = 1e6) {
  const pipeline = createPipeline({ collectorId: "c", maxExporters: 100, mergeable: false });
  pipeline.configure({ acceptOnlyListed: false, exporters: [] }, 0);
  const { segments } = segmentsOf("d", 1);
  pipeline.rebind({ segments: segments.map((s) => ({ ...s, binding: { ...s.binding, plUs } })) }, 0);
  const store = new SampleStore(1e9);
  return {
    take: (address: string, nowMs: number): void => {
      const report = reportOf(0);
      pipeline.take(report, 0, report.length, { address }, nowMs);
    },
    flush(): { exporter: string; segment: string | null; reports: number }[] {
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
