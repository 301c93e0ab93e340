import { featureVector } from "../core/index.ts";
import type { Path } from "../program/index.ts";
import type { Pass } from "./pass.ts";

type Described = Omit<Path, "id" | "source">;

/** States of inner parsers may be shown with their parser in front. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** What the analysis says of a path, as text that is the same for a pass that takes it. */
export const keyOfPath = ({ states, tables, externs, outcome, features }: Described): string => {
  const applied = tables.map(({ name, action }) => `${name}:${action}`);
  const counts = featureVector(features);
  return [states.map(lastPart), applied, [...externs].sort(), [outcome], counts]
    .map((each) => each.join(" "))
    .join(" | ");
};

/** The same of a pass; `shown`: what reports call a table. */
export const keyOfPass = (pass: Pass, shown: (table: string) => string): string =>
  keyOfPath({
    states: pass.states,
    tables: pass.tables.map(({ name, action }) => ({ name: shown(name), action })),
    externs: [...pass.externs],
    outcome: pass.outcome,
    features: pass.features(),
  });

/** What reports call a table by its full name: the end of it that is among `names`. */
export function shownTables(names: readonly string[]): (full: string) => string {
  const known = new Map<string, string>();
  return (full) => {
    const found = known.get(full) ?? names.find((name) => full === name || full.endsWith(`.${name}`)) ?? full;
    known.set(full, found);
    return found;
  };
}
