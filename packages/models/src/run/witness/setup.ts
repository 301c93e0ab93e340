import { MeterArray } from "../externs/meters.ts";
import { RegisterArray } from "../externs/registers.ts";
import { commandOf } from "../runtime/commands.ts";
import { valueSetCommand } from "../runtime/valueSets.ts";
import type { ActionRun, Entry, TableState } from "../tables/tableState.ts";
import type { Target } from "../target.ts";

type AddedEntry = { table: string; matches: Entry["matches"]; priority: number; run: ActionRun };

/** What the control plane does before the packet of a witness comes. */
export type Setup = {
  entries: readonly AddedEntry[];
  /** actions of tables without keys, or of what they do on a miss */
  defaults: readonly { table: string; run: ActionRun }[];
  sessions: readonly { session: number; port: number }[];
  groups: readonly { group: number; ports: readonly number[] }[];
  /** registers, meters and value sets, as commands of BMv2 */
  commands: readonly { verb: string; words: readonly string[] }[];
};

export const NO_SETUP: Setup = { entries: [], defaults: [], sessions: [], groups: [], commands: [] };

export const tableNamed = (target: Target, name: string): TableState | null =>
  target.machine.tables.find((table) => table.name === name) ?? null;

/** Carries out a setup; what is returned undoes it. */
export function apply(setup: Setup, target: Target): () => void {
  const undo: (() => void)[] = [];
  for (const { table: name, ...entry } of setup.entries) {
    const table = tableNamed(target, name);
    const added = table?.add({ ...entry, span: null });
    if (table && added) undo.push(() => void table.remove(added.handle));
  }
  for (const { table: name, run } of setup.defaults) {
    const table = tableNamed(target, name);
    if (!table) continue;
    const before = table.defaultRun;
    table.defaultRun = run;
    undo.push(() => {
      table.defaultRun = before;
    });
  }
  const { replication } = target;
  for (const { session, port } of setup.sessions) {
    replication.setSession(session, { port });
    undo.push(() => replication.removeSession(session));
  }
  for (const { group, ports } of setup.groups) {
    replication.createGroup(group);
    replication.associate(group, replication.createNode(1, ports));
    undo.push(() => replication.createGroup(group));
  }
  const sets = target.machine.valueSets.map((set) => ({ set, members: set.members }));
  for (const { verb, words } of setup.commands)
    if (!valueSetCommand(target, verb, words)) commandOf(target, verb, words);
  return () => {
    for (const { set, members } of sets) set.members = members;
    for (const { object } of target.machine.externs)
      if (object instanceof RegisterArray || object instanceof MeterArray) object.reset();
    for (const each of undo.reverse()) each();
  };
}
