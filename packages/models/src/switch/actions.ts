import type { Action, Draft } from "../p4runtime/index.ts";
import { type ActionRun, type TableState, valueFor, widthOf } from "../run/index.ts";
import { bytesOf, numberWithin } from "./byteStrings.ts";
import { invalid, notFound } from "./errors.ts";
import type { Pipeline } from "./pipeline.ts";

/**
 * An action of a table with the values of a message, every parameter once; null: NoAction, where the table has it only
 * by default.
 */
export function runOfAction(pipeline: Pipeline, table: TableState, action: Action): ActionRun | null {
  const info = pipeline.actions.get(action.actionId);
  if (!info) throw invalid(`there is no action with the id ${action.actionId}`);
  const name = info.preamble?.name ?? "";
  const index = table.actions.findIndex((each) => each.name === name);
  if (index < 0 && name === "NoAction") return null;
  if (index < 0) throw invalid(`${name} is not an action of table ${table.name}`);
  const { parameters } = table.actions[index]!;
  if (action.params.length !== info.params.length)
    throw invalid(`action ${name} takes ${info.params.length} parameters, not ${action.params.length}`);
  const values = parameters.map(({ name: parameter, shape }, at) => {
    const id = info.params[at]?.id;
    const given = action.params.find(({ paramId }) => paramId === id);
    if (!given) throw invalid(`action ${name} needs its parameter ${parameter} (id ${id})`);
    const width = widthOf(shape);
    return valueFor(numberWithin(given.value, width, `parameter ${parameter} of ${name}`), shape);
  });
  return { action: index, values };
}

/** The message of what a table runs. */
export function actionOfRun(pipeline: Pipeline, table: TableState, run: ActionRun): Draft<Action> {
  const { name, parameters } = table.actions[run.action]!;
  for (const [actionId, info] of pipeline.actions)
    if (info.preamble?.name === name)
      return {
        actionId,
        params: parameters.map(({ shape }, at) => ({
          paramId: info.params[at]?.id ?? at + 1,
          value: bytesOf(run.values[at], shape),
        })),
      };
  throw notFound(`the P4Info has no action ${name}`);
}
