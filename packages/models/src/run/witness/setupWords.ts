import type { Match } from "../../program/index.ts";
import type { TableKey, TableState } from "../tables/tableState.ts";
import type { Target } from "../target.ts";
import { bitsOf } from "../values/numbers.ts";
import { widthOf } from "../values/shape.ts";
import { type Setup, tableNamed } from "./setup.ts";

/** An entry by names, each key with its match and width, each parameter as the number of its bits. */
export type NamedEntry = {
  table: string;
  keys: { name: string; kind: TableKey["kind"]; match: Match; width: number }[];
  action: string;
  parameters: { name: string; value: bigint }[];
  /** whether the entry has a priority; it is the highest */
  hasPriority: boolean;
};

export const namedEntries = (setup: Setup, target: Target): NamedEntry[] =>
  setup.entries.flatMap(({ table: name, matches, run }): NamedEntry[] => {
    const table = tableNamed(target, name);
    if (!table) return [];
    const keys = table.keys.map((key, i) => ({
      name: key.name,
      kind: key.kind,
      match: matches[i]!,
      width: key.width,
    }));
    return [{ table: name, keys, ...namedRun(table, run), hasPriority: table.hasPriorities }];
  });

export const namedDefaults = (setup: Setup, target: Target) =>
  setup.defaults.flatMap(({ table: name, run }) => {
    const table = tableNamed(target, name);
    return table ? [{ table: name, ...namedRun(table, run) }] : [];
  });

function namedRun(table: TableState, { action, values }: Setup["defaults"][number]["run"]) {
  const { name, parameters } = table.actions[action]!;
  return {
    action: name,
    parameters: parameters.map((parameter, i) => ({
      name: parameter.name,
      value: bitsOf(values[i], widthOf(parameter.shape)),
    })),
  };
}
