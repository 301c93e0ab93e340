import { nextIndexCell } from "../flow/cells.ts";
import type { FlowStorage, NumberShape } from "../flow/flow.ts";
import type { Fact } from "./fact.ts";
import { constantTerm, symbolTerm, type Term } from "./term.ts";

/** Where a valid header comes from; absent from the map means not valid. */
export type Origin = "packet" | "added";

/**
 * What is known at a point of a path. Never changed once it has been handed on: `copyState` first. Copies share their
 * maps until one of them is written into, by `put` and `forget`.
 */
export type State = {
  headers: ReadonlyMap<string, Origin>;
  /** content of cells; a cell that is absent holds an unknown that nobody has read yet */
  values: ReadonlyMap<string, Term>;
  /** by key of the term */
  facts: ReadonlyMap<string, Known>;
  nextSymbol: number;
  /** bits of the maps that no other state has */
  own: number;
};

export type Known = { term: Term; fact: Fact };
type Content = { headers: Origin; values: Term; facts: Known };

const BITS = { headers: 1, values: 2, facts: 4 } as const;

export function copyState(state: State): State {
  state.own = 0;
  return { ...state };
}

export function put<Part extends keyof Content>(
  state: State,
  part: Part,
  key: string,
  content: Content[Part],
): void {
  ownMap(state, part).set(key, content);
}

/** Whether there was anything to forget. */
export const forget = (state: State, part: keyof Content, key: string): boolean =>
  state[part].has(key) && ownMap(state, part).delete(key);

function ownMap(state: State, part: keyof Content): Map<string, unknown> {
  const parts: Record<keyof Content, ReadonlyMap<string, unknown>> = state;
  if ((state.own & BITS[part]) === 0) {
    parts[part] = new Map(parts[part]);
    state.own |= BITS[part];
  }
  return parts[part] as Map<string, unknown>;
}

/** The state in which a packet meets the first node. */
export function initialState(storage: FlowStorage): State {
  const values = new Map<string, Term>();
  for (const [cell, value] of storage.initial) values.set(cell, constantTerm(value));
  return { headers: new Map(), values, facts: new Map(), nextSymbol: 0, own: 0 };
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
  put(state, "values", cell, symbol);
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
  put(state, "values", nextIndexCell(stack), constantTerm(BigInt(index)));
};
