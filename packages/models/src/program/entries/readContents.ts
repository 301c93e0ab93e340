import type { Diagnostic } from "../../core/index.ts";
import { type Contents, contentsOf } from "./contents.ts";
import type { ProgramTable } from "./programTables.ts";
import { readEntries } from "./readEntries.ts";

/** Entries as a user has them. */
export type EntriesText = { name: string; text: string };

export type ReadContents = {
  /** null: there are none, or something is wrong with them */
  contents: Contents | null;
  /** false: they name, or give values for, what the program does not have */
  fits: boolean;
  problems: Diagnostic[];
};

/** What tables of a program hold. The analysis needs the actions of entries; values may be left out. */
export function readContents(
  entries: EntriesText | null | undefined,
  tables: readonly ProgramTable[],
): ReadContents {
  if (!entries) return { contents: null, fits: true, problems: [] };
  const { changes, diagnostics } = readEntries(entries.text, entries.name, tables, true);
  const { contents, diagnostics: more } = contentsOf(changes, tables);
  const problems = [...diagnostics, ...more];
  const fits = problems.every(({ code }) => code !== "entries-unknown" && code !== "entries-value");
  return { contents: problems.length > 0 ? null : contents, fits, problems };
}
