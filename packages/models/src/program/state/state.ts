import { nextIndexCell } from "../flow/cells.ts";
import type { FlowStorage, NumberShape } from "../flow/flow.ts";
import type { Fact } from "./fact.ts";
import { constantTerm, symbolTerm, type Term } from "./term.ts";

/** Where a valid header comes from; absent from the map means not valid. */
export type Origin = "packet" | "added";

/** What is known at a point of a path. Never changed in place once it has been handed on: `copyState` first. */
export type State = {
  headers: Map<string, Origin>;
  /** content of cells; a cell that is absent holds an unknown that nobody has read yet */
  values: Map<string, Term>;
  /** by key of the term */
  facts: Map<string, { term: Term; fact: Fact }>;
  nextSymbol: number;
};

export const copyState = (state: State): State => ({
  headers: new Map(state.headers),
  values: new Map(state.values),
  facts: new Map(state.facts),
  nextSymbol: state.nextSymbol,
});

/** The state in which a packet meets the first node. */
export function initialState(storage: FlowStorage): State {
  const values = new Map<string, Term>();
  for (const [cell, value] of storage.initial) values.set(cell, constantTerm(value));
  return { headers: new Map(), values, facts: new Map(), nextSymbol: 0 };
}

/** A new unknown. Changes `state`. */
export function freshSymbol(state: State, shape: NumberShape): Term {
  const symbol = symbolTerm(state.nextSymbol, shape);
  state.nextSymbol++;
  return symbol;
}

/** Content of `cell`; an unread unknown becomes a symbol, so that reading twice gives the same. Changes `state`. */
export function readCell(state: State, cell: string, shape: NumberShape): Term {
  const held = state.values.get(cell);
  if (held) return simplify(state, held);
  const symbol = freshSymbol(state, shape);
  state.values.set(cell, symbol);
  return symbol;
}

/** The term, or the constant that the path has pinned it to. */
export function simplify(state: State, term: Term): Term {
  if (term.kind === "constant") return term;
  const exact = state.facts.get(term.key)?.fact.exact;
  return exact === undefined || exact === null ? term : constantTerm(exact);
}

export const nextIndex = (state: State, stack: string): number => {
  const held = state.values.get(nextIndexCell(stack));
  return held?.kind === "constant" && typeof held.value === "bigint" ? Number(held.value) : 0;
};

export const setNextIndex = (state: State, stack: string, index: number): void => {
  state.values.set(nextIndexCell(stack), constantTerm(BigInt(index)));
};
