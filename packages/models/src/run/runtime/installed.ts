import { aroundArrow, writtenKey } from "../../program/index.ts";
import type { Match } from "../tables/match.ts";
import type { ActionRun, TableKey, TableState } from "../tables/tableState.ts";
import { valueFor } from "../values/numbers.ts";
import { byName, ControlError } from "./names.ts";
import { controlNumber } from "./numbers.ts";

/** The table, whose entries may change: constant ones are all that there are (P4_16, tables). */
export function changeable(table: TableState): TableState {
  if (table.isConst)
    throw new ControlError(`the entries of table ${table.name} are constant: the program gives all of them`);
  return table;
}

/** The action of a table by its name, with a value for each parameter: in order, or by name. */
export function runOf(
  table: TableState,
  name: string,
  given: readonly unknown[] | Readonly<Record<string, unknown>>,
): ActionRun {
  const action = byName(table.actions, (each) => each.name, name, `action of table ${table.name}`);
  const { parameters } = action;
  if (Array.isArray(given) && given.length !== parameters.length)
    throw new ControlError(
      `action ${action.name} takes ${parameters.length} value${parameters.length === 1 ? "" : "s"}, not ${given.length}`,
    );
  const values = parameters.map((parameter, index) => {
    const value = Array.isArray(given) ? given[index] : (given as Record<string, unknown>)[parameter.name];
    if (value === undefined)
      throw new ControlError(`action ${action.name} needs a value for ${parameter.name}`);
    return valueFor(fitting(controlNumber(value), parameter.shape, parameter.name), parameter.shape);
  });
  return { action: table.actions.indexOf(action), values };
}

function fitting(value: bigint, shape: TableKey["shape"], name: string): bigint {
  const width = shape.kind === "bits" ? shape.width : 1;
  if (value >= 0n && BigInt.asUintN(width, value) !== value)
    throw new ControlError(`${value} does not fit ${name}, which has ${width} bit${width === 1 ? "" : "s"}`);
  return value;
}

/** A value of a key, in the form of its kind. */
export type KeyText =
  | { kind: "exact"; value: unknown }
  | { kind: "pair"; first: unknown; second: unknown }
  | { kind: "any" };

/** What a key demands. Throws `ControlError` for what its kind does not take. */
export function matchOf(key: TableKey, text: KeyText): Match {
  const number = (value: unknown): bigint =>
    BigInt.asUintN(key.width, fitting(controlNumber(value), key.shape, key.name));
  if (text.kind === "any") {
    if (key.kind === "exact") throw new ControlError(`key ${key.name} is exact and needs a value`);
    return { kind: "any" };
  }
  if (text.kind === "exact") {
    const value = number(text.value);
    return key.kind === "lpm" ? { kind: "lpm", value, prefix: key.width } : { kind: "exact", value };
  }
  if (key.kind === "lpm") {
    const prefix = Number(text.second);
    if (!Number.isInteger(prefix) || prefix < 0 || prefix > key.width)
      throw new ControlError(
        `a prefix of ${key.name} has 0 to ${key.width} bits, not ${String(text.second)}`,
      );
    return { kind: "lpm", value: number(text.first), prefix };
  }
  if (key.kind === "ternary" || key.kind === "optional")
    return { kind: "ternary", value: number(text.first), mask: number(text.second) };
  if (key.kind === "range") return { kind: "range", low: number(text.first), high: number(text.second) };
  throw new ControlError(`key ${key.name} is ${key.kind} and takes one value`);
}

/** The key of a table by its name, or by an end of it. */
export const keyNamed = (table: TableState, name: string): number =>
  table.keys.indexOf(byName(table.keys, (key) => key.name, name, `key of table ${table.name}`));

/**
 * An entry of BMv2's command line, `key… => value… [priority]`: what it matches, and the words behind the arrow. Keys
 * of a selector are not given.
 */
export function entryOf(
  table: TableState,
  words: readonly string[],
): { matches: Match[]; values: string[]; priority: number } {
  const { keys: texts, values: given } = aroundArrow(words);
  const values = given ?? [];
  const count = table.keys.filter(({ kind }) => kind !== "selector").length;
  if (texts.length !== count)
    throw new ControlError(`table ${table.name} has ${count} keys, not ${texts.length}`);
  const priority = table.hasPriorities ? Number(values.pop()) : 0;
  if (!Number.isInteger(priority))
    throw new ControlError(`an entry of ${table.name} needs a priority at its end`);
  const matches = table.keys.map((key): Match => {
    const text = key.kind === "selector" ? undefined : texts.shift();
    return text === undefined ? { kind: "any" } : matchOf(key, keyText(text));
  });
  return { matches, values, priority };
}

function keyText(text: string): KeyText {
  const written = writtenKey(text);
  return "mark" in written ? { kind: "pair", ...written } : { kind: "exact", ...written };
}
