import type { Diagnostic, Span } from "../../core/index.ts";
import type { TableEntries } from "./entries.ts";

export type ReadEntries = { entries: TableEntries; diagnostics: Diagnostic[] };

type Entry = TableEntries["table_entries"][number];

/** Commands that change what a table runs. Other commands say nothing about actions and are passed over. */
const command = /^table_(add|set_default|modify|clear|reset_default)\b/;

/** The words of a command; `#` begins a comment where a word may begin, since names of P4 may hold it. */
export const commandWords = (line: string): string[] =>
  line
    .replace(/(^|\s)#.*$/, "")
    .trim()
    .split(/\s+/);

export const isBmv2Cli = (text: string): boolean =>
  text.split("\n").some((line) => command.test(line.trim()));

/**
 * The table contents after commands for BMv2's `simple_switch_CLI`, one a line: `table_add TABLE ACTION
 * match… => argument…`, `table_set_default TABLE ACTION argument…`. `table_modify` adds its action, because
 * which entry it changes is known to the switch only.
 */
export function parseBmv2Cli(text: string, file: string): ReadEntries {
  let entries: Entry[] = [];
  const diagnostics: Diagnostic[] = [];
  let start = 0;
  text.split("\n").forEach((raw, index) => {
    const [what = "", table, action] = commandWords(raw);
    const at: Span = {
      file,
      start,
      end: start + raw.length,
      line: index + 1,
      column: 1,
      endLine: index + 1,
      endColumn: raw.length + 1,
    };
    start += raw.length + 1;
    const kind = command.exec(what)?.[1];
    if (kind === undefined) return;
    const needsAction = kind === "add" || kind === "set_default" || kind === "modify";
    if (table === undefined || (needsAction && (action === undefined || action === "=>"))) {
      const message = `${what} needs a table${needsAction ? " and an action" : ""}, as in ${what} ipv4_lpm${needsAction ? " ipv4_forward 10.0.0.0/24 => 1" : ""}`;
      diagnostics.push({ severity: "error", code: "entries-syntax", message, span: at });
      return;
    }
    const isDefault = kind === "set_default" || kind === "reset_default";
    const isOther = (entry: Entry): boolean =>
      entry.table !== table || (entry.default_action === true) !== isDefault;
    if (isDefault || kind === "clear") entries = entries.filter(isOther);
    if (!needsAction || action === undefined) return;
    entries.push({ table, action_name: action, ...(isDefault ? { default_action: true } : {}) });
  });
  return { entries: { table_entries: entries }, diagnostics };
}
