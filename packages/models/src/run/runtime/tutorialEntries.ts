import type { TableEntries } from "../../program/index.ts";
import type { Target } from "../target.ts";
import { changeable, type KeyText, keyNamed, matchOf, runOf } from "./installed.ts";
import { byName } from "./names.ts";
import { isSameRun, ownEntries } from "./ownEntries.ts";

/** What p4c gives a table without a default action. */
const NO_ACTION = "NoAction";

/** Installs what a file of the p4lang tutorials says. Throws `ControlError` for what does not fit the program. */
export function installTutorialEntries(target: Target, entries: TableEntries): void {
  const ownOf = ownEntries();
  for (const {
    table: name,
    default_action,
    action_name,
    action_params,
    match,
    priority,
  } of entries.table_entries) {
    const table = byName(target.machine.tables, (each) => each.name, name, "table");
    if (default_action === true && table.firstDefault === null && action_name === NO_ACTION) {
      table.defaultRun = null;
      continue;
    }
    const run = runOf(table, action_name, action_params ?? {});
    if (default_action === true) {
      table.defaultRun = run;
      continue;
    }
    const texts: KeyText[] = table.keys.map(() => ({ kind: "any" }));
    for (const [key, given] of Object.entries(match ?? {})) texts[keyNamed(table, key)] = keyText(given);
    const matches = table.keys.map((key, index) => matchOf(key, texts[index]!));
    const initial = ownOf(table, matches);
    if (initial) {
      // what a switch gave back has the program's own entries too, with a priority of the switch's choice
      if (!isSameRun(initial.run, run)) changeable(table).modify(initial.handle, run);
      continue;
    }
    // P4Runtime: the largest priority wins
    changeable(table).add({ matches, priority: table.hasPriorities ? -(priority ?? 0) : 0, run, span: null });
  }
  for (const { multicast_group_id, replicas } of entries.multicast_group_entries ?? [])
    group(target, multicast_group_id, replicas);
  for (const { clone_session_id, replicas } of entries.clone_session_entries ?? []) {
    // a session is a group of its own, beyond those that a packet can name
    const own = SESSION_GROUPS + clone_session_id;
    group(target, own, replicas);
    target.replication.setSession(clone_session_id, { group: own });
  }
}

type Replica = NonNullable<TableEntries["multicast_group_entries"]>[number]["replicas"][number];

const SESSION_GROUPS = 2 ** 16;

function group(target: Target, id: number, replicas: readonly Replica[]): void {
  const { replication } = target;
  replication.createGroup(id);
  for (const { egress_port, instance } of replicas)
    replication.associate(id, replication.createNode(instance ?? 0, [egress_port]));
}

const keyText = (given: unknown): KeyText => {
  if (given === null) return { kind: "any" };
  if (!Array.isArray(given)) return { kind: "exact", value: given };
  return given.length === 1
    ? { kind: "exact", value: given[0] }
    : { kind: "pair", first: given[0], second: given[1] };
};
