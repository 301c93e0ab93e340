import {
  decideScaling,
  groupShare,
  type ScaledGroup,
  type ScalingAction,
  type ScalingPreset,
  verdictOf,
} from "../../server/index.ts";

/** `measured`: the agent's mean of the load, 0..1. */
export type MeasuredCore = { core: number; measured: number };

export type Change =
  | Exclude<ScalingAction, { kind: "stuck" }>
  | { kind: "move"; group: string; toCore: number };

/** At most one change, with the groups behind it; `stuck`: overloaded groups for which nothing can be done. */
export type Decided = {
  next: { groups: ScaledGroup[]; action: Change } | null;
  stuck: { group: string; reason: string }[];
};

/**
 * One look of the controller: of several groups on an overloaded core the smallest moves out (our choice);
 * otherwise the rules of scaling decide, and the first of their actions is taken. The others wait for the
 * next period, when the loads are known again.
 */
export function decideChange(
  groups: readonly ScaledGroup[],
  cores: readonly MeasuredCore[],
  preset: ScalingPreset,
  limit: { cores: number; dead: ReadonlySet<number> },
): Decided {
  // dead cores are numbers that are left out
  const range = limit.cores + limit.dead.size;
  // groups without traffic (a rest that no rule leads to) need no core of their own
  const idle = groups.filter((g) => groupShare(g) === 0);
  const active = groups.filter((g) => groupShare(g) > 0);
  const crowded = cores.find(
    (c) => verdictOf(c.measured, preset) === "split" && active.filter((g) => g.core === c.core).length > 1,
  );
  if (crowded) return moveOut(active, idle, crowded.core, { ...limit, cores: range });
  const loadOn = new Map(cores.map((c) => [c.core, c.measured]));
  const decided = decideScaling(active, (g) => loadOn.get(g.core) ?? 0, preset, range, limit.dead);
  const stuck = decided.actions.flatMap((a) => (a.kind === "stuck" ? [a] : []));
  const action = decided.actions.find((a) => a.kind !== "stuck");
  if (!action) return { next: null, stuck };
  if (action.kind === "merge") return { next: { groups: [...idle, ...decided.groups], action }, stuck };
  const halves = decided.groups.filter(
    (g) => g.id === action.group || g.id === `${action.group}.${action.toCore}`,
  );
  const next = groups.flatMap((g) => (g.id === action.group ? halves : [g]));
  return { next: { groups: next, action }, stuck };
}

function moveOut(
  active: readonly ScaledGroup[],
  idle: readonly ScaledGroup[],
  core: number,
  limit: { cores: number; dead: ReadonlySet<number> },
): Decided {
  const group = active
    .filter((g) => g.core === core)
    .reduce((a, b) => (groupShare(b) < groupShare(a) ? b : a));
  const used = new Set([...limit.dead, ...active.map((g) => g.core)]);
  const free = Array.from({ length: limit.cores }, (_, i) => i).find((c) => !used.has(c));
  if (free === undefined) return { next: null, stuck: [{ group: group.id, reason: "no core is free" }] };
  const moved = active.map((g) => (g === group ? { ...g, core: free } : g));
  const action = { kind: "move", group: group.id, toCore: free } as const;
  return { next: { groups: [...idle, ...moved], action }, stuck: [] };
}
