import type { FlowStorage, Value } from "../flow/flow.ts";
import { freshSymbol, nextIndex, readCell, resolvePlace, type State, simplify } from "./state.ts";
import { constantTerm, operationTerm, type Term } from "./term.ts";

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
      if (resolved.cell !== null) return constantTerm(isValid(state, resolved.cell, storage));
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
      return simplify(state, operationTerm(value.operator, operands, value.shape));
    }
  }
}

/** A header that is valid, or a header union with a valid member. */
function isValid(state: State, cell: string, storage: FlowStorage): boolean {
  if (storage.headers.has(cell)) return state.headers.has(cell);
  for (const header of state.headers.keys()) if (header.startsWith(`${cell}.`)) return true;
  return false;
}
