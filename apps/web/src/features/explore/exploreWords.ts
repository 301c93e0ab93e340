import {
  chooseLatencyUnit,
  formatCount,
  formatLatency,
  formatLatencyWithUnit,
  formatSignificant,
  LATENCY_UNIT_LABEL,
  type LatencyUnit,
  MISSING,
} from "@p4twin/ui/format";
import type { RouterInputs, RouterOutputs } from "@/lib/trpc.ts";

export type Groups = RouterOutputs["explore"]["groups"];
export type Group = Groups["groups"][number];
export type KeptReport = RouterOutputs["explore"]["reports"]["reports"][number];
type Input = RouterInputs["explore"]["groups"];

export const SOURCES = ["reports", "windows"] as const;
export type Source = (typeof SOURCES)[number];
export type DimensionId = Input["groupBy"];
export type ValueId = NonNullable<Input["value"]>;

export const DIMENSIONS: Readonly<Record<DimensionId, string>> = {
  exporter: "Exporter",
  node: "Node",
  port: "Egress port",
  queue: "Queue",
  flow: "Flow",
  dscp: "DSCP",
  path: "Path",
  segment: "Segment",
  part: "Element",
};
export const DIMENSION_IDS = Object.keys(DIMENSIONS) as DimensionId[];

const OF_REPORTS: readonly DimensionId[] = [
  ...(["node", "port", "queue", "flow", "dscp", "path", "exporter", "segment"] as const),
];
const OF_WINDOWS: readonly DimensionId[] = ["segment", "part", "node", "path", "exporter"];
export const dimensionsOf = (source: Source): readonly DimensionId[] =>
  source === "reports" ? OF_REPORTS : OF_WINDOWS;

export const VALUES: Readonly<Record<ValueId, string>> = {
  p99Us: "p99 latency",
  p50Us: "p50 latency",
  meanUs: "Mean latency",
  maxUs: "Slowest",
  queueMax: "Deepest queue",
  reports: "Reports",
  dropped: "Drop reports",
};
export const VALUE_IDS = Object.keys(VALUES) as ValueId[];

const isLatency = (value: ValueId): boolean => value.endsWith("Us");

/** The unit of all latencies of an answer, so that they compare at a glance. */
export const unitOf = ({ groups }: Groups): LatencyUnit =>
  chooseLatencyUnit(groups.flatMap((g) => [g.p50Us, g.p99Us, g.maxUs]));

/** A value as it stands in a cell. */
export function valueText(value: ValueId, figure: number | null, unit: LatencyUnit): string {
  if (figure === null) return "";
  return isLatency(value) ? formatLatency(figure, unit) : formatCount(figure);
}

/** A value with its name and unit, for a heading. */
export const valueTitle = (value: ValueId, unit: LatencyUnit): string =>
  isLatency(value) ? `${VALUES[value]} in ${LATENCY_UNIT_LABEL[unit]}` : VALUES[value];

/** A value in a sentence: in `unit` where it names a cell that shows it so, else in the unit that suits it alone. */
export const valueWords = (value: ValueId, figure: number | null, unit: LatencyUnit | null = null): string =>
  figure === null ? "unknown" : isLatency(value) ? formatLatencyWithUnit(figure, unit) : formatCount(figure);

/** How a value stands to the period before: "+12 %"; a dash where one of them is unknown. */
export function changeText(now: number | null, before: number | null): string {
  if (now === null || before === null || before === 0) return MISSING;
  const percent = (100 * (now - before)) / before;
  if (Math.abs(percent) < 0.5) return "as before";
  return `${percent > 0 ? "+" : "−"}${formatSignificant(Math.abs(percent), 2)} %`;
}

/** A group by its name; what reports do not contain is said. */
export const groupName = ({ label }: Pick<Group, "label">): string => label ?? "not reported";

type Hop = KeptReport["hops"][number];
/** A hop of a kept report in one line. */
export function hopText({
  name,
  nodeId,
  ingressPort,
  egressPort,
  queueId,
  queueDepth,
  latencyUs,
}: Hop): string {
  const parts = [
    name ?? (nodeId === null ? "unnamed node" : `node ${nodeId}`),
    ...(ingressPort === null && egressPort === null
      ? []
      : [`ports ${ingressPort ?? "?"}:${egressPort ?? "?"}`]),
    ...(queueId === null ? [] : [`queue ${queueId}`]),
    ...(queueDepth === null ? [] : [`depth ${formatCount(queueDepth)}`]),
    latencyUs === null ? "latency unknown" : formatLatencyWithUnit(latencyUs),
  ];
  return parts.join(", ");
}
