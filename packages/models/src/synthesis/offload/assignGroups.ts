import type { Ending, StateTable, Synthesis } from "../classes/synthesis.ts";
import { type FieldSet, setOf, sizeOf, valueAt } from "../header/fieldSet.ts";
import type { Writes } from "../header/writes.ts";
import type { OffloadServer } from "./network.ts";
import { type SplitClassifier, softwareShare } from "./splitRules.ts";
import { type Tag, tagOf } from "./tags.ts";
import type { OffloadTarget } from "./target.ts";

/**
 * Rules of one entry whose packets get the same operation on the server, and so may share a core (thesis Sec.
 * 8.1.3.4). `class` null: the rest, which the server classifies itself.
 */
export type TagGroup = {
  id: string;
  entry: string;
  class: number | null;
  /** positions in the rules of the entry's split classifier; empty for the rest */
  rules: number[];
  core: number;
  tag: Tag;
  /** what the switch writes before it sets the tag, and what the server writes */
  hardware: Writes;
  software: Writes;
  ending: Ending | null;
  state: string | null;
};

/** The values of a pool from which one core chooses: mappings stay unique without cores that talk (Property 1). */
export type PoolSlice = { state: string; field: string; core: number; values: FieldSet };

export type Assignment = { groups: TagGroup[]; slices: PoolSlice[]; notes: string[] };

/** A classifier with the target that it was split for; `tags`: whether that sets tags, or chooses the queue itself. */
export type PlacedClassifier = { split: SplitClassifier; target: OffloadTarget };

type Draft = Omit<TagGroup, "core" | "tag" | "id">;

/**
 * Groups on cores: one for each class and entry, split by rules while cores are left (the largest first; our
 * choice). Classes of a rewriter with replies stay on one core, so that a reply finds its mapping; other
 * tables have their pools divided. More groups than tags: the last join the rest.
 */
export function assignGroups(
  synthesis: Synthesis,
  placed: readonly PlacedClassifier[],
  server: { at: OffloadServer; index: number },
  cores: readonly number[],
): Assignment {
  const notes: string[] = [];
  const tagField = server.at.nic.dispatch === "vlan" ? null : "ethDst";
  const drafts = placed.flatMap((p) => draftsOf(synthesis, p, tagField));
  const families = familiesOf(synthesis);
  const answered = new Set(families.keys());
  // a rest that no rule leads to gets no core of its own
  const idle = drafts.filter((d) => d.class === null && !leavesRules(d, placed));
  const groups = fill(
    drafts.filter((d) => !idle.includes(d)),
    cores.length,
    (d) => {
      if (d.state === null) return true;
      const table = synthesis.states.find((s) => s.id === d.state);
      return !answered.has(d.state) && table !== undefined && poolSize(table) >= cores.length;
    },
  );
  const boundTo = new Map<string, number>();
  const placedGroups = [...groups, ...idle].map((draft, i) => {
    const { state } = draft;
    const family = state === null ? undefined : families.get(state);
    const bound = family === undefined ? undefined : boundTo.get(family);
    const core = bound ?? cores[i % cores.length]!;
    if (family !== undefined) boundTo.set(family, core);
    return { draft, core };
  });
  const used = new Map(cores.map((core) => [core, 0]));
  const tagged: TagGroup[] = [];
  // the rest of each entry must have a tag; of the others the last may join it
  const first = placedGroups.filter((g) => g.draft.class === null);
  for (const { draft, core } of [...first, ...placedGroups.filter((g) => g.draft.class !== null)]) {
    const at = { id: server.at.id, index: server.index };
    const tag = tagOf(server.at.nic.dispatch, at, core, used.get(core)!);
    if (tag === null) {
      notes.push(
        `${nameOf(draft)} has no tag of its own on core ${core}: the server classifies it; take more cores`,
      );
      continue;
    }
    used.set(core, used.get(core)! + 1);
    tagged.push({ ...draft, id: `g${tagged.length}`, core, tag });
  }
  return { groups: tagged, slices: slicesOf(synthesis, tagged, answered, placed), notes };
}

/**
 * State tables that must share a core, each with the name of its family: a reply meets the rewriter that mapped its
 * flow, whichever exit the flow left by, and comes before anything says by which. Tables without replies are in none.
 */
function familiesOf({ classes, states }: Synthesis): Map<string, string> {
  const answering = new Set(
    classes.flatMap(({ flows, ending }) =>
      flows.flatMap((f) =>
        f.known || (ending.kind === "cut" && ending.resumes !== undefined) ? [f.state] : [],
      ),
    ),
  );
  const families = new Map<string, string>();
  for (const table of states) {
    const shared = table.replaces.filter((rewriter) => answering.has(rewriter));
    if (shared.length === 0) continue;
    const met = states.filter((s) => families.has(s.id) && s.replaces.some((x) => shared.includes(x)));
    const names = new Set(met.map((s) => families.get(s.id)!));
    for (const [id, name] of families) if (names.has(name)) families.set(id, table.id);
    families.set(table.id, table.id);
  }
  return families;
}

const leavesRules = ({ entry }: Draft, placed: readonly PlacedClassifier[]): boolean =>
  placed.some((p) => p.split.entry === entry && p.split.rules.some((r) => r.part === "software"));

const nameOf = (d: Draft): string =>
  d.class === null ? `the rest of ${d.entry}` : `class ${d.class} of ${d.entry}`;

/** One draft for each class that reaches the server, the rest of the entry first: it must have a tag. */
function draftsOf(
  synthesis: Synthesis,
  { split, target }: PlacedClassifier,
  tagField: string | null,
): Draft[] {
  const { entry, mode, rules } = split;
  const rest: Draft = {
    entry,
    class: null,
    rules: [],
    hardware: {},
    software: {},
    ending: null,
    state: null,
  };
  const byClass = new Map<number, number[]>();
  for (const [at, rule] of rules.entries())
    if (rule.part === "split") byClass.set(rule.class, [...(byClass.get(rule.class) ?? []), at]);
  return [
    rest,
    ...[...byClass].map(([id, indices]): Draft => {
      const c = synthesis.classes[id]!;
      return {
        entry,
        class: id,
        rules: indices,
        ...softwareShare(mode, c, target, tagField),
        ending: c.ending,
        state: c.state,
      };
    }),
  ];
}

/** Splits the groups with most rules until every core has one, or none can be split. */
function fill(drafts: readonly Draft[], cores: number, maySplit: (d: Draft) => boolean): Draft[] {
  const out = [...drafts];
  while (out.length < cores) {
    const largest = out
      .filter((d) => d.rules.length > 1 && maySplit(d))
      .reduce<Draft | null>((a, b) => (a === null || b.rules.length > a.rules.length ? b : a), null);
    if (largest === null) break;
    const half = Math.ceil(largest.rules.length / 2);
    const at = out.indexOf(largest);
    out.splice(
      at,
      1,
      { ...largest, rules: largest.rules.slice(0, half) },
      { ...largest, rules: largest.rules.slice(half) },
    );
  }
  return out;
}

/** Entries whose packets the server classifies itself. */
export const dispatchedEntries = (placed: readonly PlacedClassifier[]): Set<string> =>
  new Set(placed.filter((p) => p.split.mode === "dispatch").map((p) => p.split.entry));

const poolsOf = (table: StateTable) => table.fields.filter((f) => f.choice === "pool");
const poolSize = (table: StateTable): number => Math.max(0, ...poolsOf(table).map((f) => sizeOf(f.values)));

function slicesOf(
  synthesis: Synthesis,
  groups: readonly TagGroup[],
  answered: ReadonlySet<string>,
  placed: readonly PlacedClassifier[],
): PoolSlice[] {
  const dispatched = dispatchedEntries(placed);
  return synthesis.states.flatMap((table) => {
    // where the server classifies, packets of any table may come, so these cores need values, too
    const owners = groups.filter((g) => g.state === table.id || g.class === null || dispatched.has(g.entry));
    const cores = [...new Set(owners.map((g) => g.core))].sort((a, b) => a - b);
    const largest = poolsOf(table).toSorted((a, b) => sizeOf(b.values) - sizeOf(a.values))[0];
    if (!largest || answered.has(table.id) || sizeOf(largest.values) < cores.length) return [];
    return divide(largest.values, cores.length).map(
      (values, i): PoolSlice => ({ state: table.id, field: largest.field, core: cores[i]!, values }),
    );
  });
}

/** `parts` sets of consecutive values, of nearly equal size. */
export function divide(set: FieldSet, parts: number): FieldSet[] {
  const size = sizeOf(set);
  return Array.from({ length: parts }, (_, i) => {
    const from = valueAt(set, Math.floor((size * i) / parts))!;
    const to = valueAt(set, Math.floor((size * (i + 1)) / parts) - 1)!;
    return setOf(cut(set, from, to));
  });
}

function cut(set: FieldSet, from: number, to: number): [number, number][] {
  const out: [number, number][] = [];
  for (let i = 0; i < set.length; i += 2) {
    const low = Math.max(from, set[i]!);
    const high = Math.min(to, set[i + 1]!);
    if (low <= high) out.push([low, high]);
  }
  return out;
}
