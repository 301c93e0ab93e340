import { originCell } from "../flow/cells.ts";
import { allows, factKey, hasTriedValues } from "./fact.ts";
import { Fingerprint } from "./fingerprint.ts";
import { type Known, type Origin, type State, simplify } from "./state.ts";
import { constantTerm, replaceSymbols, symbolsOf, symbolTerm, type Term } from "./term.ts";

export type CanonicalState = { state: State; key: string };

/**
 * The part of `state` that the rest of the path can still see (`live` cells), with symbols numbered by first use: two
 * states with the same key behave alike from here on. Facts about values that no live cell holds any more are dropped,
 * because no later test can form them again. Null when facts contradict each other.
 */
export function canonicalState(
  state: State,
  live: ReadonlySet<string>,
  names = new Numbering(),
): CanonicalState | null {
  const hash = new Fingerprint();
  const headers = new Map<string, Origin>();
  for (const cell of sorted(state.headers.keys())) {
    const origin = originToKeep(cell, state.headers.get(cell), live);
    if (!origin) continue;
    headers.set(cell, origin);
    hash.add(names.of(cell));
    hash.add(origin === "packet" ? PACKET : ADDED);
  }
  const pins = pinsOf(state);
  const held = liveValues(state, live, pins);
  const known = visibleFacts(state, held.values(), pins);
  if (!known) return null;
  forgetFreeSymbols(held, known);

  const renumber = new Renumbering();
  const values = new Map<string, Term>();
  hash.add(VALUES);
  for (const [cell, term] of held) {
    const renamed = renumber.in(term);
    values.set(cell, renamed);
    hash.add(names.of(cell));
    hash.add(names.of(renamed.key));
  }
  const facts = new Map<string, Known>();
  for (const each of known) {
    const renamed = renumber.in(each.term);
    facts.set(renamed.key, renamed === each.term ? each : { term: renamed, fact: each.fact });
  }
  hash.add(FACTS);
  const texts = [...facts].map(([term, { fact }]) => `${term}${factKey(fact)}`);
  for (const text of texts.sort()) hash.add(names.of(text));
  return { state: { headers, values, facts, nextSymbol: renumber.count, own: 0 }, key: hash.text() };
}

/** Ends of the parts of a key; names are numbered behind them. */
const [PACKET, ADDED, VALUES, FACTS, FIRST_NAME] = [0, 1, 2, 3, 4];

/** Numbers for names of cells, terms and facts: keys of states are made of these. */
export class Numbering {
  private readonly numbers = new Map<string, number>();

  of(name: string): number {
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = FIRST_NAME + this.numbers.size;
      this.numbers.set(name, number);
    }
    return number;
  }
}

/** Numbers symbols by first use. Terms in which each has its number already stay as they are. */
class Renumbering {
  private readonly numbers = new Map<number, number>();
  private isChanged = false;

  get count(): number {
    return this.numbers.size;
  }

  in(term: Term): Term {
    if (term.kind === "constant") return term;
    const symbols = symbolsOf(term);
    for (const id of symbols) this.numberOf(id);
    if (!this.isChanged || symbols.every((id) => this.numbers.get(id) === id)) return term;
    return replaceSymbols(term, ({ id, shape }) => symbolTerm(this.numberOf(id), shape)) ?? term;
  }

  private numberOf(id: number): number {
    const known = this.numbers.get(id);
    if (known !== undefined) return known;
    const number = this.numbers.size;
    this.numbers.set(id, number);
    if (number !== id) this.isChanged = true;
    return number;
  }
}

/** Values of symbols that facts leave one value for, by number. */
type Pins = ReadonlyMap<number, Term>;
const NO_PINS: Pins = new Map();

function pinsOf({ facts }: State): Pins {
  if (facts.size === 0) return NO_PINS;
  const pins = new Map<number, Term>();
  for (const { term, fact } of facts.values())
    if (term.kind === "symbol" && fact.exact !== null) pins.set(term.id, constantTerm(fact.exact));
  return pins;
}

/** The term with what its symbols are pinned to in their place. */
function pinned(term: Term, pins: Pins): Term {
  if (pins.size === 0 || !symbolsOf(term).some((id) => pins.has(id))) return term;
  return replaceSymbols(term, (symbol) => pins.get(symbol.id) ?? symbol) ?? term;
}

/** What has to be known of a valid header: one that nobody asks for is as good as not valid. */
function originToKeep(
  cell: string,
  origin: Origin | undefined,
  live: ReadonlySet<string>,
): Origin | undefined {
  const isValidityLive = live.has(cell);
  if (live.has(originCell(cell))) return isValidityLive || origin === "packet" ? origin : undefined;
  return isValidityLive && origin ? "added" : undefined;
}

/** Keys in order; they mostly are already, because states come from canonical ones. */
function sorted(keys: Iterable<string>): string[] {
  const all: string[] = [];
  let isSorted = true;
  let last = "";
  for (const key of keys) {
    if (key < last) isSorted = false;
    last = key;
    all.push(key);
  }
  return isSorted ? all : all.sort();
}

function* liveKeys(keys: Iterable<string>, live: ReadonlySet<string>): Generator<string> {
  for (const key of keys) if (live.has(key)) yield key;
}

function liveValues(state: State, live: ReadonlySet<string>, pins: Pins): Map<string, Term> {
  const held = new Map<string, Term>();
  for (const cell of sorted(liveKeys(state.values.keys(), live))) {
    const term = state.values.get(cell);
    if (term) held.set(cell, simplify(state, pinned(simplify(state, term), pins)));
  }
  return held;
}

/**
 * Facts about terms that a later test can form again from the values `held`; null when one contradicts what its symbols
 * are pinned to.
 */
function visibleFacts(state: State, held: Iterable<Term>, pins: Pins): Known[] | null {
  if (state.facts.size === 0) return [];
  const parts = new Set<string>();
  // of an unknown with few values a test of anything computed from it tells more
  const used = new Set<number>();
  for (const term of held) {
    addParts(term, parts);
    for (const id of symbolsOf(term)) used.add(id);
  }
  const formed = new Map<string, boolean>();
  const canForm = (term: Term): boolean => {
    if (term.kind !== "operation") return term.kind === "constant" || parts.has(term.key);
    const known = formed.get(term.key);
    if (known !== undefined) return known;
    const can = parts.has(term.key) || term.operands.every(canForm);
    formed.set(term.key, can);
    return can;
  };
  const visible: Known[] = [];
  for (const each of state.facts.values()) {
    const { term, fact } = each;
    const simple = term.kind === "symbol" ? term : pinned(term, pins);
    if (simple.kind === "constant") {
      if (!allows(fact, simple.value)) return null;
      continue;
    }
    const narrows = simple.kind === "symbol" && used.has(simple.id) && hasTriedValues(fact);
    if (narrows || canForm(simple)) visible.push(simple === term ? each : { term: simple, fact });
  }
  return visible;
}

/** The term, and the terms that a test of it would test: products are opaque, so their operands are out of reach. */
function addParts(term: Term, parts: Set<string>): void {
  if (parts.has(term.key)) return;
  parts.add(term.key);
  if (term.kind === "operation" && transparent.has(term.operator)) {
    for (const operand of term.operands) addParts(operand, parts);
  }
}

const transparent = new Set<string>(
  ["!", "&&", "||", "==", "<", "match", "cast", "?"].concat(["+", "-", "negate", "~", "^", "|", "<<"]),
);

/** A symbol that one cell holds and no fact is about says as little as an absent cell: forget it. */
function forgetFreeSymbols(held: Map<string, Term>, known: readonly Known[]): void {
  const alone = new Set<number>();
  for (const term of held.values()) if (term.kind === "symbol") alone.add(term.id);
  if (alone.size === 0) return;
  const seen = new Set<number>();
  const often = new Set<number>();
  const use = (term: Term): void => {
    for (const id of symbolsOf(term)) {
      if (!alone.has(id)) continue;
      if (seen.has(id)) often.add(id);
      else seen.add(id);
    }
  };
  for (const term of held.values()) use(term);
  for (const { term } of known) use(term);
  for (const [cell, term] of held) if (term.kind === "symbol" && !often.has(term.id)) held.delete(cell);
}
