import type { Diagnostic } from "../../../core/index.ts";
import { commandWords } from "../../../program/index.ts";
import { createPlaces } from "../click/tokens.ts";

/** One entry of a table, its match and arguments as they were written. */
export type P4Entry = { action: string; match: string[]; arguments: string[]; priority: number };
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
  const placeOf = createPlaces(text, file);
  let offset = 0;
  for (const line of text.split("\n")) {
    const [what, table, action, ...words] = commandWords(line);
    const arrow = words.indexOf("=>");
    if (what === "table_add" || what === "table_set_default") {
      if (table === undefined || action === undefined || (what === "table_add" && arrow < 0)) {
        const message = `${what} needs a table, an action${what === "table_add" ? " and => between match and arguments" : ""}`;
        diagnostics.push({
          severity: "error",
          code: "entries-syntax",
          message,
          span: placeOf(offset, offset + line.length),
        });
      } else {
        const held = tables.get(lastPart(table)) ?? { entries: [], defaultAction: null };
        tables.set(lastPart(table), held);
        if (what === "table_set_default") held.defaultAction = { action: lastPart(action), arguments: words };
        else {
          const match = words.slice(0, arrow);
          const rest = words.slice(arrow + 1);
          // the switch asks for a priority exactly when a key is ternary or a range
          const isRanked = match.some((m) => m.includes("&&&") || m.includes("->"));
          const priority = isRanked ? Number(rest.pop()) : 0;
          held.entries.push({ action: lastPart(action), match, arguments: rest, priority });
        }
      }
    }
    offset += line.length + 1;
  }
  return { tables, diagnostics };
}
