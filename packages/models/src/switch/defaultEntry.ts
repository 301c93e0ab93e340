import type { Draft, Table, TableEntry, Update } from "../p4runtime/index.ts";
import { ActionProfile, type TableState } from "../run/index.ts";
import { actionOfRun, runOfAction } from "./actions.ts";
import { canonicalTableAction } from "./canonical.ts";
import { denied, invalid, unimplemented } from "./errors.ts";
import type { Pipeline } from "./pipeline.ts";
import { idOf } from "./preambles.ts";

const nameOf = (info: Table): string => info.preamble?.name ?? "";

/** What the table runs for the action that an entry carries; null: NoAction. */
export function tableRun(
  pipeline: Pipeline,
  info: Table,
  state: TableState,
  action: TableEntry["action"],
  isDefault: boolean,
) {
  const type = action?.type;
  if (type?.kind !== "action")
    throw invalid(`table ${nameOf(info)} has no action profile: its entries carry their action`);
  const { actionId } = type.value;
  const ref = info.actionRefs.find(({ id }) => id === actionId);
  if (!ref) throw invalid(`action ${actionId} is not one of table ${nameOf(info)}`);
  if (ref.scope === (isDefault ? "TABLE_ONLY" : "DEFAULT_ONLY"))
    throw denied(
      `this action of ${nameOf(info)} is ${isDefault ? "not for its default" : "for its default only"}`,
    );
  return runOfAction(pipeline, state, type.value);
}

/** The default action of one table as controllers change and read it. */
export class DefaultEntry {
  private readonly pipeline: Pipeline;
  private readonly info: Table;
  private readonly state: TableState;
  /** as it was written; null: the program's own */
  private message: TableEntry | null = null;

  constructor(pipeline: Pipeline, info: Table, state: TableState) {
    this.pipeline = pipeline;
    this.info = info;
    this.state = state;
  }

  write(type: Update["type"], message: TableEntry): void {
    const { pipeline, info, state } = this;
    if (type !== "MODIFY") throw invalid("a default action can only be changed (MODIFY)");
    if (message.match.length > 0 || message.priority !== 0)
      throw invalid("a default action has neither match nor priority");
    if (message.idleTimeoutNs !== 0n) throw invalid("a default action has no idle timeout");
    if (message.counterData || message.meterConfig || message.meterCounterData)
      throw invalid("the default action has no counter or meter: misses are not counted");
    if (info.constDefaultActionId !== 0) throw denied(`the default action of ${nameOf(info)} is const`);
    if (state.implementation instanceof ActionProfile)
      throw unimplemented("default actions of tables with an action profile");
    state.defaultRun = message.action
      ? tableRun(pipeline, info, state, message.action, true)
      : state.firstDefault;
    this.message = message.action ? { ...message, action: canonicalTableAction(message.action) } : null;
  }

  /** As a controller wrote it; null: it is the program's own. */
  get written(): TableEntry | null {
    return this.message;
  }

  read(): Draft<TableEntry> | null {
    if (this.message) return this.message;
    const { pipeline, info, state } = this;
    const base = { tableId: idOf(info.preamble), isDefaultAction: true };
    const run = state.implementation === null ? state.defaultRun : null;
    if (run)
      return { ...base, action: { type: { kind: "action", value: actionOfRun(pipeline, state, run) } } };
    const initial = info.initialDefaultAction;
    if (!initial) return null;
    return { ...base, action: { type: { kind: "action", value: { actionId: initial.actionId } } } };
  }
}
