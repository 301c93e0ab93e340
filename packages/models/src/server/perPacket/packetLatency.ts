import { NS_PER_US } from "../../core/index.ts";
import type { Policy, ServerProfile } from "../data/serverProfile.ts";
import { type CounterName, type Counters, type LatencyTermName, latencyTerms } from "./counters.ts";

/**
 * Cost of one reference, ns: at the slowest stride (what the Profiler takes), at the fastest, or what fits
 * published profiles.
 */
export type CostBasis = "slowest" | "fastest" | "effective";

/** Counts of one process over a run in which it handled `packets`. */
export type ProcessCounts = { packets: number; counts: Counters };

/**
 * One of the nine terms: `perPacket` references at `unitNs`. Null where nobody counted, or where the cost is
 * not published.
 */
type LatencyTerm = {
  term: LatencyTermName;
  title: string;
  perPacket: number | null;
  unitNs: number | null;
  us: number | null;
};

export type PacketLatency = {
  terms: LatencyTerm[];
  /** sum of the terms that are known; null when none is */
  us: number | null;
  /** the same at the fastest stride of each level */
  lowUs: number | null;
  /** the terms without a value */
  unknown: LatencyTermName[];
};

const costNs = (
  profile: ServerProfile,
  policy: Policy,
  basis: CostBasis,
): Record<CounterName, number | null> => {
  const level = (name: keyof ServerProfile["memory"]): number => {
    const { fastestNs, slowestNs, effectiveNs } = profile.memory[name];
    if (basis === "effective") return (effectiveNs ?? slowestNs).value;
    return (basis === "slowest" ? slowestNs : fastestNs).value;
  };
  return {
    l1Hits: level("l1"),
    l2Hits: level("l2"),
    l3Hits: level("l3"),
    dramRefs: level("dram"),
    l1TlbHits: profile.tlb.l1HitNs?.value ?? null,
    l2TlbHits: profile.tlb.l2HitNs?.value ?? null,
    tlbMisses: level("dram"),
    contextSwitches: profile.contextSwitchNs[policy].value,
    sysCalls: profile.sysCallNs.value,
  };
};

/**
 * Latency of a packet through `processes`, us, as the sum of nine terms (thesis Sec. 6.2.1.3, Table 6.3);
 * counts are summed per packet over the processes. Waiting for a core is not in it (Sec. 6.3.2.1:
 * `timeRatios`). A term that nobody counted is null, and the sum is a lower end.
 */
export function packetLatency(
  processes: readonly ProcessCounts[],
  profile: ServerProfile,
  policy: Policy,
  basis: CostBasis = "slowest",
): PacketLatency {
  const unit = costNs(profile, policy, basis);
  const fastest = costNs(profile, policy, "fastest");
  let lowUs = 0;
  const terms = latencyTerms.map(({ term, counter, title }): LatencyTerm => {
    const perPacket = referencesPerPacket(processes, counter);
    // nothing of a kind costs nothing, whatever one of them costs
    const at = (ns: number | null): number | null =>
      perPacket === 0 ? 0 : perPacket === null || ns === null ? null : (perPacket * ns) / NS_PER_US;
    lowUs += at(fastest[counter]) ?? 0;
    return { term, title, perPacket, unitNs: unit[counter], us: at(unit[counter]) };
  });
  const known = terms.filter((t) => t.us !== null);
  const us = known.length === 0 ? null : known.reduce((sum, t) => sum + (t.us ?? 0), 0);
  return {
    terms,
    us,
    lowUs: us === null ? null : lowUs,
    unknown: terms.filter((t) => t.us === null).map((t) => t.term),
  };
}

/** References per packet, summed over the processes; null when none of them was counted. */
function referencesPerPacket(processes: readonly ProcessCounts[], counter: CounterName): number | null {
  const counted = processes.flatMap(({ packets, counts }) => {
    const count = counts[counter];
    return count === null ? [] : [count / packets];
  });
  return counted.length === 0 ? null : counted.reduce((sum, c) => sum + c, 0);
}

/** Share of a term in `totalUs` (the sum of the known terms, or a measured latency); null where the term is unknown. */
export function termShare(
  latency: PacketLatency,
  name: LatencyTermName,
  totalUs = latency.us,
): number | null {
  const us = latency.terms.find((t) => t.term === name)?.us ?? null;
  return us === null || totalUs === null || totalUs === 0 ? null : us / totalUs;
}

/**
 * Profiled latency of the thesis' router behind kernel drivers from DRAM references alone, us: least squares
 * on Table 6.7, OVSK and Kernel, greatest residual 0.66 us (derived) [katsikas-m1]. Not valid for DPDK.
 */
export const latencyFromDramRefsUs = (refsPerPacket: number): number => 0.0728 * refsPerPacket + 0.815;
