import type { ExponentialPoint } from "@p4twin/models/telemetry";
import { Counter, Histogram, type Registry } from "prom-client";
import type { Names } from "./body.ts";
import type { OtlpCounters } from "./exporter.ts";
import type { SeriesSums } from "./series.ts";

/** Segments with a histogram of their own, in the order in which they were first heard (our choice). */
const MAX_SEGMENTS = 500;
/** Upper bounds in seconds: 1, 2, 5 of each decade from a microsecond to five seconds (our choice). */
const BOUNDS_S = [-6, -5, -4, -3, -2, -1, 0].flatMap((exponent) =>
  [1, 2, 5].map((digit) => Number(`${digit}e${exponent}`)),
);
/** Buckets of the sums that the bounds are read from: fine enough that none is put together. */
const ALL_BUCKETS = 4_096;

const NAME = "p4twin_segment_latency_seconds";
const HELP = "Latency of packets through a segment";

/** How many values are at most `boundS`, by the middles of the buckets. */
function countUpTo({ scale, offset, bucketCounts }: ExponentialPoint, boundS: number): number {
  const base = 2 ** (2 ** -scale);
  let count = 0;
  for (const [i, n] of bucketCounts.entries()) {
    if (base ** (offset + i + 0.5) > boundS) break;
    count += n;
  }
  return count;
}

/**
 * Latency of segments for Prometheus, as a classic histogram: the text format has no native buckets, which leave by
 * OTLP.
 * prom-client counts single values; this one tells counts that were made elsewhere.
 */
class SegmentLatency extends Histogram<"deployment" | "segment"> {
  private readonly sums: Pick<SeriesSums, "list">;
  private readonly names: () => Names;

  constructor(registry: Registry, sums: Pick<SeriesSums, "list">, names: () => Names) {
    super({
      name: NAME,
      help: HELP,
      labelNames: ["deployment", "segment"],
      buckets: BOUNDS_S,
      registers: [registry],
    });
    this.sums = sums;
    this.names = names;
  }

  /** What the registry asks a histogram for; the library's own would tell its own counts. */
  async getForPromString() {
    const names = this.names();
    const values: { metricName: string; value: number; labels: Record<string, string | number> }[] = [];
    const whole = this.sums.list().filter(({ part, latency }) => part === 0 && latency.count > 0);
    for (const { deploymentId, segmentId, latency } of whole.slice(0, MAX_SEGMENTS)) {
      const deployment = names.get(deploymentId);
      if (!deployment) continue;
      const labels = {
        deployment: deployment.name,
        segment: deployment.segments.get(segmentId) ?? segmentId,
      };
      const point = latency.point(ALL_BUCKETS);
      const add = (metricName: string, value: number, le?: number | string): void => {
        values.push({ metricName, value, labels: { ...labels, ...(le !== undefined && { le }) } });
      };
      for (const bound of BOUNDS_S) add(`${NAME}_bucket`, countUpTo(point, bound), bound);
      add(`${NAME}_bucket`, point.count, "+Inf");
      add(`${NAME}_sum`, point.sum);
      add(`${NAME}_count`, point.count);
    }
    return { name: NAME, help: HELP, type: "histogram", aggregator: "sum", values };
  }
}

/** Segments for Prometheus. */
export function registerSegmentMetrics(registry: Registry, sums: SeriesSums, names: () => Names): void {
  new SegmentLatency(registry, sums, names);
  new Counter({
    name: "p4twin_segment_dropped_packets_total",
    help: "Packets dropped in a segment",
    labelNames: ["deployment", "segment"] as const,
    registers: [registry],
    collect() {
      this.reset();
      const known = names();
      for (const { part, deploymentId, segmentId, dropped } of sums.list()) {
        const deployment = known.get(deploymentId);
        if (part > 0 || !deployment) continue;
        this.inc(
          { deployment: deployment.name, segment: deployment.segments.get(segmentId) ?? segmentId },
          dropped,
        );
      }
    },
  });
}

/** What the export to an OpenTelemetry receiver did. */
export function registerOtlpMetrics(registry: Registry, counters: () => OtlpCounters): void {
  new Counter({
    name: "p4twin_otlp_exports_total",
    help: "Exports to the OpenTelemetry receiver: sent, tries that were repeated, and given up until the next interval",
    labelNames: ["outcome"] as const,
    registers: [registry],
    collect() {
      this.reset();
      const { sent, retried, failed } = counters();
      for (const [outcome, count] of Object.entries({ sent, retried, failed })) this.inc({ outcome }, count);
    },
  });
  new Counter({
    name: "p4twin_otlp_points_total",
    help: "Series sent to the OpenTelemetry receiver, and points that it rejected in requests that it took",
    labelNames: ["outcome"] as const,
    registers: [registry],
    collect() {
      this.reset();
      const { points, rejectedPoints } = counters();
      this.inc({ outcome: "sent" }, points);
      this.inc({ outcome: "rejected" }, rejectedPoints);
    },
  });
}
