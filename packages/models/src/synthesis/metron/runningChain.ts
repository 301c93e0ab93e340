import { assert } from "../../core/index.ts";
import type { ScaledClass, ScaledGroup } from "../../server/index.ts";
import { needsKnownFlow, type Synthesis } from "../classes/synthesis.ts";
import { fullSet, sizeOf } from "../header/fieldSet.ts";
import { FIVE_TUPLE, PACKET_LAYOUT } from "../header/layout.ts";
import { dispatchedEntries, divide, type PoolSlice, type TagGroup } from "../offload/assignGroups.ts";
import { expandFilter } from "../offload/expandFilter.ts";
import type { ClassifierPlace } from "../offload/generateRules.ts";
import type { OffloadNetwork } from "../offload/network.ts";
import type { OffloadPlan } from "../offload/planOffload.ts";
import { regroupPools } from "../offload/regroupPools.ts";
import type { SplitRule } from "../offload/splitRules.ts";
import { SLOTS_PER_CORE, tagOf } from "../offload/tags.ts";
import type { OffloadTarget } from "../offload/target.ts";

/** Share of a chain's traffic by rule (`entry#position`, `entry#rest`); the sum is 1. */
export type TrafficShares = ReadonlyMap<string, number>;

/** Our choice: flows of one rule that can be told apart, so that it can be halved six times. */
const FLOWS_PER_RULE = 64;

/** A chain with the groups that it has now: what scaling changes. `scaled` and `groups` have the same ids. */
export type RunningChain = {
  places: ClassifierPlace[];
  groups: TagGroup[];
  scaled: ScaledGroup[];
  /** values from which each core chooses; empty where one core has them all */
  slices: PoolSlice[];
};

export const restId = (entry: string): string => `${entry}#rest`;
const boundId = (entry: string): string => `${entry}#all`;
export const ruleId = (entry: string, at: number): string => `${entry}#${at}`;

/**
 * The groups of a plan as scaling sees them. A group whose state table answers replies is one class of one
 * flow: it cannot be split, because a reply must find its mapping. So is the rest, which has no rules by
 * which its packets could be told apart.
 */
export function runningChain(synthesis: Synthesis, plan: OffloadPlan, shares: TrafficShares): RunningChain {
  const answered = new Set(synthesis.classes.flatMap((c) => (needsKnownFlow(c) ? [c.state] : [])));
  const shareOf = (id: string): number => shares.get(id) ?? 0;
  const scaled = plan.assignment.groups.map((g): ScaledGroup => {
    const { split, target } = plan.places.find((p) => p.entry === g.entry)!;
    const about = { id: g.id, core: g.core };
    if (g.class === null) {
      const id = restId(g.entry);
      return { ...about, classes: [{ id, operation: id, share: shareOf(id), flows: 1 }] };
    }
    const operation = `${g.entry} class ${g.class}`;
    if (g.state !== null && answered.has(g.state)) {
      const share = g.rules.reduce((sum, at) => sum + shareOf(ruleId(g.entry, at)), 0);
      return { ...about, classes: [{ id: boundId(g.entry), operation, share, flows: 1 }] };
    }
    return {
      ...about,
      classes: g.rules.map((at): ScaledClass => {
        const id = ruleId(g.entry, at);
        const flows = halves(split.rules[at]!, target) === null ? 1 : FLOWS_PER_RULE;
        return { id, operation, share: shareOf(id), flows };
      }),
    };
  });
  const { groups, slices } = plan.assignment;
  return { places: plan.places, groups, scaled, slices };
}

/**
 * Our choice: the field of a flow with most values is halved, the protocol never. Null for a single flow, or
 * when the target cannot tell halves.
 */
function halves(rule: SplitRule, target: OffloadTarget): [SplitRule, SplitRule] | null {
  const sets = FIVE_TUPLE.filter((f) => f !== "ipProto").map((field) => ({
    field,
    set: rule.filter[field] ?? fullSet(PACKET_LAYOUT[field]),
  }));
  const widest = sets.reduce((a, b) => (sizeOf(b.set) > sizeOf(a.set) ? b : a));
  if (sizeOf(widest.set) < 2) return null;
  const made = divide(widest.set, 2).flatMap((set): SplitRule[] => {
    const filter = { ...rule.filter, [widest.field]: set };
    const expanded = expandFilter(filter, target);
    return "entries" in expanded ? [{ ...rule, filter, entries: expanded.entries }] : [];
  });
  const [one, two] = made;
  return one && two ? [one, two] : null;
}

/**
 * The chain with the groups that scaling decided on: those that are new or on another core get tags of their
 * own there. Null when a core has no tag left, the target cannot tell the halves of a rule apart, or a pool
 * has too few values.
 */
export function withGroups(
  chain: RunningChain,
  next: readonly ScaledGroup[],
  network: OffloadNetwork,
  server: string,
): RunningChain | null {
  const halved = halveRules(chain.places, next);
  if (halved === null) return null;
  const { places, renamed } = halved;
  const scaled = next.map((g) => ({
    ...g,
    classes: g.classes.map((c) => ({ ...c, id: renamed.get(c.id) ?? c.id })),
  }));
  const at = network.servers.find((s) => s.id === server)!;
  const about = { id: at.id, index: network.servers.indexOf(at) };
  const taken = new Set(chain.groups.map((g) => `${g.core}/${g.tag.slot}`));
  const groups: TagGroup[] = [];
  const originOf = (g: { id: string }): TagGroup =>
    chain.groups.find((o) => o.id === g.id) ?? parentOf(chain, g.id);
  for (const g of scaled) {
    const before = originOf(g);
    const rules = g.classes.flatMap((c) => (isWholeGroup(c) ? before.rules : [positionOf(c)]));
    let { tag } = before;
    if (before.id !== g.id || before.core !== g.core) {
      const slots = Array.from({ length: SLOTS_PER_CORE }, (_, i) => i);
      const slot = slots.find((i) => !taken.has(`${g.core}/${i}`));
      const made = slot === undefined ? null : tagOf(at.nic.dispatch, about, g.core, slot);
      if (made === null) return null;
      taken.add(`${g.core}/${made.slot}`);
      tag = made;
    }
    groups.push({ ...before, id: g.id, core: g.core, rules, tag });
  }
  const change = { after: groups, originOf, dispatched: dispatchedEntries(places) };
  const slices = regroupPools(chain.slices, change);
  return slices === null ? null : { places, groups, scaled, slices };
}

const isWholeGroup = (c: ScaledClass): boolean => !/#\d+$/.test(c.id);
const positionOf = (c: ScaledClass): number => Number(c.id.slice(c.id.lastIndexOf("#") + 1));

/** A new group is named after the one that it was split from. */
function parentOf(chain: RunningChain, id: string): TagGroup {
  const found = chain.groups.find((g) => g.id === id.slice(0, id.lastIndexOf(".")));
  assert(found, `${id} comes from a group of the chain`);
  return found;
}

/**
 * Makes rules of the halves `napt[in]#3/1` and `/2`: the first takes the place of the whole, the second is appended.
 */
function halveRules(
  before: readonly ClassifierPlace[],
  groups: readonly ScaledGroup[],
): { places: ClassifierPlace[]; renamed: Map<string, string> } | null {
  const places = before.map((p) => ({ ...p, split: { ...p.split, rules: [...p.split.rules] } }));
  const renamed = new Map<string, string>();
  for (const { id } of groups.flatMap((g) => g.classes)) {
    const [, entry, at] = /^(.*)#(\d+)\/1$/.exec(id) ?? [];
    if (entry === undefined) continue;
    const { split, target } = places.find((p) => p.entry === entry)!;
    const position = Number(at);
    const both = halves(split.rules[position]!, target);
    if (both === null) return null;
    split.rules[position] = both[0];
    split.rules.push(both[1]);
    renamed.set(id, ruleId(entry, position));
    renamed.set(`${entry}#${position}/2`, ruleId(entry, split.rules.length - 1));
  }
  return { places, renamed };
}
