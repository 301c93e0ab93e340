import type { Conflict, DelayTerm, LoadReport } from "../result.ts";

/**
 * Mean delay with the two intervals of the model, one standard deviation each: `mean…` of the mean, the other one of a
 * packet; null where a profile on the way publishes none.
 */
export type DelayRange = {
  delayUs: number;
  meanLowUs: number | null;
  meanHighUs: number | null;
  lowUs: number | null;
  highUs: number | null;
};

/** A sum over chains, with the interval of the mean alone: no packet passes them all. */
export type DelaySum = Pick<DelayRange, "delayUs" | "meanLowUs" | "meanHighUs">;

/** What a segment sees on average; `state` says what latency control would do with a packet of mean delay. */
export type SegmentEvaluation = {
  id: string;
  name: string | null;
  kind: "uc1" | "uc2";
  plUs: number;
  dlUs: number;
  /** null when the chain has no sound place */
  delay: DelayRange | null;
  terms: DelayTerm[];
  state: "within" | "above-pl" | "above-dl" | null;
};

type Laid = {
  route: readonly (readonly string[])[];
  /** ways from and to the hosts at its ends, where it has such */
  entry?: readonly string[] | undefined;
  exit?: readonly string[] | undefined;
  /** null when the chain has no sound place: `violations` of the evaluation say why */
  delay: DelayRange | null;
  terms: DelayTerm[];
};

/** One way of packets through a chain that branches: positions of its functions, and the share that takes it. */
export type WayEvaluation = Laid & { functions: readonly number[]; share: number };

/** `ways`: of a chain that branches; route, delay and terms are then those of its slowest way. */
export type ChainEvaluation = Laid & {
  id: string;
  gbps: number;
  hosts: readonly string[];
  ways?: WayEvaluation[];
  /** null: best effort */
  budgetUs: number | null;
  /** budget less delay; null without a budget or a delay */
  slackUs: number | null;
  segments: SegmentEvaluation[];
};

/** How much of a resource is taken; `limit` null: no limit is known. */
export type Use = { used: number; limit: number | null };

export type DeviceEvaluation = {
  id: string;
  profile: string;
  powerWatts: number;
  costUsd: number;
  functions: { chain: string; position: number; type: string }[];
  /** a chain leaves it, so the required functions are installed */
  forwards: boolean;
  constructs: Use;
  rules: Use;
  ingressGbps: Use;
  egressGbps: Use;
  externs: { name: string; gbps: Use }[];
  /** 10^9 cycles per second of the cores of a server; null: the device has none that functions share */
  gigacycles: Use | null;
  /** its queue under load: packets/s, utilisation, mean wait (null: grows without limit); null without load */
  load: { pps: number; utilisation: number; waitUs: number | null } | null;
  /** share of its fullest resource; null when nothing is limited */
  fullest: number | null;
};

export type LinkEvaluation = { a: string; b: string; gbps: number; thereGbps: number; backGbps: number };

/**
 * All that a layout means: chains in the order of the problem; devices and links that it uses; the sum of delays over
 * the chains that have a sound place.
 */
export type Evaluation = DelaySum & {
  chains: ChainEvaluation[];
  devices: DeviceEvaluation[];
  links: LinkEvaluation[];
  /** constraints that are broken, in words, by their number in the thesis; also `failed` and `DL` */
  violations: Conflict[];
  powerWatts: number;
  costUsd: number;
  /** the weighted objective of `place` (SPEC PA16) */
  objective: number;
  /** the load under which the delays hold; null: those of an empty network (options.latency) */
  load: LoadReport | null;
};

/** Share of a resource that is taken, null without a limit. */
export const shareOf = ({ used, limit }: Use): number | null =>
  limit === null || limit === 0 ? null : used / limit;
