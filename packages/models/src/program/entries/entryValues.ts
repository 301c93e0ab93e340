import { ControlError } from "./names.ts";
import type { EntryAction, EntryKey, EntryParameter, EntryRun, EntryTable, Match } from "./tableEntry.ts";
import { writtenNumber } from "./writtenNumber.ts";

/** The value that a controller writes; throws `ControlError`. */
export function controlNumber(value: unknown): bigint {
  const number = typeof value === "bigint" ? value : writtenNumber(value);
  if (number === null) throw new ControlError(`${String(value).trim()} is not a number or address`);
  return number;
}

/** The bits of what is written for a key or parameter. */
function bitsOf(written: unknown, { name, width }: EntryKey | EntryParameter): bigint {
  const value = controlNumber(written);
  if (width === null) return value;
  const bits = BigInt.asUintN(width, value);
  if (value >= 0n && bits !== value)
    throw new ControlError(`${value} does not fit ${name}, which has ${width} bit${width === 1 ? "" : "s"}`);
  return bits;
}

/** An action with a value for each parameter, as it is written: undefined where one is left out. */
export function runOf(
  { name: action, parameters }: EntryAction,
  written: (parameter: EntryParameter, index: number) => unknown,
  mayLeaveOut: boolean,
): EntryRun {
  const given = parameters.map(written);
  const left = given.indexOf(undefined);
  const values = given.map((value, index) => (value === undefined ? 0n : bitsOf(value, parameters[index]!)));
  if (left < 0) return { action, values };
  if (mayLeaveOut) return { action, values: null };
  throw new ControlError(`action ${action} needs a value for ${parameters[left]!.name}`);
}

/** What is written for a key, in the form of its kind. */
export type WrittenKey =
  | { kind: "value"; value: unknown }
  | { kind: "pair"; first: unknown; second: unknown }
  | { kind: "any" };

/** What keys demand, null where one is left out that must not be. Throws `ControlError`. */
export function matchesOf(
  { keys }: EntryTable,
  written: readonly (WrittenKey | null)[],
  mayLeaveOut: boolean,
): Match[] | null {
  const matches = keys.map((key, index) => {
    const given = written[index] ?? null;
    if (given) return matchOf(key, given);
    if (key.kind !== "exact") return matchOf(key, { kind: "any" });
    if (mayLeaveOut) return null;
    throw new ControlError(`key ${key.name} is exact and needs a value`);
  });
  return matches.includes(null) ? null : (matches as Match[]);
}

/** What a key demands. Throws `ControlError` for what its kind does not take. */
function matchOf(key: EntryKey, written: WrittenKey): Match {
  if (written.kind === "any") {
    if (key.kind === "exact") throw new ControlError(`key ${key.name} is exact and needs a value`);
    return { kind: "any" };
  }
  if (written.kind === "value") {
    const value = bitsOf(written.value, key);
    return key.kind === "lpm" && key.width !== null
      ? { kind: "lpm", value, prefix: key.width }
      : { kind: "exact", value };
  }
  const { first, second } = written;
  if (key.kind === "lpm") {
    const prefix = Number(second);
    if (!Number.isInteger(prefix) || prefix < 0 || prefix > (key.width ?? prefix))
      throw new ControlError(`a prefix of ${key.name} has 0 to ${key.width} bits, not ${String(second)}`);
    return { kind: "lpm", value: bitsOf(first, key), prefix };
  }
  if (key.kind === "ternary" || key.kind === "optional")
    return { kind: "ternary", value: bitsOf(first, key), mask: bitsOf(second, key) };
  if (key.kind === "range") {
    const [low, high] = [bitsOf(first, key), bitsOf(second, key)];
    if (low > high)
      throw new ControlError(
        `the range ${low} to ${high} of ${key.name} is empty; give the smaller value first`,
      );
    return { kind: "range", low, high };
  }
  throw new ControlError(`key ${key.name} is ${key.kind} and takes one value`);
}
