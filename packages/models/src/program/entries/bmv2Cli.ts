import { type Diagnostic, didYouMean, type Span } from "../../core/index.ts";
import type { TableEntries } from "./entries.ts";

export type ReadEntries = { entries: TableEntries; diagnostics: Diagnostic[] };

type Entry = TableEntries["table_entries"][number];

/** A command of BMv2's `simple_switch_CLI`, and the line that it stands on. */
export type Bmv2Command = { verb: string; words: readonly string[]; at: Span };

/** Commands that change what a table runs. Other commands say nothing about actions and are passed over. */
const OF_ACTIONS = /^table_(add|set_default|modify|clear|reset_default)$/;

/** The commands about tables of simple_switch_CLI, without their `table_`. */
const OF_TABLES = new Set(
  [
    "add",
    "set_default",
    "modify",
    "clear",
    "reset_default",
    "delete",
    "set_timeout",
    "info",
    "num_entries",
  ].concat(
    ["dump", "dump_entry", "dump_entry_from_key", "dump_member", "dump_group", "show_actions"],
    ["indirect_add", "indirect_add_with_group", "indirect_create_member", "indirect_create_group"],
    ["indirect_add_member_to_group", "indirect_remove_member_from_group", "indirect_set_default"],
    [
      "indirect_set_default_with_group",
      "indirect_modify_member",
      "indirect_delete",
      "indirect_delete_member",
    ],
    ["indirect_delete_group", "indirect_reset_default"],
  ),
);

/** The commands of a text, one a line; `#` begins a comment where a word may begin, since names of P4 may hold it. */
export function bmv2Commands(text: string, file: string): Bmv2Command[] {
  let start = 0;
  return text.split("\n").flatMap((line, index): Bmv2Command[] => {
    const [from, end] = [start, start + line.length];
    start = end + 1;
    const [verb = "", ...words] = line
      .replace(/(^|\s)#.*$/, "")
      .trim()
      .split(/\s+/);
    if (verb === "") return [];
    const place = { line: index + 1, column: 1, endLine: index + 1, endColumn: line.length + 1 };
    return [{ verb, words, at: { file, start: from, end, ...place } }];
  });
}

/** What stands before the arrow of an entry, and behind it; `values` is null without one. */
export function aroundArrow(words: readonly string[]): { keys: string[]; values: string[] | null } {
  const arrow = words.indexOf("=>");
  return arrow < 0
    ? { keys: [...words], values: null }
    : { keys: words.slice(0, arrow), values: words.slice(arrow + 1) };
}

/** A key as it is written: `value`, `value/prefix`, `value&&&mask` or `low->high`. */
export type WrittenKey = { first: string; mark: "&&&" | "->" | "/"; second: string } | { value: string };

export function writtenKey(text: string): WrittenKey {
  for (const mark of ["&&&", "->", "/"] as const) {
    const [first, second] = text.split(mark);
    if (first !== undefined && second !== undefined) return { first, mark, second };
  }
  return { value: text };
}

/**
 * The table contents after commands: `table_add TABLE ACTION match… => argument…`, `table_set_default TABLE ACTION
 * argument…`. `table_modify` adds its action, because which entry it changes is known to the switch only.
 */
export function parseBmv2Cli(text: string, file: string): ReadEntries {
  let entries: Entry[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { verb, words, at } of bmv2Commands(text, file)) {
    const [table, action] = words;
    const kind = OF_ACTIONS.exec(verb)?.[1];
    if (kind === undefined) {
      const ofTable = /^table_(.*)$/.exec(verb)?.[1];
      if (ofTable === undefined || OF_TABLES.has(ofTable)) continue;
      const known = [...OF_TABLES].map((each) => `table_${each}`);
      const message = `simple_switch_CLI has no command ${verb}${didYouMean(verb, known)}`;
      diagnostics.push({ severity: "error", code: "entries-syntax", message, span: at });
      continue;
    }
    const needsAction = kind === "add" || kind === "set_default" || kind === "modify";
    if (table === undefined || (needsAction && (action === undefined || action === "=>"))) {
      const message = `${verb} needs a table${needsAction ? " and an action" : ""}, as in ${verb} ipv4_lpm${needsAction ? " ipv4_forward 10.0.0.0/24 => 1" : ""}`;
      diagnostics.push({ severity: "error", code: "entries-syntax", message, span: at });
      continue;
    }
    const isDefault = kind === "set_default" || kind === "reset_default";
    const isOther = (entry: Entry): boolean =>
      entry.table !== table || (entry.default_action === true) !== isDefault;
    if (isDefault || kind === "clear") entries = entries.filter(isOther);
    if (needsAction && action !== undefined)
      entries.push({ table, action_name: action, ...(isDefault ? { default_action: true } : {}) });
  }
  return { entries: { table_entries: entries }, diagnostics };
}
