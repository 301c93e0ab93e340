import type { Bmv2Command } from "../../program/index.ts";
import type { TableState } from "../tables/tableState.ts";
import type { Target } from "../target.ts";
import { commandOf } from "./commands.ts";
import { changeable, entryOf, runOf } from "./installed.ts";
import { byName, ControlError } from "./names.ts";
import { profileCommand } from "./profiles.ts";
import { valueSetCommand } from "./valueSets.ts";

/** Carries out a command of BMv2's command line. Throws `ControlError`. */
export function bmv2Command(target: Target, { verb, words }: Bmv2Command): void {
  const table = (): TableState => byName(target.machine.tables, ({ name }) => name, words[0] ?? "", "table");
  switch (verb) {
    case "table_add":
      add(changeable(table()), words.slice(1));
      return;
    case "table_set_default":
      table().defaultRun = runOf(
        table(),
        words[1] ?? "",
        words.slice(2).filter((word) => word !== "=>"),
      );
      return;
    case "table_reset_default":
      table().defaultRun = table().firstDefault;
      return;
    case "table_modify": {
      const given = words.slice(3).filter((word) => word !== "=>");
      if (!changeable(table()).modify(Number(words[2]), runOf(table(), words[1] ?? "", given)))
        throw new ControlError(`table ${words[0]} has no entry ${words[2]}`);
      return;
    }
    case "table_clear":
      for (const { handle } of changeable(table()).entries) table().remove(handle);
      return;
    case "table_delete":
      if (!changeable(table()).remove(Number(words[1])))
        throw new ControlError(`table ${words[0]} has no entry ${words[1]}`);
      return;
    default:
      if (!profileCommand(target, verb, words) && !valueSetCommand(target, verb, words))
        commandOf(target, verb, words);
  }
}

/** `ACTION key… => value… [priority]` */
function add(table: TableState, [action = "", ...rest]: readonly string[]): void {
  const { matches, values, priority } = entryOf(table, rest);
  table.add({ matches, priority, run: runOf(table, action, values), span: null });
}
