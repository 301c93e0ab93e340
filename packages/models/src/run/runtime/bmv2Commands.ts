import type { TableState } from "../tables/tableState.ts";
import type { Target } from "../target.ts";
import { commandOf } from "./commands.ts";
import { type KeyText, matchOf, runOf } from "./installed.ts";
import { byName, ControlError } from "./names.ts";

/** Carries out a line of BMv2's command line; one without a command does nothing. Throws `ControlError`. */
export function bmv2Command(target: Target, line: string): void {
  const [verb = "", ...words] = line.replace(/#.*$/, "").trim().split(/\s+/);
  const table = (): TableState => byName(target.machine.tables, ({ name }) => name, words[0] ?? "", "table");
  switch (verb) {
    case "":
      return;
    case "table_add":
      add(table(), words.slice(1));
      return;
    case "table_set_default":
      table().defaultRun = runOf(
        table(),
        words[1] ?? "",
        words.slice(2).filter((word) => word !== "=>"),
      );
      return;
    case "table_clear":
      for (const { handle } of table().entries) table().remove(handle);
      return;
    case "table_delete":
      if (!table().remove(Number(words[1])))
        throw new ControlError(`table ${words[0]} has no entry ${words[1]}`);
      return;
    default:
      commandOf(target, verb, words);
  }
}

/** `ACTION key… => value… [priority]` */
function add(table: TableState, [action = "", ...rest]: readonly string[]): void {
  const arrow = rest.indexOf("=>");
  const keys = arrow < 0 ? rest : rest.slice(0, arrow);
  const values = arrow < 0 ? [] : rest.slice(arrow + 1);
  if (keys.length !== table.keys.length)
    throw new ControlError(`table ${table.name} has ${table.keys.length} keys, not ${keys.length}`);
  const priority = table.hasPriorities ? Number(values.pop()) : 0;
  if (!Number.isInteger(priority))
    throw new ControlError(`an entry of ${table.name} needs a priority at its end`);
  const matches = table.keys.map((key, index) => matchOf(key, keyText(keys[index]!)));
  table.add({ matches, priority, run: runOf(table, action, values), span: null });
}

/** `value`, `value/prefix`, `value&&&mask`, `low->high` */
function keyText(text: string): KeyText {
  for (const mark of ["&&&", "->", "/"]) {
    const [first, second] = text.split(mark);
    if (first !== undefined && second !== undefined) return { kind: "pair", first, second };
  }
  return { kind: "exact", value: text };
}
