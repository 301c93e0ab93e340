import { didYouMean, type Span } from "../../core/index.ts";
import { matchesOf, runOf, type WrittenKey } from "./entryValues.ts";
import { ControlError, type EntryNames } from "./names.ts";
import {
  type Change,
  type EntryAction,
  type EntryDemand,
  type EntryRun,
  type EntryTable,
  hasPriorities,
} from "./tableEntry.ts";

/** A command of BMv2's `simple_switch_CLI`, and the line that it stands on. */
export type Bmv2Command = { verb: string; words: readonly string[]; at: Span };

/** Questions about tables, and what times nothing here. */
const SILENT = ["set_timeout", "info", "num_entries", "show_actions"].concat([
  "dump",
  "dump_entry",
  "dump_entry_from_key",
  "dump_member",
  "dump_group",
]);

/** What runs alone carry out, or refuse: commands about action profiles by the name of a table, of an older BMv2. */
const OF_PROFILES = /^indirect_(create|modify|delete|add|remove)_(member|group)/;

/** What changes tables, with what it needs. */
const CHANGES: Readonly<Record<string, string>> = {
  add: "a table and an action, as in table_add ipv4_lpm ipv4_forward 10.0.0.0/24 => 1",
  set_default: "a table and an action, as in table_set_default ipv4_lpm drop",
  modify: "a table, an action and the handle of an entry, as in table_modify ipv4_lpm drop 0 =>",
  delete: "a table and the handle of an entry, as in table_delete ipv4_lpm 0",
  clear: "a table, as in table_clear ipv4_lpm",
  reset_default: "a table, as in table_reset_default ipv4_lpm",
  indirect_add: "a table, keys, => and a member, as in table_indirect_add ipv4_lpm 10.0.0.0/24 => 0",
  indirect_add_with_group: "a table, keys, => and a group",
  indirect_set_default: "a table and a member",
  indirect_set_default_with_group: "a table and a group",
  indirect_reset_default: "a table",
  indirect_delete: "a table and the handle of an entry",
};

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

/** What a command does; null: it only asks. Throws `ControlError`. */
export function changeOf(
  { verb, words }: Bmv2Command,
  names: EntryNames,
  mayLeaveOut: boolean,
): Change | null {
  const what = /^table_(.*)$/.exec(verb)?.[1];
  if (what === undefined || OF_PROFILES.test(what)) return { kind: "command", verb, words };
  if (SILENT.includes(what)) return null;
  const needs = CHANGES[what];
  if (needs === undefined) {
    const known = [...Object.keys(CHANGES), ...SILENT].map((each) => `table_${each}`);
    throw new ControlError(
      `simple_switch_CLI has no command ${verb}${didYouMean(verb, known)}`,
      "entries-syntax",
    );
  }
  const fail = (): never => {
    throw new ControlError(`${verb} needs ${needs}`, "entries-syntax");
  };
  const table = names.table(words[0] ?? fail());
  const handle = (text: string | undefined): number => {
    const number = Number(text ?? Number.NaN);
    return Number.isInteger(number) && number >= 0 ? number : fail();
  };
  const action = (): EntryAction => {
    const [, name] = words;
    return name === undefined || name === "=>" ? fail() : names.action(table, name, what === "set_default");
  };
  const run = (given: readonly string[]): EntryRun =>
    placedRun(
      action(),
      given.filter((word) => word !== "=>"),
      mayLeaveOut,
    );
  const use = (text: string | undefined) =>
    verb.endsWith("_with_group") ? { group: handle(text) } : { member: handle(text) };
  const about = { table: table.name };
  switch (what) {
    case "add": {
      if (words.length > 2 && !mayLeaveOut && !words.includes("=>"))
        throw new ControlError("table_add needs => between match and arguments", "entries-syntax");
      const ran = action();
      const { values, ...demand } = demandOf(table, words.slice(2), mayLeaveOut);
      return { kind: "entry", ...demand, run: placedRun(ran, values, mayLeaveOut), update: "insert" };
    }
    case "set_default":
      return { kind: "default", ...about, run: run(words.slice(2)) };
    case "reset_default":
      return { kind: "default", ...about, run: null };
    case "modify":
      return { kind: "modify", ...about, run: run(words.slice(3)), handle: handle(words[2]) };
    case "delete":
    case "indirect_delete":
      return { kind: "delete", ...about, handle: handle(words[1]) };
    case "clear":
      return { kind: "clear", ...about };
    case "indirect_add":
    case "indirect_add_with_group": {
      const { values, ...demand } = demandOf(table, words.slice(1), mayLeaveOut);
      const [named, isFilled] = [use(values[0]), true] as const;
      const filled = "group" in named ? { ...named, isFilled } : named;
      return { kind: "member", isDefault: false, ...demand, use: filled, runs: null, update: "insert" };
    }
    default: {
      const left = what === "indirect_reset_default" ? null : use(words[1]);
      return { kind: "member", isDefault: true, ...about, matches: null, priority: 0, use: left, runs: null };
    }
  }
}

/** Values in the order of the parameters. */
export function placedRun(action: EntryAction, given: readonly string[], mayLeaveOut: boolean): EntryRun {
  const { name, parameters } = action;
  if (given.length !== parameters.length && !(mayLeaveOut && given.length === 0))
    throw new ControlError(
      `action ${name} takes ${parameters.length} value${parameters.length === 1 ? "" : "s"}, not ${given.length}`,
    );
  return runOf(action, (_, index) => given[index], mayLeaveOut);
}

/** `key… => value… [priority]`: keys of a selector are not given. */
function demandOf(
  table: EntryTable,
  words: readonly string[],
  mayLeaveOut: boolean,
): EntryDemand & { values: string[] } {
  const arrow = words.indexOf("=>");
  const keys = arrow < 0 ? [...words] : words.slice(0, arrow);
  const values = arrow < 0 ? [] : words.slice(arrow + 1);
  const { name } = table;
  if (mayLeaveOut && words.length === 0) return { table: name, matches: null, priority: 0, values };
  const count = table.keys.filter(({ kind }) => kind !== "selector").length;
  if (keys.length !== count) throw new ControlError(`table ${name} has ${count} keys, not ${keys.length}`);
  const priority = hasPriorities(table.keys) ? Number(values.pop() ?? Number.NaN) : 0;
  if (!Number.isInteger(priority)) throw new ControlError(`an entry of ${name} needs a priority at its end`);
  const written = table.keys.map(({ kind }) => (kind === "selector" ? null : writtenKey(keys.shift()!)));
  return { table: name, matches: matchesOf(table, written, false), priority, values };
}

/** `value`, `value/prefix`, `value&&&mask` or `low->high`. */
function writtenKey(text: string): WrittenKey {
  for (const mark of ["&&&", "->", "/"]) {
    const [first, second] = text.split(mark);
    if (first !== undefined && second !== undefined) return { kind: "pair", first, second };
  }
  return { kind: "value", value: text };
}
