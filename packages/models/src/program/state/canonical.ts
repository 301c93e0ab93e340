import { originCell } from "../flow/cells.ts";
import { allows, type Fact, factKey, valuesOf } from "./fact.ts";
import { type Origin, type State, simplify } from "./state.ts";
import { constantTerm, replaceSymbols, type SymbolTerm, symbolsOf, symbolTerm, type Term } from "./term.ts";

export type CanonicalState = { state: State; key: string };

/**
 * The part of `state` that the rest of the path can still see (`live` cells), with symbols numbered by first use: two
 * states with the same key behave alike from here on. Facts about values that no live cell holds any more are dropped,
 * because no later test can form them again. Null when facts contradict each other.
 */
export function canonicalState(state: State, live: ReadonlySet<string>): CanonicalState | null {
  const headers = new Map<string, Origin>();
  for (const cell of [...state.headers.keys()].sort()) {
    const origin = originToKeep(cell, state.headers.get(cell), live);
    if (origin) headers.set(cell, origin);
  }
  const pinned = (symbol: SymbolTerm): Term => {
    const exact = state.facts.get(symbol.key)?.fact.exact;
    return exact === undefined || exact === null ? symbol : constantTerm(exact);
  };
  const held = liveValues(state, live, pinned);
  const known = visibleFacts(state, held.values(), pinned);
  if (!known) return null;
  forgetFreeSymbols(held, known);

  const numbers = new Map<number, number>();
  const renumber = (symbol: SymbolTerm): Term => {
    const number = numbers.get(symbol.id) ?? numbers.size;
    numbers.set(symbol.id, number);
    return symbolTerm(number, symbol.shape);
  };
  const values = new Map<string, Term>();
  for (const [cell, term] of held) {
    values.set(cell, term.kind === "constant" ? term : (replaceSymbols(term, renumber) ?? term));
  }
  const facts = new Map<string, { term: Term; fact: Fact }>();
  for (const { term, fact } of known) {
    const renamed = replaceSymbols(term, renumber) ?? term;
    facts.set(renamed.key, { term: renamed, fact });
  }
  const key = [
    [...headers].map(([cell, origin]) => `${cell}:${origin === "packet" ? "p" : "a"}`).join(" "),
    [...values].map(([cell, term]) => `${cell}=${term.key}`).join(" "),
    [...facts]
      .map(([term, { fact }]) => `${term}${factKey(fact)}`)
      .sort()
      .join(" "),
  ].join("|");
  return { state: { headers, values, facts, nextSymbol: numbers.size }, key };
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

/** Keys of `map` that are live, sorted; they mostly are already, because states come from canonical ones. */
function liveKeys(map: ReadonlyMap<string, unknown>, live: ReadonlySet<string>): string[] {
  const keys: string[] = [];
  let sorted = true;
  for (const key of map.keys()) {
    if (!live.has(key)) continue;
    const last = keys.at(-1);
    if (last !== undefined && last > key) sorted = false;
    keys.push(key);
  }
  return sorted ? keys : keys.sort();
}

function liveValues(
  state: State,
  live: ReadonlySet<string>,
  pinned: (symbol: SymbolTerm) => Term,
): Map<string, Term> {
  const held = new Map<string, Term>();
  for (const cell of liveKeys(state.values, live)) {
    const term = state.values.get(cell);
    if (!term) continue;
    if (term.kind === "constant") {
      held.set(cell, term);
      continue;
    }
    const simple = replaceSymbols(simplify(state, term), pinned) ?? term;
    held.set(cell, simplify(state, simple));
  }
  return held;
}

/**
 * Facts about terms that a later test can form again from the values `held`; null when one contradicts what its symbols
 * are pinned to.
 */
function visibleFacts(
  state: State,
  held: Iterable<Term>,
  pinned: (symbol: SymbolTerm) => Term,
): { term: Term; fact: Fact }[] | null {
  const parts = new Set<string>();
  // of an unknown with few values a test of anything computed from it tells more
  const used = new Set<number>();
  for (const term of held) {
    addParts(term, parts);
    if (state.facts.size > 0) for (const id of symbolsOf(term)) used.add(id);
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
  const visible: { term: Term; fact: Fact }[] = [];
  for (const { term, fact } of state.facts.values()) {
    const simple = term.kind === "symbol" ? term : (replaceSymbols(term, pinned) ?? term);
    if (simple.kind === "constant") {
      if (!allows(fact, simple.value)) return null;
      continue;
    }
    const narrows = simple.kind === "symbol" && used.has(simple.id) && valuesOf(fact) !== null;
    if (narrows || canForm(simple)) visible.push({ term: simple, fact });
  }
  return visible;
}

/** The term, and the terms that a test of it would test: sums are opaque, so their operands are out of reach. */
function addParts(term: Term, parts: Set<string>): void {
  if (parts.has(term.key)) return;
  parts.add(term.key);
  if (term.kind === "operation" && transparent.has(term.operator)) {
    for (const operand of term.operands) addParts(operand, parts);
  }
}

const transparent = new Set<string>(["!", "&&", "||", "==", "<", "match", "cast", "?"]);

/** A symbol that one cell holds and no fact is about says as little as an absent cell: forget it. */
function forgetFreeSymbols(held: Map<string, Term>, known: readonly { term: Term }[]): void {
  const uses = new Map<number, number>();
  for (const id of [...held.values()].flatMap((term) => symbolsOf(term)))
    uses.set(id, (uses.get(id) ?? 0) + 1);
  for (const { term } of known) for (const id of symbolsOf(term)) uses.set(id, (uses.get(id) ?? 0) + 1);
  for (const [cell, term] of held) if (term.kind === "symbol" && uses.get(term.id) === 1) held.delete(cell);
}
