import type { ActionRun, TableState } from "../tables/tableState.ts";
import type { Target } from "../target.ts";
import { widthOf } from "../values/shape.ts";
import { type Setup, tableNamed } from "./setup.ts";

/**
 * What the control plane does on `from`, by the same names on a switch with another program; a text: what that program
 * does not take.
 */
export function setupOn(setup: Setup, from: Target, to: Target): Setup | string {
  const entries: Setup["entries"][number][] = [];
  for (const { table: name, run, ...entry } of setup.entries) {
    const [old, now] = [tableNamed(from, name), tableNamed(to, name)];
    if (!old || !now) return `there is no table ${name}`;
    if (now.isConst) return `the entries of table ${name} are fixed`;
    if (keysOf(old) !== keysOf(now)) return `table ${name} has other keys`;
    const translated = runOn(run, old, now);
    if (typeof translated === "string") return translated;
    entries.push({ table: name, ...entry, run: translated });
  }
  const defaults: Setup["defaults"][number][] = [];
  for (const { table: name, run } of setup.defaults) {
    const [old, now] = [tableNamed(from, name), tableNamed(to, name)];
    if (!old || !now) return `there is no table ${name}`;
    const translated = runOn(run, old, now);
    if (typeof translated === "string") return translated;
    defaults.push({ table: name, run: translated });
  }
  for (const { words } of setup.commands)
    if (
      ![
        ...to.machine.externs.map(({ path }) => path),
        ...to.machine.valueSets.map(({ name }) => name),
      ].includes(words[0]!)
    )
      return `there is no ${words[0]}`;
  return { ...setup, entries, defaults };
}

const keysOf = ({ keys }: TableState): string =>
  keys.map(({ name, kind, width }) => `${name} ${kind} ${width}`).join();

function runOn(run: ActionRun, old: TableState, now: TableState): ActionRun | string {
  const wanted = old.actions[run.action]!;
  const action = now.actions.findIndex(({ name }) => name === wanted.name);
  if (action < 0) return `table ${now.name} has no action ${wanted.name}`;
  const shapes = (of: TableState["actions"][number]): string =>
    of.parameters.map(({ name, shape }) => `${name} ${widthOf(shape)}`).join();
  return shapes(wanted) === shapes(now.actions[action]!)
    ? { action, values: run.values }
    : `action ${wanted.name} has other parameters`;
}
