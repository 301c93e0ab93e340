import {
  type CorePoint,
  capacityOverCores,
  type Driver,
  leastCores,
  type Nic,
  nicBound,
  type ServerProfile,
} from "../../server/index.ts";
import { softwareCycles } from "../classes/cost.ts";
import type { PathCost, Synthesis, TrafficClass } from "../classes/synthesis.ts";

/**
 * `gbps` in full batches; `lowGbps` when each packet pays alone what its batch shares (Table 7.1 as measured): what
 * lies between depends on how full the batches are.
 */
export type CoreRange = CorePoint & { lowGbps: number };

/** What a chain carries on a server over its cores, as it was and as one function. */
export type ChainThroughput = {
  server: string;
  driver: Driver;
  /** without checksum */
  frameBytes: number;
  /** Gbps that the NIC lets through; null where that is not stated */
  portGbps: number | null;
  /** every packet as dear as the dearest, or by the shares that are given */
  basis: "dearest" | "shares";
  original: CoreRange[];
  synthesised: CoreRange[];
  /** elements without a published cost, which count nothing here */
  uncounted: string[];
};

export type ThroughputOptions = {
  profile: ServerProfile;
  driver: Driver;
  frameBytes: number;
  nic: Nic | null;
  /** packets of each class, by its id, in any unit; absent: all as the dearest */
  shares?: ReadonlyMap<number, number> | undefined;
  /** cycles of one packet of a class of the synthesised function that were measured, by its id */
  measured?: ReadonlyMap<number, number> | undefined;
};

/**
 * Throughput against cores of a chain of one's own: its cycles on the cores of `profile` with input and output, in full
 * batches, up to what the NIC lets through (room `server`). What is measured takes the place of Table 7.1.
 */
export function chainThroughput(
  { classes }: Synthesis,
  { profile, driver, frameBytes, nic, shares, measured }: ThroughputOptions,
): ChainThroughput {
  const port = nic === null ? null : nicBound(nic, frameBytes, null);
  const costs = (of: (c: TrafficClass) => Cycles) => {
    const each = classes.map((c) => ({ cost: of(c), share: shares?.get(c.id) ?? 0 }));
    return [{ type: "chain", ...(shares === undefined ? dearest(each.map((e) => e.cost)) : mean(each)) }];
  };
  const over = (of: (c: TrafficClass) => Cycles): CoreRange[] => {
    const functions = costs(of);
    const alone = functions.map(({ type, cyclesPerPacket, cyclesPerBatch }) => ({
      type,
      cyclesPerPacket: cyclesPerPacket + cyclesPerBatch,
    }));
    const low = capacityOverCores(profile, driver, alone, { frameBytes, port });
    return capacityOverCores(profile, driver, functions, { frameBytes, port }).map((p, i) => ({
      ...p,
      lowGbps: low[i]!.gbps,
    }));
  };
  const known = (c: TrafficClass): Cycles => {
    const cycles = measured?.get(c.id);
    return cycles === undefined ? softwareCycles(c.after) : { cyclesPerPacket: cycles, cyclesPerBatch: 0 };
  };
  const uncounted = (cost: PathCost): string[] => cost.uncounted;
  return {
    server: profile.id,
    driver,
    frameBytes,
    portGbps: port?.gbps ?? null,
    basis: shares === undefined ? "dearest" : "shares",
    original: over((c) => softwareCycles(c.before)),
    synthesised: over(known),
    uncounted: [...new Set(classes.flatMap((c) => [...uncounted(c.before), ...uncounted(c.after)]))],
  };
}

/** Least cores for a load, of the chain as it was and as one function; null when the server has too few. */
export const coresForLoad = (
  { original, synthesised }: Pick<ChainThroughput, "original" | "synthesised">,
  gbps: number,
): { original: number | null; synthesised: number | null } => ({
  original: leastCores(original, gbps),
  synthesised: leastCores(synthesised, gbps),
});

type Cycles = { cyclesPerPacket: number; cyclesPerBatch: number };

const dearest = (costs: readonly Cycles[]): Cycles =>
  costs.reduce((a, b) =>
    b.cyclesPerPacket + b.cyclesPerBatch > a.cyclesPerPacket + a.cyclesPerBatch ? b : a,
  );

function mean(costs: readonly { cost: Cycles; share: number }[]): Cycles {
  const all = costs.reduce((sum, c) => sum + c.share, 0);
  const of = (key: keyof Cycles): number => costs.reduce((sum, c) => sum + c.share * c.cost[key], 0) / all;
  return { cyclesPerPacket: of("cyclesPerPacket"), cyclesPerBatch: of("cyclesPerBatch") };
}
