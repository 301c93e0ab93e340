import { checkShape, readDocument } from "../../core/index.ts";
import { parseBmv2Cli, type ReadEntries } from "./bmv2Cli.ts";
import { tableEntriesSchema } from "./entries.ts";
import { entriesForm } from "./entriesForm.ts";
import { parseP4Runtime } from "./p4Runtime.ts";

/** The tables and actions of entries in any of their forms. */
export function parseEntriesText(text: string, file: string): ReadEntries {
  const form = entriesForm(text);
  if (form === "commands") return parseBmv2Cli(text, file);
  if (form === "messages") return parseP4Runtime(text, file);
  const read = checkShape(readDocument(text, file), tableEntriesSchema(), "a file of table entries");
  return { entries: read.value ?? { table_entries: [] }, diagnostics: read.diagnostics };
}
