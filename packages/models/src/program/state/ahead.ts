import { aheadCells } from "../flow/cells.ts";
import type { FlowStorage, NumberShape, Operation } from "../flow/flow.ts";
import { forget, freshSymbol, put, type State, simplify } from "./state.ts";
import { constantTerm, operationTerm, type Term } from "./term.ts";

type Lookahead = Extract<Operation, { kind: "lookahead" }>;
type Field = { cell: string; shape: NumberShape };

/** Bits ahead in the packet of a parser, the first one highest. */
type Seen = { term: Term; bits: number };

/** What the parser has seen ahead; null: nothing that it has not taken. */
export function seenAhead(state: State, packet: string): Seen | null {
  const [value, width] = aheadCells(packet);
  const term = state.values.get(value);
  const bits = state.values.get(width);
  return term && bits?.kind === "constant" ? { term, bits: Number(bits.value) } : null;
}

export function setSeen(state: State, packet: string, seen: Seen | null): void {
  const [value, width] = aheadCells(packet);
  if (!seen || seen.bits <= 0) {
    forget(state, "values", value);
    forget(state, "values", width);
    return;
  }
  put(state, "values", value, seen.term);
  put(state, "values", width, constantTerm(BigInt(seen.bits)));
}

/** Where the bits go that a lookahead sees; null when their number is not known. */
export function seenBy({ shape }: Lookahead, cell: string, storage: FlowStorage): number | null {
  return widthOf(fieldsOf(cell, shape, storage));
}

/** The result is the next bits of the packet: those seen before where these are enough. */
export function lookAhead(
  state: State,
  operation: Lookahead,
  cell: string | null,
  storage: FlowStorage,
): void {
  if (cell === null) return;
  const fields = fieldsOf(cell, operation.shape, storage);
  for (const field of fields) forget(state, "values", field.cell);
  const bits = widthOf(fields);
  if (bits === null) return;
  const before = seenAhead(state, operation.packet);
  const seen =
    before && before.bits >= bits ? before : { term: freshSymbol(state, { bits, isSigned: false }), bits };
  setSeen(state, operation.packet, seen);
  fill(state, fields, seen);
}

/** The header that was extracted into `cell` has what was seen before. */
export function takeSeen(state: State, packet: string, cell: string, storage: FlowStorage): void {
  const seen = seenAhead(state, packet);
  if (!seen) return;
  const fields = fieldsOf(cell, null, storage);
  fill(state, fields, seen);
  advance(state, packet, widthOf(fields));
}

/** So many bits are passed; null: it is not known how many. */
export function advance(state: State, packet: string, bits: number | null): void {
  const seen = seenAhead(state, packet);
  if (!seen) return;
  const left = bits === null ? 0 : seen.bits - bits;
  setSeen(state, packet, left > 0 ? { term: bitsOf(seen, seen.bits - left, left), bits: left } : null);
}

const fieldsOf = (cell: string, shape: NumberShape | null, storage: FlowStorage): Field[] =>
  shape
    ? [{ cell, shape }]
    : (storage.headers.get(cell)?.fields ?? []).map((field) => ({
        cell: `${cell}.${field.name}`,
        shape: field.shape,
      }));

function widthOf(fields: readonly Field[]): number | null {
  let width = 0;
  for (const { shape } of fields) {
    if (shape.bits === null) return null;
    width += shape.bits;
  }
  return width;
}

/** Fields as far as they lie in what was seen, up to one whose length is not known. */
function fill(state: State, fields: readonly Field[], seen: Seen): void {
  let at = 0;
  for (const { cell, shape } of fields) {
    if (shape.bits === null || at + shape.bits > seen.bits) return;
    const part = bitsOf(seen, at, shape.bits);
    const term = shape.isSigned ? operationTerm("cast", [part], shape) : part;
    put(state, "values", cell, simplify(state, term));
    at += shape.bits;
  }
}

/** `bits` bits from bit `at` on, counted from the first. */
function bitsOf({ term, bits }: Seen, at: number, width: number): Term {
  if (at === 0 && width === bits) return term;
  const high = constantTerm(BigInt(bits - at - 1));
  const low = constantTerm(BigInt(bits - at - width));
  return operationTerm("slice", [term, high, low], { bits: width, isSigned: false });
}
