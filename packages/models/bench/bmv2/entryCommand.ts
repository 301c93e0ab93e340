import type { Match } from "../../src/program/index.ts";
import type { Entry, TableKey, TableState } from "../../src/run/tables/tableState.ts";
import type { Value } from "../../src/run/values/node.ts";
import { bitsOf } from "../../src/run/values/numbers.ts";
import { widthOf } from "../../src/run/values/shape.ts";

/** An entry of a table as a command for BMv2. */
export function entryCommand(table: TableState, { matches, run, priority }: Entry): string {
  const { name, parameters } = table.actions[run.action]!;
  const keys = table.keys.flatMap((key, i) => (key.kind === "selector" ? [] : [keyText(key, matches[i]!)]));
  const values = run.values.map((value, i) => numberText(value, widthOf(parameters[i]!.shape)));
  const last = table.hasPriorities ? [String(priority)] : [];
  return ["table_add", table.name, name, ...keys, "=>", ...values, ...last].join(" ");
}

const numberText = (value: Value, width: number): string => `0x${bitsOf(value, width).toString(16)}`;
const hex = (value: bigint | string): string => `0x${BigInt(value).toString(16)}`;

function keyText({ kind, width }: TableKey, match: Match): string {
  const all = (1n << BigInt(width)) - 1n;
  const value = match.kind === "any" || match.kind === "range" ? 0n : BigInt(match.value);
  switch (kind) {
    case "lpm":
      return `${hex(value)}/${match.kind === "lpm" ? match.prefix : match.kind === "any" ? 0 : width}`;
    case "ternary":
    case "optional":
      return `${hex(value)}&&&${hex(match.kind === "ternary" ? match.mask : match.kind === "any" ? 0n : all)}`;
    case "range":
      if (match.kind === "range") return `${hex(match.low)}->${hex(match.high)}`;
      return match.kind === "any" ? `0->${hex(all)}` : `${hex(value)}->${hex(value)}`;
    default:
      return hex(value);
  }
}
