import type { Series } from "./series.ts";

/** Names of a deployment and its segments, as people know them. */
export type Names = ReadonlyMap<string, { name: string; segments: ReadonlyMap<string, string> }>;

type Attribute = { key: string; value: { stringValue: string } };
type Point = { attributes: Attribute[]; startTimeUnixNano: string; timeUnixNano: string };

/** AGGREGATION_TEMPORALITY_CUMULATIVE of `metrics.proto`; enums are numbers in OTLP's JSON [formats-otlp]. */
const CUMULATIVE = 2;
/** What SDKs send at most [formats-otlp]. */
const MAX_BUCKETS = 160;

const nano = (ms: number): string => (BigInt(Math.round(ms)) * 1_000_000n).toString();
const attribute = (key: string, value: string): Attribute => ({ key, value: { stringValue: value } });
/** 64-bit integers are strings in OTLP's JSON. */
const integer = (n: number): string => Math.round(n).toString();

function attributesOf({ deploymentId, segmentId, part, label }: Series, names: Names): Attribute[] {
  const deployment = names.get(deploymentId);
  return [
    attribute("p4twin.deployment.id", deploymentId),
    ...(deployment ? [attribute("p4twin.deployment.name", deployment.name)] : []),
    attribute("p4twin.segment.id", segmentId),
    attribute("p4twin.segment.name", deployment?.segments.get(segmentId) ?? segmentId),
    ...(part > 0 ? [attribute("p4twin.element", label ?? `element ${part}`)] : []),
  ];
}

function latency(
  name: string,
  description: string,
  series: readonly Series[],
  pointOf: (s: Series) => Point,
) {
  const dataPoints = series.map((s) => {
    const { scale, count, sum, min, max, offset, bucketCounts } = s.latency.point(MAX_BUCKETS);
    return {
      ...pointOf(s),
      ...{ count: integer(count), sum, scale, zeroCount: "0", min, max },
      positive: { offset, bucketCounts: bucketCounts.map(integer) },
      negative: { offset: 0, bucketCounts: [] },
    };
  });
  return {
    name,
    description,
    unit: "s",
    exponentialHistogram: { aggregationTemporality: CUMULATIVE, dataPoints },
  };
}

function counter(
  name: string,
  description: string,
  series: readonly Series[],
  pointOf: (s: Series) => Point,
  countOf: (s: Series) => number,
) {
  const dataPoints = series.map((s) => ({ ...pointOf(s), asInt: integer(countOf(s)) }));
  return {
    ...{ name, description, unit: "{packet}" },
    sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints },
  };
}

/** The body of one `ExportMetricsServiceRequest`: latencies in seconds, counters in packets. */
export function metricsBody(
  series: readonly Series[],
  names: Names,
  instance: string,
  nowMs: number,
): object {
  const pointOf = (s: Series): Point => ({
    attributes: attributesOf(s, names),
    ...{ startTimeUnixNano: nano(s.startMs), timeUnixNano: nano(nowMs) },
  });
  const whole = series.filter(({ part }) => part === 0);
  const measured = (list: readonly Series[]): Series[] => list.filter((s) => s.latency.count > 0);
  const elements = measured(series.filter(({ part }) => part > 0));
  return {
    resourceMetrics: [
      {
        resource: {
          attributes: [attribute("service.name", "p4twin"), attribute("service.instance.id", instance)],
        },
        scopeMetrics: [
          {
            scope: { name: "p4twin" },
            metrics: [
              latency(
                "p4twin.segment.latency",
                "Latency of packets through a segment",
                measured(whole),
                pointOf,
              ),
              latency(
                "p4twin.element.latency",
                "Latency of packets in an element of a segment",
                elements,
                pointOf,
              ),
              counter(
                "p4twin.segment.dropped",
                "Packets dropped in a segment",
                whole,
                pointOf,
                (s) => s.dropped,
              ),
              counter("p4twin.segment.above_pl", "Packets above PL", whole, pointOf, (s) => s.abovePl),
              counter("p4twin.segment.above_dl", "Packets above DL", whole, pointOf, (s) => s.aboveDl),
              counter(
                "p4twin.segment.missing_reports",
                "Reports missing by their numbers",
                whole,
                pointOf,
                (s) => s.sequenceGaps,
              ),
            ],
          },
        ],
      },
    ],
  };
}
