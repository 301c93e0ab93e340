import type { Diagnostic } from "../../core/index.ts";
import type { ReadEntries } from "./bmv2Cli.ts";
import type { TableEntries } from "./entries.ts";
import { decimal, fieldOf, holders, namesOf, textOf } from "./messageFields.ts";
import { parseTextProto, type TextField, type TextMessage, TextProtoError } from "./textProto.ts";

type Entry = TableEntries["table_entries"][number];

/**
 * Table contents from P4Runtime messages in protobuf's text format: `table_entry` anywhere (a WriteRequest,
 * entities, or single entries), with the actions of action profile members. Ids get names from a P4Info in
 * the same text or from what p4runtime-shell writes behind them; ids without stay, for `nameIds`. Updates
 * that delete are passed over.
 */
export function parseP4Runtime(text: string, file: string): ReadEntries {
  let message: TextMessage;
  try {
    message = parseTextProto(text);
  } catch (error) {
    if (!(error instanceof TextProtoError)) throw error;
    return {
      entries: { table_entries: [] },
      diagnostics: [problem(text, file, error.message, error.offset)],
    };
  }
  const names = namesOf(message);
  const nameOf = (field: TextField): string =>
    field.alias ??
    (typeof field.value === "string" ? (names.get(decimal(field.value)) ?? decimal(field.value)) : "");
  const members = memberActions(message, nameOf);
  const diagnostics: Diagnostic[] = [];
  const entries = holders(message, "table_id").flatMap((entry): Entry[] => {
    const table = fieldOf(entry, "table_id");
    if (!table) return [];
    const isDefault = textOf(entry, "is_default_action") === "true";
    const actions = holders(entry, "action_id").flatMap((each) => {
      const id = fieldOf(each, "action_id");
      return id ? [nameOf(id)] : [];
    });
    const usesProfile = ["action_profile_member_id", "action_profile_group_id"].some(
      (name) => holders(entry, name).length > 0,
    );
    const all = usesProfile ? [...actions, ...members] : actions;
    if (all.length === 0)
      diagnostics.push(
        problem(text, file, `the entry of table ${nameOf(table)} has no action`, table.offset),
      );
    return [...new Set(all)].map((action_name) => ({
      table: nameOf(table),
      action_name,
      ...(isDefault ? { default_action: true } : {}),
    }));
  });
  if (entries.length === 0 && diagnostics.length === 0)
    diagnostics.push(problem(text, file, "no table_entry, table_add or table_set_default found", 0));
  return { entries: { table_entries: entries }, diagnostics };
}

/** Actions of all members of action profiles: which of them a table can reach is not told apart. */
const memberActions = (message: TextMessage, nameOf: (field: TextField) => string): string[] =>
  holders(message, "member_id").flatMap((member) =>
    holders(member, "action_id").flatMap((each) =>
      each.flatMap((field) => (field.name === "action_id" ? [nameOf(field)] : [])),
    ),
  );

function problem(text: string, file: string, message: string, offset: number): Diagnostic {
  const before = text.slice(0, offset).split("\n");
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  const span = { file, start: offset, end: offset, line, column, endLine: line, endColumn: column };
  return { severity: "error", code: "entries-syntax", message, span };
}
