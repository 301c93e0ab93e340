import { byName, ControlError, cName, type Match } from "../../program/index.ts";
import { commandOf } from "../runtime/commands.ts";
import { ActionProfile } from "../tables/actionProfile.ts";
import type { ActionRun, Entry, TableKey, TableState } from "../tables/tableState.ts";
import type { Target } from "../target.ts";
import { valueFor } from "../values/numbers.ts";
import { checkState } from "./checkState.ts";
import type { StfCommand, StfPair } from "./parseStf.ts";
import { leftOut, stfMatch, stfNumber } from "./values.ts";

/** BMv2 takes the smallest priority, STF the largest. */
const STF_PRIORITIES = 10_000;

/** Carries out one command of the control plane. Throws `ControlError` when it does not fit the program. */
export function control(target: Target, command: StfCommand): void {
  switch (command.kind) {
    case "add": {
      const table = tableOf(target, command.table);
      const run = runOf(table, command.action, command.values);
      addTo(table, command, run);
      return;
    }
    case "addUse": {
      const table = tableOf(target, command.table);
      profileOf(table).use(addTo(table, command, { action: 0, values: [] }), command.use);
      return;
    }
    case "member": {
      const table = sharing(target, command.profile);
      profileOf(table).members.set(command.id, runOf(table, command.action, command.values));
      return;
    }
    case "group":
      profileOf(sharing(target, command.profile)).groups.set(command.id, command.members);
      return;
    case "setDefault": {
      const table = tableOf(target, command.table);
      table.defaultRun = runOf(table, command.action, command.values);
      return;
    }
    case "other":
      if (command.verb.startsWith("check_")) checkState(target, command.verb, command.words);
      else commandOf(target, command.verb, command.words);
      return;
    default:
  }
}

const tableOf = (target: Target, name: string): TableState =>
  byName(target.machine.tables, (table) => table.name, name, "table");

function addTo(
  table: TableState,
  of: { priority: number | null; keys: readonly StfPair[] },
  run: ActionRun,
): Entry {
  if (table.hasPriorities && of.priority === null)
    throw new ControlError(`an entry of ${table.name} needs a priority`);
  const priority = table.hasPriorities ? STF_PRIORITIES - (of.priority ?? 0) : 0;
  return table.add({ matches: matchesOf(table, of.keys), priority, run, span: null });
}

/** A table whose entries use the action profile of this name. */
function sharing({ machine }: Target, name: string): TableState {
  const all = machine.tables.filter((table) => table.implementation instanceof ActionProfile);
  return byName(all, (table) => profileOf(table).name, name, "action profile");
}

function profileOf(table: TableState): ActionProfile {
  if (table.implementation instanceof ActionProfile) return table.implementation;
  throw new ControlError(`table ${table.name} has no action profile`);
}

function runOf(table: TableState, name: string, pairs: readonly StfPair[]): ActionRun {
  const action = byName(table.actions, (each) => each.name, name, "action", ` in table ${table.name}`);
  const values = action.parameters.map((parameter, index) => {
    const given = pairs.find((pair) => pair.name === parameter.name) ?? placed(pairs, index);
    // what the C program of a BPF target is not given is 0
    if (!given && action.name !== name && cName(action.name) === name) return valueFor(0n, parameter.shape);
    if (!given) throw new ControlError(`action ${action.name} needs a value for ${parameter.name}`);
    return valueFor(stfNumber(given.value), parameter.shape);
  });
  return { action: table.actions.indexOf(action), values };
}

const placed = (pairs: readonly StfPair[], index: number): StfPair | undefined =>
  pairs[index]?.name === "" ? pairs[index] : undefined;

function matchesOf(table: TableState, pairs: readonly StfPair[]): Match[] {
  const matches = table.keys.map(leftOut);
  for (const { name, value } of pairs) {
    const index = keyIndex(table.keys, name.replace(/\$(\d+)/g, "[$1]"));
    if (index < 0) {
      const known = table.keys.map((key) => key.name).join(", ");
      throw new ControlError(`table ${table.name} has no key ${name}; its keys are ${known}`);
    }
    matches[index] = stfMatch(value, table.keys[index]!);
  }
  return matches;
}

/** `hdr.ipv4.isValid()` is `hdr.ipv4.$valid$` to BMv2; the words of STF have no blanks, `hdr.a & 0xf` does. */
const plainName = (name: string): string =>
  name
    .replaceAll(" ", "")
    .replace(/\.isValid\(\)$/, ".$valid$")
    .replace(/\.valid$/, ".$valid$");

/** Keys as the C of BPF targets calls them: `key.field0` by place, `key.headers_ipv4_srcAddr` by name; -1: neither. */
function cKeyIndex(keys: readonly TableKey[], name: string): number {
  const field = /^key\.(.+)$/.exec(name)?.[1];
  if (field === undefined) return -1;
  const place = /^field(\d+)$/.exec(field)?.[1];
  if (place !== undefined) return Number(place) < keys.length ? Number(place) : -1;
  return keys.findIndex((key) => cName(key.name) === field);
}

function keyIndex(keys: readonly TableKey[], name: string): number {
  const exact = keys.findIndex((key) => key.name === name);
  if (exact >= 0) return exact;
  const ofC = cKeyIndex(keys, name);
  if (ofC >= 0) return ofC;
  const wanted = plainName(name);
  return keys.findIndex((key) => {
    const own = plainName(key.name);
    return own === wanted || own === `${name}$` || own.endsWith(`.${wanted}`);
  });
}
