import { withinDelay } from "../../core/index.ts";
import type { ChainEvaluation, DeviceEvaluation, Evaluation, SegmentEvaluation } from "./evaluation.ts";

/** A value before and after; null: there is none (no such thing, or no sound place). `delta` needs both. */
type Delta = { base: number | null; variant: number | null; delta: number | null };

type SegmentComparison = { id: string; delayUs: Delta; plUs: Delta; dlUs: Delta };
type ChainComparison = {
  id: string;
  delayUs: Delta;
  budgetUs: Delta;
  slackUs: Delta;
  /** its hosts or its routes are others */
  moved: boolean;
  /** it lost its place, got one, broke its budget or meets it again; null: none of these */
  turn: "lost" | "placed" | "over-budget" | "within-budget" | null;
  segments: SegmentComparison[];
};
type DeviceComparison = {
  id: string;
  profile: { base: string | null; variant: string | null };
  powerWatts: Delta;
  costUsd: Delta;
  functions: Delta;
  constructs: Delta;
  fullest: Delta;
};
export type Comparison = {
  chains: ChainComparison[];
  /** devices that either side uses */
  devices: DeviceComparison[];
  powerWatts: Delta;
  costUsd: Delta;
  delayUs: Delta;
  objective: Delta;
  violations: { fixed: string[]; added: string[] };
};

/**
 * Differences of two evaluations, chain by chain, segment by segment, device by device; in the order of the
 * variant, then of the base.
 */
export function compareEvaluations(base: Evaluation, variant: Evaluation): Comparison {
  const before = new Set(base.violations.map((v) => v.message));
  const after = new Set(variant.violations.map((v) => v.message));
  const total = (of: (e: Evaluation) => number): Delta => delta(of(base), of(variant));
  return {
    chains: pairs(base.chains, variant.chains).map(([b, v, id]) => compareChain(b, v, id)),
    devices: pairs(base.devices, variant.devices).map(([b, v, id]) => compareDevice(b, v, id)),
    powerWatts: total((e) => e.powerWatts),
    costUsd: total((e) => e.costUsd),
    delayUs: total((e) => e.delayUs),
    objective: total((e) => e.objective),
    violations: {
      fixed: [...before].filter((message) => !after.has(message)),
      added: [...after].filter((message) => !before.has(message)),
    },
  };
}

const delta = (base: number | null | undefined, variant: number | null | undefined): Delta => {
  const [b, v] = [base ?? null, variant ?? null];
  return { base: b, variant: v, delta: b === null || v === null ? null : v - b };
};

function pairs<T extends { id: string }>(
  base: readonly T[],
  variant: readonly T[],
): [T | null, T | null, string][] {
  const before = new Map(base.map((entry) => [entry.id, entry]));
  const after = new Set(variant.map((entry) => entry.id));
  return [
    ...variant.map((v): [T | null, T | null, string] => [before.get(v.id) ?? null, v, v.id]),
    ...base.filter((b) => !after.has(b.id)).map((b): [T | null, T | null, string] => [b, null, b.id]),
  ];
}

function compareChain(b: ChainEvaluation | null, v: ChainEvaluation | null, id: string): ChainComparison {
  const way = (c: ChainEvaluation | null): string => JSON.stringify(c && [c.hosts, c.route, c.entry, c.exit]);
  return {
    id,
    delayUs: delta(b?.delay?.delayUs, v?.delay?.delayUs),
    budgetUs: delta(b?.budgetUs, v?.budgetUs),
    slackUs: delta(b?.slackUs, v?.slackUs),
    moved: b !== null && v !== null && way(b) !== way(v),
    turn: b && v ? turnOf(b, v) : null,
    segments: pairs(b?.segments ?? [], v?.segments ?? []).map(([s, t, segment]) =>
      compareSegment(s, t, segment),
    ),
  };
}

function turnOf(b: ChainEvaluation, v: ChainEvaluation): ChainComparison["turn"] {
  if ((b.delay === null) !== (v.delay === null)) return v.delay === null ? "lost" : "placed";
  const [was, is] = [meets(b), meets(v)];
  return was === is ? null : is ? "within-budget" : "over-budget";
}

/** Slack is compared with the tolerance of delays. */
const meets = ({ slackUs }: ChainEvaluation): boolean => slackUs === null || withinDelay(0, slackUs);

const compareSegment = (
  b: SegmentEvaluation | null,
  v: SegmentEvaluation | null,
  id: string,
): SegmentComparison => ({
  id,
  delayUs: delta(b?.delay?.delayUs, v?.delay?.delayUs),
  plUs: delta(b?.plUs, v?.plUs),
  dlUs: delta(b?.dlUs, v?.dlUs),
});

const compareDevice = (
  b: DeviceEvaluation | null,
  v: DeviceEvaluation | null,
  id: string,
): DeviceComparison => ({
  id,
  profile: { base: b?.profile ?? null, variant: v?.profile ?? null },
  powerWatts: delta(b?.powerWatts, v?.powerWatts),
  costUsd: delta(b?.costUsd, v?.costUsd),
  functions: delta(b?.functions.length, v?.functions.length),
  constructs: delta(b?.constructs.used, v?.constructs.used),
  fullest: delta(b?.fullest, v?.fullest),
});
