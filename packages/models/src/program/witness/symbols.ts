import { possibleCells } from "../flow/cells.ts";
import type { FlowStorage, NumberShape, Operation, Place, Value } from "../flow/flow.ts";
import { resolvePlace } from "../state/evaluate.ts";
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

type Read = { place: Place; shape: NumberShape };

/** Everything that `value` reads, and what decides which place that is. */
function readsOf(value: Value): Read[] {
  switch (value.kind) {
    case "read":
      return [{ place: value.place, shape: value.shape }, ...indicesOf(value.place)];
    case "valid":
      return indicesOf(value.header);
    case "operation":
      return value.operands.flatMap(readsOf);
    default:
      return [];
  }
}

const indicesOf = ({ steps }: Place): Read[] =>
  steps.flatMap((step) => (step.kind === "index" ? readsOf(step.index) : []));

/** Decides what a cell is that is read before anything was written to it. */
export type CellOrigin = (cell: string) => Origin;

/** Gives each cell that `value` may read and that holds nothing yet an unknown of known origin. */
export function nameReads(
  state: State,
  value: Value,
  storage: FlowStorage,
  origins: Origins,
  originOf: CellOrigin,
): void {
  for (const { place, shape } of readsOf(value))
    for (const cell of possibleCells(place, storage)) nameCell(state, cell, shape, origins, originOf);
}

/** The same for what an operation reads. */
export function nameOperation(
  state: State,
  operation: Operation,
  storage: FlowStorage,
  origins: Origins,
  originOf: CellOrigin,
): void {
  if (operation.kind === "assign") {
    nameReads(state, operation.value, storage, origins, originOf);
    for (const { place, shape } of indicesOf(operation.target))
      for (const cell of possibleCells(place, storage)) nameCell(state, cell, shape, origins, originOf);
  }
  if (operation.kind === "extract" && operation.varyingBits)
    nameReads(state, operation.varyingBits, storage, origins, originOf);
  if (operation.kind !== "copy") return;
  const { cell } = resolvePlace(state, operation.source, storage);
  if (cell === null || !state.headers.has(cell)) return;
  for (const field of storage.headers.get(cell)?.fields ?? [])
    nameCell(state, `${cell}.${field.name}`, field.shape, origins, originOf);
}

function nameCell(
  state: State,
  cell: string,
  shape: NumberShape,
  origins: Origins,
  originOf: CellOrigin,
): void {
  if (!state.values.has(cell)) put(state, "values", cell, namedSymbol(state, shape, originOf(cell), origins));
}
