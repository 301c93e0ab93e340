import { assert, type Diagnostic } from "../../core/index.ts";
import { checkAcyclic } from "../graph/checkAcyclic.ts";
import { hopField, isLocalField } from "../graph/nfGraph.ts";
import type { BeyondFields, UnitGraph } from "../graph/unit.ts";
import { type Writes, writesKey } from "../header/writes.ts";
import { compress, type Look } from "./compress.ts";
import { costOfClass, costOfWay } from "./cost.ts";
import { type Start, withCostsBefore } from "./stages.ts";
import { createStates } from "./states.ts";
import {
  type ClassRule,
  type Cut,
  type EntryClassifier,
  needsKnownFlow,
  type PathCost,
  type Refusal,
  type Stage,
  type Synthesis,
  type TrafficClass,
} from "./synthesis.ts";
import { type Emission, MAX_WAY, StopTraversal, traverse } from "./traverse.ts";
import { crosses, leastMtu, unitsOfWay, type Way } from "./way.ts";

export type SynthesiseOptions = {
  signal?: AbortSignal;
  /**
   * called now and then with the filters found so far by `traverse`, then with those that `compress` has left
   * of an entry
   */
  onProgress?: (filters: number, stage: "traverse" | "compress") => void;
  /** filters at most, DEFAULT_MAX_FILTERS when left out: bounds time and memory */
  maxFilters?: number;
  /**
   * whether packets of known flows that come in where others are meant to are classes of their own: rewriters take
   * them anywhere. Otherwise they belong to the class of the others there, whose server knows them.
   */
  hairpins?: boolean;
  /** outputs of rewriters behind which classes are told anew even when nothing there asks for it (`stagePlace`) */
  stagedAt?: ReadonlySet<string>;
};

/** Our choice: some 100 MB; the 8,550-rule chain of the thesis needs about a tenth. */
const DEFAULT_MAX_FILTERS = 200_000;
/** Our choice: different ways that a class keeps for the page. */
const MAX_PATHS = 8;

type Draft = Pick<
  TrafficClass,
  "writes" | "ending" | "state" | "flows" | "mtu" | "nextHop" | "dropsBroadcasts"
> & {
  ways: Set<Way>;
  entries: Set<string>;
};

/**
 * SNF (thesis Ch. 7): turns a chain's element graph into a map from traffic classes to one operation each.
 * Classes are disjoint by first match and cover the entry space. Never throws on input: a cycle, an abort or
 * too many filters are refusals with their reason.
 */
export function synthesise(graph: UnitGraph, options: SynthesiseOptions = {}): Synthesis | Refusal {
  const cycles = checkAcyclic(graph);
  if (cycles.length > 0) return { status: "invalid", diagnostics: cycles };
  const limits = {
    maxFilters: options.maxFilters ?? DEFAULT_MAX_FILTERS,
    signal: options.signal ?? null,
    onProgress: (filters: number) => options.onProgress?.(filters, "traverse"),
    hairpins: options.hairpins ?? false,
    stagedAt: options.stagedAt ?? new Set<string>(),
  };
  try {
    const starts = graph.entries.map(
      ({ name, target }): Start => ({ id: name, target, nf: null, writes: {} }),
    );
    const traversed: Traversed[] = [];
    // stages that are met on the way join behind the entries
    for (const start of starts) {
      const { stages, ...found } = traverse(graph, start, limits);
      traversed.push({ start: start.id, ...found });
      starts.push(...stages.filter((s) => !starts.some((known) => known.id === s.id)));
    }
    const look = (rules: number): void => {
      if (limits.signal?.aborted) throw new StopTraversal("stopped");
      options.onProgress?.(rules, "compress");
    };
    return collect(graph, traversed, look);
  } catch (error) {
    if (!(error instanceof StopTraversal)) throw error;
    return { status: error.why, diagnostics: [refusal(error.why, limits.maxFilters)] };
  }
}

type Traversed = { start: string; emissions: Emission[]; cuts: Cut[] };

function collect(graph: UnitGraph, traversed: readonly Traversed[], look: Look): Synthesis {
  const states = createStates();
  const drafts = new Map<string, Draft & { id: number }>();
  const isConditional = new Set<number>();
  const units = [...graph.units.values()];
  const mtus = new Map(
    units.flatMap(({ id, beyond: { mtu } }) => (mtu === undefined ? [] : [[id, mtu] as const])),
  );
  const unicastOnly = new Set(units.flatMap((u) => (u.beyond.dropsBroadcasts ? [u.id] : [])));
  const classOf = ({ writes: all, ending, way, flows }: Emission, entry: string): number => {
    const writes = Object.fromEntries(Object.entries(all).filter(([field]) => !isLocalField(field)));
    const state = states.of(writes, flows, ending, entry);
    const mtu = ending.kind === "exit" ? leastMtu(way, mtus) : null;
    const nextHop = ending.kind === "exit" ? nextHopOf(all) : null;
    const dropsBroadcasts = ending.kind === "exit" && crosses(way, unicastOnly);
    const key = `${JSON.stringify([ending, mtu, nextHop, dropsBroadcasts, flows])} ${writesKey(writes)}`;
    let draft = drafts.get(key);
    if (!draft) {
      const own = { writes, ending, state, flows, mtu, nextHop, dropsBroadcasts };
      draft = { id: drafts.size, ...own, ways: new Set(), entries: new Set() };
      drafts.set(key, draft);
    }
    draft.entries.add(entry);
    if (draft.ways.size < MAX_WAYS) draft.ways.add(way);
    if (needsKnownFlow(draft)) isConditional.add(draft.id);
    return draft.id;
  };
  const lists = traversed.map(({ start, emissions }) => ({
    start,
    rules: compress(
      emissions.map((e) => ({ filter: e.filter, class: classOf(e, start) })),
      look,
      (id) => isConditional.has(id),
    ),
  }));
  const tables = states.tables();
  const counts = countFilters(lists, drafts.size);
  const all = [...drafts.values()];
  // a class whose every filter is shadowed by others has no packet
  const live = all.filter((d) => counts[d.id]! > 0);
  const renumbered = new Map(live.map((d, id) => [d.id, id]));
  const sizes = new Map(lists.map((l) => [l.start, l.rules.length]));
  const searched = (d: Draft): number => Math.max(...[...d.entries].map((e) => sizes.get(e)!));
  const classes = live.map(
    (d, id): TrafficClass => ({ ...describe(graph, d, searched(d)), id, filters: counts[d.id]! }),
  );
  const final = lists.map(({ start, rules }) => ({
    start,
    rules: rules.map((r): ClassRule => ({ filter: r.filter, class: renumber(renumbered, r.class) })),
  }));
  const classifiers = final
    .slice(0, graph.entries.length)
    .map(({ start, rules }): EntryClassifier => ({ entry: start, rules }));
  const stages = final.slice(graph.entries.length).map(({ start, rules }): Stage => ({ id: start, rules }));
  return {
    status: traversed.some((t) => t.cuts.length > 0) ? "cut" : "whole",
    graph,
    classes: withCostsBefore(classes, { classifiers, stages }).map((c) => ({
      ...c,
      state: c.state ?? replyState(c, tables),
    })),
    classifiers,
    stages,
    states: tables,
    cuts: distinct(traversed.flatMap((t) => t.cuts)),
    counted: {
      traversed: traversed.reduce((sum, t) => sum + t.emissions.length, 0),
      compressed: lists.reduce((sum, l) => sum + l.rules.length, 0),
    },
  };
}

/** Our choice: ways that are compared for the dearest one. */
const MAX_WAYS = 1000;

function describe(
  graph: UnitGraph,
  { writes, ending, state, flows, mtu, nextHop, dropsBroadcasts, ways }: Draft,
  filters: number,
): Omit<TrafficClass, "id" | "filters"> {
  const paths = [...ways].map(unitsOfWay);
  const costs = paths.map((path) => ({
    before: costOfWay(graph, path),
    after: costOfClass(graph, path, writes, ending, filters),
  }));
  const dearest = (which: "before" | "after"): PathCost =>
    costs.map((c) => c[which]).reduce((a, b) => (b.cycles > a.cycles ? b : a));
  const checkedBy = (does: (beyond: BeyondFields) => boolean): TrafficClass["checked"] =>
    howMany(paths.map((path) => path.some((id) => does(graph.units.get(id)!.beyond))));
  return {
    writes,
    ending,
    state,
    flows,
    mtu,
    nextHop,
    dropsBroadcasts,
    checked: checkedBy((beyond) => beyond.checksHeader === true),
    summed: checkedBy((beyond) => beyond.checksHeader === true && beyond.skipsChecksum !== true),
    paths: paths.slice(0, MAX_PATHS),
    before: dearest("before"),
    after: dearest("after"),
  };
}

/** The querier that wrote the destination of a frame last, with the address that it asked for. */
function nextHopOf(writes: Writes): TrafficClass["nextHop"] {
  const { ethDst } = writes;
  if (ethDst?.kind !== "set" || ethDst.choice !== "any") return null;
  const address = writes[hopField(ethDst.state.split("/")[0]!)];
  return address ? { querier: ethDst.state, address } : null;
}

const howMany = (answers: readonly boolean[]): "all" | "some" | "none" =>
  answers.every((yes) => yes) ? "all" : answers.some((yes) => yes) ? "some" : "none";

/** The table that keeps the mappings which a reply undoes. */
function replyState(c: Pick<TrafficClass, "flows">, tables: Synthesis["states"]): string | null {
  const sources = new Set(c.flows.flatMap((f) => (f.known ? [f.state] : [])));
  return tables.find((t) => t.replaces.some((r) => sources.has(r)))?.id ?? null;
}

function countFilters(lists: readonly { rules: readonly ClassRule[] }[], classes: number): number[] {
  const counts = Array.from({ length: classes }, () => 0);
  for (const { rules } of lists) for (const rule of rules) counts[rule.class]!++;
  return counts;
}

function renumber(ids: ReadonlyMap<number, number>, id: number): number {
  const found = ids.get(id);
  assert(found !== undefined, `class ${id} has filters`);
  return found;
}

function distinct(cuts: readonly Cut[]): Cut[] {
  return [...new Map(cuts.map((c) => [`${c.unit} ${c.field}`, c])).values()];
}

function refusal(why: StopTraversal["why"], maxFilters: number): Diagnostic {
  const messages = {
    stopped: "the synthesis was stopped before it ended",
    "too-large": `the chain has more than ${maxFilters} filters; split it, or allow more`,
    "too-long": `a packet can cross more than ${MAX_WAY} elements; split the chain`,
  };
  return { severity: "error", code: `synthesis-${why}`, message: messages[why], span: null };
}
