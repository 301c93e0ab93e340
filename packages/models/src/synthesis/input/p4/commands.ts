import type { Diagnostic } from "../../../core/index.ts";
import {
  aroundArrow,
  bmv2Commands,
  entriesForm,
  type WrittenKey,
  writtenKey,
} from "../../../program/index.ts";

/** One entry of a table, its match and arguments as they were written. */
export type P4Entry = { action: string; match: WrittenKey[]; arguments: string[]; priority: number };
export type P4Tables = Map<
  string,
  { entries: P4Entry[]; defaultAction: { action: string; arguments: string[] } | null }
>;

const lastPart = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/**
 * Table contents with their values, from commands of BMv2's simple_switch_CLI; tables and actions go by their
 * last name.
 */
export function parseTableCommands(
  text: string,
  file: string,
): { tables: P4Tables; diagnostics: Diagnostic[] } {
  const tables: P4Tables = new Map();
  const diagnostics: Diagnostic[] = [];
  const commands = bmv2Commands(text, file);
  const form = entriesForm(text);
  if (form !== "commands" && commands.length > 0) {
    const found = form === "json" ? "JSON" : "P4Runtime text or no entries at all";
    const message = `${file} has no commands of simple_switch_CLI but ${found}; write the entries of a chain as table_add TABLE ACTION MATCH => ARGUMENT`;
    return { tables, diagnostics: [{ severity: "error", code: "entries-form", message, span: null }] };
  }
  for (const { verb, words, at } of commands) {
    if (verb !== "table_add" && verb !== "table_set_default") continue;
    const [table, action, ...rest] = words;
    const { keys, values } = aroundArrow(rest);
    if (table === undefined || action === undefined || (verb === "table_add" && values === null)) {
      const message = `${verb} needs a table, an action${verb === "table_add" ? " and => between match and arguments" : ""}`;
      diagnostics.push({ severity: "error", code: "entries-syntax", message, span: at });
      continue;
    }
    const held = tables.get(lastPart(table)) ?? { entries: [], defaultAction: null };
    tables.set(lastPart(table), held);
    if (verb === "table_set_default") held.defaultAction = { action: lastPart(action), arguments: rest };
    else {
      const match = keys.map(writtenKey);
      const given = values ?? [];
      // the switch asks for a priority exactly when a key is ternary or a range
      const isRanked = match.some((key) => "mark" in key && key.mark !== "/");
      const priority = isRanked ? Number(given.pop()) : 0;
      held.entries.push({ action: lastPart(action), match, arguments: given, priority });
    }
  }
  return { tables, diagnostics };
}
