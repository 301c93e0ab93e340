import type { ScalingPreset } from "../data/tables.ts";
import { groupShare, mergeGroups, type ScaledGroup, splitGroup, verdictOf } from "./rules.ts";

/** Offered load from `atMs` on. */
export type LoadPoint = { atMs: number; gbps: number };

export type ScalingInput = {
  preset: ScalingPreset;
  groups: readonly ScaledGroup[];
  cores: number;
  gbpsPerCore: number;
  load: readonly LoadPoint[];
  untilMs: number;
  /** ms from a decision to its effect: rules and, for a new core, its start */
  actionMs: number;
};

export type ScalingAction =
  | { kind: "split"; group: string; toCore: number }
  | { kind: "merge"; group: string; into: string; freesCore: number }
  | { kind: "stuck"; group: string; reason: string };

export type ScalingSample = {
  atMs: number;
  offeredGbps: number;
  /** what the cores of the groups process of it */
  carriedGbps: number;
  usedCores: number;
  greatestLoad: number;
  actions: ScalingAction[];
};

/**
 * The control loop over a trace of load [katsikas-m10]: each period the load of every core is judged;
 * overloaded groups are split in two, the two least loaded groups of the same operation are merged when both
 * are underloaded and together not overloaded. What is decided holds from the next sample that is `actionMs`
 * later. Same input, same answer.
 */
export function simulateScaling(input: ScalingInput): ScalingSample[] {
  const { preset, cores, gbpsPerCore, untilMs, actionMs } = input;
  let groups = [...input.groups];
  let waiting: { atMs: number; groups: ScaledGroup[] } | null = null;
  const samples: ScalingSample[] = [];
  for (let atMs = 0; atMs <= untilMs; atMs += preset.periodMs.value) {
    if (waiting !== null && waiting.atMs <= atMs) {
      groups = waiting.groups;
      waiting = null;
    }
    const offeredGbps = input.load.findLast((p) => p.atMs <= atMs)?.gbps ?? 0;
    const loadOf = (g: ScaledGroup): number => (groupShare(g) * offeredGbps) / gbpsPerCore;
    const decided: ScalingDecision =
      waiting === null ? decideScaling(groups, loadOf, preset, cores) : { groups, actions: [] };
    const changes = decided.actions.some((a) => a.kind !== "stuck");
    if (changes) waiting = { atMs: atMs + actionMs, groups: decided.groups };
    samples.push({
      atMs,
      offeredGbps,
      carriedGbps: groups.reduce((sum, g) => sum + Math.min(1, loadOf(g)) * gbpsPerCore, 0),
      usedCores: groups.length,
      greatestLoad: Math.max(0, ...groups.map(loadOf)),
      actions: decided.actions,
    });
  }
  return samples;
}

/** Groups after the actions of one period; the given ones when there is nothing to do. */
export type ScalingDecision = { groups: ScaledGroup[]; actions: ScalingAction[] };

/**
 * What one look at the cores asks for: overloaded groups are split while cores are free; only when none is,
 * two idle ones are merged.
 */
export function decideScaling(
  groups: readonly ScaledGroup[],
  loadOf: (g: ScaledGroup) => number,
  preset: ScalingPreset,
  cores: number,
  deadCores: ReadonlySet<number> = new Set(),
): ScalingDecision {
  const next: ScaledGroup[] = [];
  const actions: ScalingAction[] = [];
  const used = new Set([...deadCores, ...groups.map((g) => g.core)]);
  for (const group of groups) {
    if (verdictOf(loadOf(group), preset) !== "split") {
      next.push(group);
      continue;
    }
    const free = firstFree(used, cores);
    const split = free === null ? null : splitGroup(group, free);
    if (free === null || split === null) {
      const reason = free === null ? "no core is free" : "a single flow stays on one core";
      actions.push({ kind: "stuck", group: group.id, reason });
      next.push(group);
      continue;
    }
    used.add(free);
    actions.push({ kind: "split", group: group.id, toCore: free });
    next.push(...split);
  }
  return actions.length > 0 ? { groups: next, actions } : mergeIdle(groups, loadOf, preset);
}

/** Merges the two least loaded groups that may be one; nothing when that would overload the core. */
function mergeIdle(
  groups: readonly ScaledGroup[],
  loadOf: (g: ScaledGroup) => number,
  preset: ScalingPreset,
): ScalingDecision {
  const idle = groups
    .filter((g) => verdictOf(loadOf(g), preset) === "merge")
    .sort((a, b) => loadOf(a) - loadOf(b) || a.core - b.core);
  for (const [i, a] of idle.entries())
    for (const b of idle.slice(i + 1)) {
      const [kept, gone] = a.core < b.core ? [a, b] : [b, a];
      const merged = mergeGroups(kept, gone);
      if (merged === null || loadOf(a) + loadOf(b) > preset.overload.value) continue;
      return {
        groups: groups.flatMap((g) => (g === gone ? [] : [g === kept ? merged : g])),
        actions: [{ kind: "merge", group: gone.id, into: kept.id, freesCore: gone.core }],
      };
    }
  return { groups: [...groups], actions: [] };
}

function firstFree(used: ReadonlySet<number>, cores: number): number | null {
  for (let core = 0; core < cores; core++) if (!used.has(core)) return core;
  return null;
}
