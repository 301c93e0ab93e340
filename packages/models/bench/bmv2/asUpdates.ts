import type { EntryDemand } from "../../src/program/entries/tableEntry.ts";
import type { Change, EntryRun, EntryTable } from "../../src/program/index.ts";
import { ActionProfile } from "../../src/run/tables/actionProfile.ts";
import type { Target } from "../../src/run/target.ts";
import { asP4Runtime } from "../../testing/entries/threeForms.ts";

/** Larger than the priorities of BMv2 that are written as those of P4Runtime, of which the largest wins. */
const LARGEST = 1000;

/** What a switch holds that P4Runtime writes as a whole, in texts by what they are about. */
export type Whole = ReadonlyMap<string, string>;

/**
 * A command of BMv2 about a table as an update of P4Runtime text; `before` is what a switch held before it. Handles of
 * members and groups become ids from 1 on. Null: it is about something else.
 */
export function asUpdate(change: Change, before: Target, tables: readonly EntryTable[]): string | null {
  if (!("table" in change)) return null;
  const table = tables.find(({ name }) => name === change.table)!;
  const state = before.machine.tables.find(({ name }) => name === change.table)!;
  const demandOf = (handle: number): EntryDemand => ({ table: table.name, ...state.entry(handle)! });
  const entry = (type: string, demand: EntryDemand, action: string): string =>
    `updates { type: ${type} entity { ${entryText(table, demand)} ${action} } } }`;
  const byDefault = (action: string): string =>
    `updates { type: MODIFY entity { table_entry { table_id: 1 ("${table.name}") is_default_action: true ${action} } } }`;
  switch (change.kind) {
    case "entry":
      return entry("INSERT", change, runText(table, change.run));
    case "modify":
      return entry("MODIFY", demandOf(change.handle), runText(table, change.run));
    case "delete":
      return entry("DELETE", demandOf(change.handle), "");
    case "clear":
      // P4Runtime cannot, BMv2 does
      if (state.isConst) return `table_clear ${table.name}`;
      return state.entries.map(({ handle }) => entry("DELETE", demandOf(handle), "")).join("\n");
    case "default":
      return byDefault(change.run ? runText(table, change.run) : "");
    case "member": {
      const action = change.use ? useText(change.use) : "";
      return change.isDefault ? byDefault(action) : entry("INSERT", change, action);
    }
    default:
      return null;
  }
}

/** Members and groups of profiles, multicast groups and clone sessions, as P4Runtime writes each of them. */
export function wholeOf({ machine, replication }: Target, tables: readonly EntryTable[]): Whole {
  const all = new Map<string, string>();
  for (const { object } of machine.externs) {
    if (!(object instanceof ActionProfile)) continue;
    const about = `action_profile_id: 1 ("${object.name}")`;
    const state = machine.tables.find(({ implementation }) => implementation === object)!;
    const table = tables.find(({ name }) => name === state.name)!;
    for (const [handle, { action, values }] of object.members) {
      const run = {
        action: state.actions[action]!.name,
        values: values.map((each) => BigInt(each as number)),
      };
      all.set(
        `action_profile_member { ${about} member_id: ${handle + 1}`,
        /action \{ (action \{.*\}) \}$/.exec(runText(table, run))![1]!,
      );
    }
    for (const [handle, members] of object.groups)
      all.set(
        `action_profile_group { ${about} group_id: ${handle + 1}`,
        members.map((member) => `members { member_id: ${member + 1} weight: 1 }`).join(" "),
      );
  }
  const copies = (group: number): string =>
    replication
      .copies(group)
      .map(({ port, rid }) => `replicas { egress_port: ${port} instance: ${rid} }`)
      .join(" ");
  const engine = "packet_replication_engine_entry {";
  for (const group of replication.groupIds)
    all.set(`${engine} multicast_group_entry { multicast_group_id: ${group}`, `${copies(group)} }`);
  for (const id of replication.sessionIds) {
    const { port, group } = replication.session(id)!;
    const to = port === null ? copies(group ?? 0) : `replicas { egress_port: ${port} instance: 0 }`;
    all.set(`${engine} clone_session_entry { session_id: ${id}`, `${to} }`);
  }
  return all;
}

/** The updates from one whole to another: of several, what is used comes before what uses it. */
export function updatesBetween(before: Whole, after: Whole): { first: string; last: string } {
  const update = (type: string, [about, rest]: readonly [string, string]): string =>
    `updates { type: ${type} entity { ${about} ${rest} } } }`;
  const changed = [...after].filter(([about, rest]) => before.get(about) !== rest);
  const gone = [...before].filter(([about]) => !after.has(about)).reverse();
  return {
    first: changed.map((each) => update(before.has(each[0]) ? "MODIFY" : "INSERT", each)).join("\n"),
    last: gone.map((each) => update("DELETE", each)).join("\n"),
  };
}

const useText = (use: { member: number } | { group: number } | { members: unknown }): string =>
  "member" in use
    ? `action { action_profile_member_id: ${use.member + 1} }`
    : "group" in use
      ? `action { action_profile_group_id: ${use.group + 1} }`
      : "";

/** `table_entry {` with the match and priority of an entry. */
const entryText = (table: EntryTable, { matches, priority }: EntryDemand): string =>
  inForm(table, { matches, priority: LARGEST - priority })
    .replace(/\s*action \{.*$/s, "")
    // keys of a selector are not written
    .replace(/ match \{ field_id: \d+ {2}\}/g, "");

const runText = (table: EntryTable, run: EntryRun): string =>
  /action \{.*\}(?= \} \}$)/s.exec(inForm(table, { matches: null, priority: 1, run }))![0];

function inForm(
  table: EntryTable,
  { matches, priority, run }: Pick<EntryDemand, "matches" | "priority"> & { run?: EntryRun },
): string {
  const action = table.actions.find(({ name }) => name === (run?.action ?? table.actions[0]!.name))!;
  const values = run?.values ?? action.parameters.map(() => 0n);
  const made = asP4Runtime([
    { table, matches: matches && [...matches], priority, action, values: [...values] },
  ]);
  return made.replace(/^entities \{ /, "");
}
