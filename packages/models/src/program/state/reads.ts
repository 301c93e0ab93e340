import { possibleCells } from "../flow/cells.ts";
import type { FlowStorage, NumberShape, Operation, Place, Value } from "../flow/flow.ts";
import { resolvePlace } from "./evaluate.ts";
import type { State } from "./state.ts";

type Read = { place: Place; shape: NumberShape };

/** Every cell that a value may read, what decides which one it is included. */
export const cellsOfValue = (value: Value, storage: FlowStorage): { cell: string; shape: NumberShape }[] =>
  readsOf(value).flatMap(({ place, shape }) =>
    possibleCells(place, storage).map((cell) => ({ cell, shape })),
  );

/** The same of what an operation reads in `state`. */
export function cellsOfOperation(
  state: State,
  operation: Operation,
  storage: FlowStorage,
): { cell: string; shape: NumberShape }[] {
  if (operation.kind === "assign")
    return [
      ...cellsOfValue(operation.value, storage),
      ...indicesOf(operation.target).flatMap(({ place, shape }) =>
        possibleCells(place, storage).map((cell) => ({ cell, shape })),
      ),
    ];
  if (operation.kind === "extract")
    return operation.varyingBits ? cellsOfValue(operation.varyingBits, storage) : [];
  if (operation.kind !== "copy") return [];
  const { cell: header } = resolvePlace(state, operation.source, storage);
  if (header === null || !state.headers.has(header)) return [];
  const fields = storage.headers.get(header)?.fields ?? [];
  return fields.map(({ name, shape }) => ({ cell: `${header}.${name}`, shape }));
}

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
