import type { NumberShape } from "../flow/flow.ts";
import { freshSymbol, put, type State } from "../state/state.ts";

/** What an unknown of a path is, as far as a packet or the control plane chooses it. */
export type Origin =
  /** field `field` of the header that extraction `extraction` of the path fills */
  | { kind: "packet"; extraction: number; field: number }
  /** parameter `position` of the action that the `application`-th table of the path runs */
  | { kind: "parameter"; application: number; position: number }
  /** what the machine gives, such as the port that the packet comes in on; by the end of its name */
  | { kind: "metadata"; field: string }
  /** what the architecture changes between blocks; 0 for a packet that is neither copied nor comes round */
  | { kind: "architecture" }
  /**
   * what an extern gives: a lookahead, when it is in the parser, of what comes behind extraction `behind`, from bit
   * `offset` on; `read`: which of the path's reads of registers and meters it is
   */
  | { kind: "extern"; behind: number; offset: number; read: number | null }
  /** a variable that nothing was written to */
  | { kind: "unset" };

/** The unknowns of a path by number. */
export type Origins = Map<number, { origin: Origin; shape: NumberShape }>;

/** A new unknown whose origin is known. Changes `state` and `origins`. */
export function namedSymbol(state: State, shape: NumberShape, origin: Origin, origins: Origins) {
  const symbol = freshSymbol(state, shape);
  if (symbol.kind === "symbol") origins.set(symbol.id, { origin, shape });
  return symbol;
}

/** Decides what a cell is that is read before anything was written to it. */
export type CellOrigin = (cell: string) => Origin;

/** Gives each cell of `read` that holds nothing yet an unknown of known origin. */
export function nameReads(
  state: State,
  read: readonly { cell: string; shape: NumberShape }[],
  origins: Origins,
  originOf: CellOrigin,
): void {
  for (const { cell, shape } of read)
    if (!state.values.has(cell))
      put(state, "values", cell, namedSymbol(state, shape, originOf(cell), origins));
}
