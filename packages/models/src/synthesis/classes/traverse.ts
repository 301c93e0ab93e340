import {
  type FlowStep,
  type Target,
  targetOf,
  type Unit,
  type UnitGraph,
  type UnitRule,
} from "../graph/unit.ts";
import type { FieldSet } from "../header/fieldSet.ts";
import { ANY, doOverlap, type Filter, isWithin } from "../header/filter.ts";
import { createRuleIndex, type RuleIndex } from "../header/ruleIndex.ts";
import { compose, image, intersectAfter, NO_WRITES, type Writes } from "../header/writes.ts";
import { cutAt, hairpinAt, hazardAt } from "./cuts.ts";
import { notedBehind, type Start, stageAt, stagePlace } from "./stages.ts";
import type { Cut, Ending } from "./synthesis.ts";
import { noWay, type Way, wayOver } from "./way.ts";

/**
 * One traffic class as TRAVERSE meets it; of several that match a packet the first counts whose known `flows` know
 * it.
 */
export type Emission = {
  filter: Filter;
  writes: Writes;
  ending: Ending;
  way: Way;
  flows: readonly FlowStep[];
};

export type TraverseOptions = {
  /** emissions at most */
  maxFilters: number;
  signal: AbortSignal | null;
  onProgress: ((filters: number) => void) | null;
  /** whether packets of known flows at inputs for others are classes of their own, see `isStray` */
  hairpins: boolean;
  /** outputs of rewriters behind which classes are told anew, as `stagePlace` names them */
  stagedAt: ReadonlySet<string>;
};

export class StopTraversal extends Error {
  readonly why: "stopped" | "too-large" | "too-long";

  constructor(why: "stopped" | "too-large" | "too-long") {
    super(why);
    this.why = why;
  }
}

/** Packets of `filter` (minus `earlier`, which other classes have) with what was written so far. */
type Traffic = {
  filter: Filter;
  earlier: readonly Filter[];
  writes: Writes;
  way: Way;
  flows: readonly FlowStep[];
};

/**
 * Our choice: elements that a packet crosses; the thesis' longest chains have about 160. Bounds the depth of
 * the traversal.
 */
export const MAX_WAY = 800;

/** Our choice: emissions between two looks at the signal. */
const LOOK_EVERY = 256;

/**
 * TRAVERSE (Algorithm 1) from one entry, depth first. Subtraction is lazy: emissions are ordered, the first
 * match counts, and a class that earlier ones cover wholly is not followed [katsikas-synthesis]. A read of a
 * value that only the run time knows cuts the class at the function that reads (R14), or, within the function that
 * chose it, behind the rewriter: there a stage begins. Throws `StopTraversal`.
 */
export function traverse(
  graph: UnitGraph,
  start: Start,
  options: TraverseOptions,
): { emissions: Emission[]; cuts: Cut[]; stages: Start[] } {
  const emissions: Emission[] = [];
  const cuts: Cut[] = [];
  const stages = new Map<string, Start>();
  const indexes = new Map<string, RuleIndex>();

  const emit = (traffic: Traffic, ending: Ending): void => {
    const { filter, writes, way } = traffic;
    const isUntouched = ending.kind === "drop" || ending.kind === "exception";
    // what is not written here keeps no flow either; what must be known still decides, on the packet as it is then
    const asked = traffic.flows.findLastIndex((f) => f.known) + 1;
    const flows = isUntouched ? traffic.flows.slice(0, asked) : traffic.flows;
    emissions.push({ filter, writes: isUntouched ? NO_WRITES : writes, ending, way, flows });
    if (emissions.length > options.maxFilters) throw new StopTraversal("too-large");
    if (emissions.length % LOOK_EVERY !== 0) return;
    if (options.signal?.aborted) throw new StopTraversal("stopped");
    options.onProgress?.(emissions.length);
  };

  const follow = (traffic: Traffic, target: Target | null, nf: string | null): Cut | null => {
    if (target === null) emit(traffic, { kind: "drop" });
    else if (target.kind === "exit") emit(traffic, { kind: "exit", name: target.name });
    else {
      const unit = graph.units.get(target.id)!;
      if (unit.nf === nf) return through(traffic, unit);
      const mark = emissions.length;
      const cut = through(entering(traffic, unit.nf), unit);
      if (cut === null) return null;
      const isHairpin = traffic.flows.some((f) => f.isHairpin);
      // the thesis excludes the whole function from the synthesis (Sec. 10.1): its classes are forgotten
      emissions.length = mark;
      if (!isHairpin) cuts.push(cut);
      emit(traffic, isHairpin ? hairpinAt(unit, cut) : { kind: "cut", unit: unit.id });
    }
    return null;
  };

  const indexOf = (unit: Unit): RuleIndex => {
    let index = indexes.get(unit.id);
    if (!index) {
      index = createRuleIndex(unit.rules.map((r) => r.filter));
      indexes.set(unit.id, index);
    }
    return index;
  };

  const through = (traffic: Traffic, unit: Unit, staged: ReadonlySet<number> = NO_PORTS): Cut | null => {
    if (unit.opaque !== null) return cutAt(unit, null, unit.opaque);
    const way = wayOver(traffic.way, unit.id);
    if (way.length > MAX_WAY) throw new StopTraversal("too-long");
    const { filter, writes } = traffic;
    const index = indexOf(unit);
    const candidates = index.candidates((field) => hullOf(writes, filter, field, graph));
    // what earlier rules of this unit take, by rule
    const taken = new Map<number, Filter>();
    const isLarge = candidates.length > 64;
    const [begun, cutsBefore] = [emissions.length, cuts.length];
    for (const i of candidates) {
      const rule = unit.rules[i]!;
      const isStrayHere = isStray(rule, unit);
      if (isStrayHere && !options.hairpins) continue;
      // behind a stage all go one way: the rewriter itself knows them at the input of new flows
      if (rule.flow?.known && isTold(rule, unit, staged)) continue;
      // bounds the ways: what one rewriter turned back, another one does not send on as its own
      if (isStrayHere && rule.flow!.isForward && traffic.flows.some((f) => f.known)) continue;
      const met = intersectAfter(writes, filter, rule.filter, graph.layout);
      if (!met.ok) return hazardAt(unit, met.hazard.field);
      const part = met.value;
      if (part === null) continue;
      const isWhole = isWithin(filter, part);
      const rivals = isLarge && !isWhole ? rivalsOf(part, i, taken, index, writes) : [...taken.values()];
      const earlier =
        isWhole && rivals.length === 0
          ? traffic.earlier
          : [...traffic.earlier, ...rivals].filter((e) => doOverlap(e, part));
      const isDead = earlier !== traffic.earlier && earlier.some((e) => isWithin(part, e));
      if (!isDead) {
        const isKnown = rule.flow?.known === true;
        if (!isKnown) taken.set(i, part);
        const composed = compose(rule.writes, writes, graph.layout);
        const flows = rule.flow
          ? [...traffic.flows, { ...rule.flow, port: rule.port ?? 0, isHairpin: isStrayHere }]
          : traffic.flows;
        const mark = emissions.length;
        const cut = composed.ok
          ? leave({ filter: part, earlier, writes: composed.value, way, flows }, unit, rule, staged)
          : hazardAt(unit, composed.hazard.field);
        const port = cut && composed.ok ? stagedPort(cut, rule, composed.value, unit) : null;
        if (port !== null && !staged.has(port)) {
          emissions.length = begun;
          cuts.length = cutsBefore;
          return through(traffic, unit, new Set([...staged, port]));
        }
        if (cut !== null && !isStrayHere) return cut;
        if (cut !== null) {
          // they are rare: they alone go to the function, not all of its packets
          emissions.length = mark;
          emit({ ...traffic, filter: part, earlier, flows }, hairpinAt(unit, cut));
        }
      }
      if (isWhole && !rule.flow?.known) return null;
    }
    emit({ ...traffic, way }, { kind: "drop" });
    return null;
  };

  /** What earlier rules of a unit take that can overlap `part` of its rule `i`. */
  const rivalsOf = (
    part: Filter,
    i: number,
    taken: ReadonlyMap<number, Filter>,
    index: RuleIndex,
    writes: Writes,
  ): Filter[] => {
    const out: Filter[] = [];
    for (const j of index.candidates((field) => hullOf(writes, part, field, graph))) {
      const filter = j < i ? taken.get(j) : undefined;
      if (filter !== undefined) out.push(filter);
    }
    return out;
  };

  const isStagedAt = ({ flow, port }: UnitRule, staged: ReadonlySet<number>): boolean =>
    flow !== undefined &&
    port !== null &&
    (staged.has(port) || options.stagedAt.has(stagePlace(flow.state, port)));

  /** Whether packets of known flows leave as the new ones of the unit do, to be told apart behind it. */
  const isTold = (rule: UnitRule, unit: Unit, staged: ReadonlySet<number>): boolean =>
    isStagedAt(rule, staged) &&
    unit.rules.some(
      (r) => r.flow?.known === false && r.port === rule.port && isWithin(rule.filter, r.filter),
    );

  /** The output of a rewriter's rule behind which the value that a cut is for can be read, null when none is it. */
  const stagedPort = (cut: Cut, rule: UnitRule, writes: Writes, unit: Unit): number | null => {
    const { flow, port } = rule;
    const write = cut.field === null ? undefined : writes[cut.field];
    const isChosen = write?.kind === "set" && graph.rewriters.has(write.state);
    if (!flow || port === null || !isChosen || !notedBehind(writes, unit.nf, graph)) return null;
    // with one input, replies there are rare: they alone go to the function, and new flows stay one class
    const isRare = isStray(rule, unit) && graph.rewriters.get(flow.state)!.specifications.length === 1;
    return isRare ? null : port;
  };

  const leave = (traffic: Traffic, unit: Unit, rule: UnitRule, staged: ReadonlySet<number>): Cut | null => {
    const { port, flow, exception } = rule;
    if (exception !== undefined) {
      emit(traffic, { kind: "exception", unit: unit.id, reason: exception });
      return null;
    }
    const from = flow?.known && flow.isForward ? begins.get(`${flow.state} ${flow.input}`) : unit.id;
    if (from === undefined) return null;
    const target = port === null ? null : targetOf(graph, from, port);
    if (port !== null && target === null && flow?.known && !flow.isForward) {
      emit(traffic, { kind: "origin", state: flow.state });
      return null;
    }
    const isStaged = flow && port !== null && isStagedAt(rule, staged);
    const noted = isStaged && target?.kind === "unit" ? notedBehind(traffic.writes, unit.nf, graph) : null;
    if (!isStaged || !noted || target === null) return follow(traffic, target, unit.nf);
    const stage = stageAt(stagePlace(flow.state, port), target, unit.nf, noted);
    stages.set(stage.id, stage);
    emit(traffic, { kind: "cut", unit: unit.id, resumes: stage.id });
    return null;
  };

  // where the flows of each input of a rewriter begin
  const begins = new Map(
    [...graph.units.values()].flatMap((u) =>
      u.rules.flatMap(({ flow }) =>
        flow?.known === false ? [[`${flow.state} ${flow.input}`, u.id] as const] : [],
      ),
    ),
  );
  const locals = localFields(graph);
  /** The fields of one function begin with 0 there. */
  const entering = (traffic: Traffic, nf: string): Traffic => {
    const own = locals.get(nf);
    if (!own) return traffic;
    const zeros = Object.fromEntries(own.map((f) => [f, { kind: "const", value: 0 } as const]));
    return { ...traffic, writes: { ...traffic.writes, ...zeros } };
  };

  const { target, nf, writes } = start;
  const all: Traffic = { filter: ANY, earlier: [], writes, way: noWay(), flows: [] };
  const cut = follow(all, target, nf);
  if (cut !== null && nf !== null) {
    emissions.length = 0;
    cuts.push(cut);
    emit(all, { kind: "cut", unit: cut.unit });
  }
  return { emissions, cuts, stages: [...stages.values()] };
}

const NO_PORTS: ReadonlySet<number> = new Set();

/**
 * Whether a rule of `unit` takes packets of known flows at an input that is meant for others: replies where their flows
 * begin, and packets that run forward at another input than the first one of their flow did. Where flows begin at
 * several inputs, the replies of one come in at another.
 */
export const isStray = ({ flow }: UnitRule, unit: Unit): boolean =>
  flow?.known === true &&
  (flow.isForward || unit.rules.some((r) => r.flow?.known === false && r.flow.input === flow.input));

function localFields(graph: UnitGraph): Map<string, string[]> {
  const out = new Map<string, string[]>();
  for (const nf of graph.nfs) {
    const own = Object.keys(graph.layout).filter((field) => field.startsWith(`${nf}.`));
    if (own.length > 0) out.set(nf, own);
  }
  return out;
}

/** Values of `field` after `writes`, undefined when they can be any. */
const hullOf = (writes: Writes, filter: Filter, field: string, graph: UnitGraph): FieldSet | undefined =>
  filter[field] === undefined && writes[field] === undefined
    ? undefined
    : image(writes, filter, field, graph.layout);
