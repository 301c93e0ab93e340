import {
  ControlError,
  type EntryRun,
  type EntryTable,
  entryActions,
  fieldIds,
  idGiven,
  keyIds,
} from "../../program/index.ts";
import type { ActionRun, TableState } from "../tables/tableState.ts";
import { valueFor } from "../values/numbers.ts";
import type { Shape } from "../values/shape.ts";

/** What p4c gives a table without a default action. */
const NO_ACTION = "NoAction";

/** A table of a switch as readers of entries know it. */
export function entryTableOf({ name, keys, actions, declaration }: TableState): EntryTable {
  const ids = keyIds(declaration);
  const forEntries = declaration && new Set(entryActions(declaration));
  const described = actions.map((action) => {
    const ofParameters = fieldIds(action.parameters.map((each) => each.declaration?.annotations ?? []));
    return {
      name: action.name,
      id: idGiven(action.declaration?.annotations ?? []),
      isOnlyDefault: forEntries !== null && !forEntries.has(action.label),
      parameters: action.parameters.map((each, index) => ({
        ...{ name: each.name, id: ofParameters[index]! },
        width: bitsOf(each.shape),
      })),
    };
  });
  const nothing = actions.some((action) => action.name === NO_ACTION)
    ? []
    : [{ name: NO_ACTION, id: null, parameters: [], isOnlyDefault: true }];
  return {
    ...{ name, id: idGiven(declaration?.annotations ?? []) },
    keys: keys.map((key, index) => ({
      name: key.name,
      kind: key.kind,
      width: key.width,
      id: ids[index] ?? 0,
    })),
    actions: [...described, ...nothing],
  };
}

const bitsOf = (shape: Shape): number => (shape.kind === "bits" ? shape.width : 1);

/** The action of a table with its values. Throws `ControlError` for `NoAction` where the table does not list it. */
export function actionRun({ name, actions }: TableState, { action, values }: EntryRun): ActionRun {
  const index = actions.findIndex((each) => each.name === action);
  const found = actions[index];
  if (!found)
    throw new ControlError(
      `table ${name} cannot run ${action}, which is not among its actions`,
      "entries-unknown",
    );
  return {
    action: index,
    values: found.parameters.map(({ shape }, i) => valueFor(values?.[i] ?? 0n, shape)),
  };
}

/** What runs on a miss; null: nothing, as where the program gives a table no default action. */
export function missRun(table: TableState, run: EntryRun): ActionRun | null {
  const isNothing = run.action === NO_ACTION && table.firstDefault === null;
  return isNothing && !table.actions.some(({ name }) => name === NO_ACTION) ? null : actionRun(table, run);
}
