import type { Diagnostic, Span } from "../../core/index.ts";
import { bmv2Commands, changeOf } from "./bmv2Cli.ts";
import { entriesForm } from "./entriesForm.ts";
import { ControlError, EntryNames } from "./names.ts";
import { readP4Runtime } from "./p4Runtime.ts";
import type { EntryTable, PlacedChange, Written } from "./tableEntry.ts";
import { TextProtoError } from "./textProto.ts";
import { readTutorialJson } from "./tutorialJson.ts";

export type ReadEntries = { changes: PlacedChange[]; diagnostics: Diagnostic[] };

/**
 * What a text of entries does to the tables of a program, in its order: JSON of the p4lang tutorials, commands of
 * BMv2's `simple_switch_CLI`, or P4Runtime messages as protobuf text. What does not fit is a diagnostic at its place.
 * `mayLeaveOut`: an entry may go without values, which the analysis does not need.
 */
export function readEntries(
  text: string,
  file: string,
  tables: readonly EntryTable[],
  mayLeaveOut = false,
): ReadEntries {
  const { written, diagnostics } = writtenIn(text, file, new EntryNames(tables), mayLeaveOut);
  const said = new Set<string>();
  const changes = written.flatMap(({ at, read }): PlacedChange[] => {
    try {
      const change = read();
      return change ? [{ ...change, at }] : [];
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      const { code, message } = error;
      // of many entries with one mistake the first is shown
      if (!said.has(message)) diagnostics.push({ severity: "error", code, message, span: at() });
      said.add(message);
      return [];
    }
  });
  return { changes, diagnostics };
}

function writtenIn(
  text: string,
  file: string,
  names: EntryNames,
  mayLeaveOut: boolean,
): { written: Written[]; diagnostics: Diagnostic[] } {
  const form = entriesForm(text);
  if (form === "json") return readTutorialJson(text, file, names, mayLeaveOut);
  const commands = bmv2Commands(text, file);
  if (form === "commands" || commands.length === 0) {
    const written = commands.map((each) => ({
      at: () => each.at,
      read: () => changeOf(each, names, mayLeaveOut),
    }));
    return { written, diagnostics: [] };
  }
  const spanAt = (offset: number) => () => spanOf(text, file, offset);
  const problem = (message: string, offset: number): Diagnostic => ({
    ...{ severity: "error", code: "entries-syntax", message },
    span: spanOf(text, file, offset),
  });
  try {
    const written = readP4Runtime(text, spanAt, names, mayLeaveOut);
    const none = "no table_entry, table_add or table_set_default found";
    return { written, diagnostics: written.length === 0 ? [problem(none, 0)] : [] };
  } catch (error) {
    if (!(error instanceof TextProtoError)) throw error;
    return { written: [], diagnostics: [problem(error.message, error.offset)] };
  }
}

function spanOf(text: string, file: string, offset: number): Span {
  const before = text.slice(0, offset).split("\n");
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { file, start: offset, end: offset, line, column, endLine: line, endColumn: column };
}
