import { assert, type Diagnostic } from "../../core/index.ts";
import {
  type Change,
  ControlError,
  constantProblem,
  readEntries,
  updateProblem,
} from "../../program/index.ts";
import type { ActionRun, Entry, TableState } from "../tables/tableState.ts";
import type { Target } from "../target.ts";
import { commandOf } from "./commands.ts";
import { EntryIndex, isSameRun } from "./entryIndex.ts";
import { actionRun, entryTableOf, missRun } from "./entryTable.ts";
import { changeProfile, memberCommand, profileWith, usedBy } from "./profiles.ts";
import { replicate } from "./replicate.ts";
import { valueSetCommand } from "./valueSets.ts";

/**
 * Gives a switch what a text of entries says, in one of the forms of `readEntries`. What does not fit the program is a
 * diagnostic at its place; all else is installed.
 */
export function install(target: Target, text: string, file: string): Diagnostic[] {
  const { tables } = target.machine;
  const { changes, diagnostics } = readEntries(text, file, tables.map(entryTableOf));
  const carryOut = carrier(target);
  const failed = changes.flatMap((change): Diagnostic[] => {
    try {
      carryOut(change);
      return [];
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      const { code, message } = error;
      return [{ severity: "error", code, message, span: change.at() }];
    }
  });
  return [...diagnostics, ...failed].sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
}

/** Carries out changes that were read for the tables of `target`, each with `ControlError` where it cannot. */
function carrier(target: Target): (change: Change) => void {
  const tables = new Map([...target.machine.tables].reverse().map((table) => [table.name, table]));
  const indexes = new Map<TableState, EntryIndex>();
  const indexOf = (table: TableState): EntryIndex => {
    const known = indexes.get(table) ?? new EntryIndex(table);
    indexes.set(table, known);
    return known;
  };
  const named = (name: string): TableState => {
    const table = tables.get(name);
    assert(table !== undefined, "changes are read for the tables of the switch");
    return table;
  };
  const remove = (table: TableState, handle: number): boolean => {
    const entry = table.entry(handle);
    if (entry) indexOf(table).remove(entry);
    return table.remove(handle);
  };
  /** The entry that an update names. */
  const entryFor = (change: Extract<Change, { kind: "withdraw" | "keep" }>): Entry => {
    const [index, matches] = [indexOf(named(change.table)), change.matches ?? []];
    const known = index.givenOf({ ...change, matches }) ?? index.ownOf(matches);
    if (known) return known;
    throw new ControlError(updateProblem(change.kind === "keep" ? "modify" : "delete", change));
  };
  return (change) => {
    switch (change.kind) {
      case "entry": {
        const table = named(change.table);
        const run = actionRun(table, change.run);
        const { priority, update } = change;
        const matches = change.matches ?? [];
        const index = indexOf(table);
        const [own, given] = [index.ownOf(matches), index.givenOf({ matches, priority })];
        if (update) changeable(table);
        const isOwnAgain = own && update === "insert" && own.priority === priority;
        if (update !== "modify" && (given || isOwnAgain))
          throw new ControlError(updateProblem("insert", change));
        // what a switch gave back has the program's own entries too, with a priority of the switch's choice
        if (own && isSameRun(own.run, run)) return;
        const known = given ?? own;
        if (known) changeable(table).modify(known.handle, run);
        else if (update === "modify") throw new ControlError(updateProblem(update, change));
        else index.add(changeable(table).add({ matches, priority, run, span: null }));
        return;
      }
      case "keep":
        entryFor(change);
        return;
      case "withdraw": {
        const table = changeable(named(change.table));
        remove(table, entryFor(change).handle);
        return;
      }
      case "member": {
        const table = named(change.table);
        const { priority, update } = change;
        const matches = change.matches ?? [];
        const given = change.isDefault ? undefined : indexOf(table).givenOf({ matches, priority });
        if (update !== "modify" && given) throw new ControlError(updateProblem("insert", change));
        if (update === "modify" && !given && !change.isDefault)
          throw new ControlError(updateProblem(update, change));
        const use = usedBy(table, change.use);
        const profile = profileWith(table, use);
        if (change.isDefault) profile.useOnMiss(table, use);
        else if (use) {
          const entry = given ?? table.add({ matches, priority, run: NOTHING, span: null });
          if (!given) indexOf(table).add(entry);
          profile.use(entry, use);
        }
        return;
      }
      case "default": {
        const table = named(change.table);
        table.defaultRun = change.run ? missRun(table, change.run) : table.firstDefault;
        return;
      }
      case "modify": {
        const table = changeable(named(change.table));
        if (!table.modify(change.handle, actionRun(table, change.run))) throw noEntry(change);
        return;
      }
      case "delete":
        if (!remove(changeable(named(change.table)), change.handle)) throw noEntry(change);
        return;
      case "clear": {
        // BMv2 clears constant entries, too
        const table = named(change.table);
        table.clear();
        indexes.delete(table);
        return;
      }
      case "profile":
        changeProfile(target, change);
        return;
      case "replicas":
        replicate(target, change);
        return;
      case "command": {
        const { verb, words } = change;
        if (!memberCommand(target, verb, words) && !valueSetCommand(target, verb, words))
          commandOf(target, verb, words);
      }
    }
  };
}

/** An entry of a profile's member has no action of its own. */
const NOTHING: ActionRun = { action: 0, values: [] };

const noEntry = ({ table, handle }: { table: string; handle: number }): ControlError =>
  new ControlError(`table ${table} has no entry ${handle}`);

/** The table, whose entries may change: constant ones are all that there are (P4_16, tables). */
function changeable(table: TableState): TableState {
  if (table.isConst) throw new ControlError(constantProblem(table.name));
  return table;
}
