import type { Policy } from "../data/serverProfile.ts";
import type { Fabric } from "../data/tables.ts";
import type { Measurement } from "../measure/measurement.ts";
import type { PacketLatency } from "../perPacket/packetLatency.ts";
import type { TimeRatios } from "../perPacket/ratios.ts";

/** What the rules look at; null where nobody counted. */
export type Facts = {
  measurement: Measurement;
  functions: number;
  fabric: Fabric | null;
  policy: Policy;
  batch: number;
  latency: PacketLatency;
  ratios: TimeRatios;
  migrations: number | null;
  /** greatest share of a function's time by kind of what it does */
  lockShare: number | null;
  crossingShare: number | null;
  contextSwitchesPerPacket: number | null;
};

/** A number that speaks for a finding, beside the threshold that it crossed. */
export type Evidence = { what: string; value: number; threshold: number | null; unit: string };

/** New latency over old, or what else changes, as the thesis measured it on its machine. */
export type RemedyEffect = {
  of: string;
  factorLow: number;
  factorHigh: number;
  /** the predicted values where the old one is known, us */
  beforeUs: number | null;
  afterLowUs: number | null;
  afterHighUs: number | null;
  source: string;
};

export type Remedy = { title: string; effect: RemedyEffect | null; note: string | null };

/** `found`: all that the rule asks for is there; `suspected`: a part of it was not counted. */
export type Finding = {
  id: string;
  title: string;
  strength: "found" | "suspected";
  healthy: boolean;
  cause: string;
  evidence: Evidence[];
  remedies: Remedy[];
  source: string;
};

/** An effect by a factor range on a latency that may be unknown. */
export const effect = (
  of: string,
  [factorLow, factorHigh]: readonly [number, number],
  beforeUs: number | null,
  source: string,
): RemedyEffect => ({
  of,
  factorLow,
  factorHigh,
  beforeUs,
  afterLowUs: beforeUs === null ? null : beforeUs * factorLow,
  afterHighUs: beforeUs === null ? null : beforeUs * factorHigh,
  source,
});
