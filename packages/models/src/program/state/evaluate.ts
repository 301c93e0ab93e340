import { elementCell, validityCells } from "../flow/cells.ts";
import type { FlowStorage, Place, Step, Value } from "../flow/flow.ts";
import { freshSymbol, nextIndex, readCell, type State, simplify } from "./state.ts";
import { constantTerm, operationTerm, type Term } from "./term.ts";

/** Our choice: operations one below the other that a value remembers; of what is deeper only the type is known. */
const MAX_DEPTH = 1000;

/** The symbolic value of `value` in `state`. Changes `state` only by giving names to unknowns that are read. */
export function evaluate(state: State, value: Value, storage: FlowStorage): Term {
  switch (value.kind) {
    case "constant":
      return constantTerm(value.value);
    case "unknown":
      return freshSymbol(state, value.shape);
    case "read": {
      const resolved = resolvePlace(state, value.place, storage);
      return resolved.cell === null
        ? freshSymbol(state, value.shape)
        : readCell(state, resolved.cell, value.shape);
    }
    case "valid": {
      const resolved = resolvePlace(state, value.header, storage);
      if (resolved.cell !== null)
        return constantTerm(validityCells(resolved.cell, storage).some((cell) => state.headers.has(cell)));
      return resolved.reason === "outOfStack"
        ? constantTerm(false)
        : freshSymbol(state, { bits: null, isSigned: true });
    }
    case "lastIndex": {
      const resolved = resolvePlace(state, value.stack, storage);
      return resolved.cell === null
        ? freshSymbol(state, { bits: 32, isSigned: false })
        : constantTerm(BigInt.asUintN(32, BigInt(nextIndex(state, resolved.cell) - 1)));
    }
    case "operation": {
      const operands = value.operands.map((operand) => evaluate(state, operand, storage));
      const term = operationTerm(value.operator, operands, value.shape);
      if (term.kind === "operation" && term.depth > MAX_DEPTH) return freshSymbol(state, value.shape);
      return simplify(state, term);
    }
  }
}

export type ResolvedPlace = { cell: string } | { cell: null; reason: "unknownIndex" | "outOfStack" };

/** Which cell `place` means in `state`. Changes `state` only by reading indices. */
export function resolvePlace(state: State, place: Place, storage: FlowStorage): ResolvedPlace {
  let cell = place.root;
  for (const step of place.steps) {
    if (step.kind === "member") {
      cell = `${cell}.${step.name}`;
      continue;
    }
    const index = elementIndex(state, step, cell, storage);
    if (index === null) return { cell: null, reason: "unknownIndex" };
    const size = storage.stacks.get(cell)?.size;
    if (size !== undefined && (index < 0 || index >= size)) return { cell: null, reason: "outOfStack" };
    cell = elementCell(cell, index);
  }
  return { cell };
}

function elementIndex(
  state: State,
  step: Exclude<Step, { kind: "member" }>,
  stack: string,
  storage: FlowStorage,
): number | null {
  if (step.kind === "next") return nextIndex(state, stack);
  if (step.kind === "last") return nextIndex(state, stack) - 1;
  const term = evaluate(state, step.index, storage);
  return term.kind === "constant" && typeof term.value === "bigint" ? Number(term.value) : null;
}
