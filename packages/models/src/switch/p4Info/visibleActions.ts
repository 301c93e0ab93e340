import { type ActionDeclaration, type CheckedProgram, type Node, walk } from "../../p4/index.ts";
import type { TableAction, TableState, Target } from "../../run/index.ts";

export const NO_ACTION = "NoAction";

/**
 * Actions that p4c lists: those of tables, and those that a control calls itself, which have no parameters left then.
 * What only other actions call is a part of these.
 */
export function visibleActions(
  checked: CheckedProgram,
  machine: Target["machine"],
  tables: readonly TableState[],
): TableAction[] {
  const inTables = new Set(machine.tables.flatMap(({ actions }) => actions.map(({ name }) => name)));
  const called = calledByControls(checked);
  const found = [...machine.actions.values()].flatMap((action) => {
    if (inTables.has(action.name)) return [action];
    return action.declaration && called.has(action.declaration) ? [{ ...action, parameters: [] }] : [];
  });
  // p4c gives a table without a default action NoAction
  const needsNoAction =
    tables.some(({ firstDefault }) => firstDefault === null) && !found.some(({ name }) => name === NO_ACTION);
  return needsNoAction ? [...found, { name: NO_ACTION, label: NO_ACTION, parameters: [] }] : found;
}

function calledByControls({ program, calls, constants }: CheckedProgram): ReadonlySet<ActionDeclaration> {
  const found = new Set<ActionDeclaration>();
  const neverRun = new Set<Node>();
  walk(program, (node) => {
    // what an action calls becomes a part of it
    if (node.kind === "action" || neverRun.has(node)) return true;
    if (node.kind === "if") {
      const holds = constants.get(node.condition);
      const other = holds === true ? node.whenFalse : holds === false ? node.whenTrue : null;
      if (other) neverRun.add(other);
    }
    if (node.kind !== "call") return false;
    const call = calls.get(node);
    if (call?.kind === "action") found.add(call.declaration);
    return false;
  });
  return found;
}
