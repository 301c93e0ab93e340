import { checkShape, readDocument } from "../../core/index.ts";
import { isBmv2Cli, parseBmv2Cli, type ReadEntries } from "./bmv2Cli.ts";
import { tableEntriesSchema } from "./entries.ts";
import { parseP4Runtime } from "./p4Runtime.ts";

/**
 * Table contents in any of their forms: JSON of the p4lang tutorials, commands of BMv2's CLI, or P4Runtime messages as
 * protobuf text.
 */
export function parseEntriesText(text: string, file: string): ReadEntries {
  if (/^\s*[{[]/.test(text)) {
    const read = checkShape(readDocument(text, file), tableEntriesSchema(), "a file of table entries");
    return { entries: read.value ?? { table_entries: [] }, diagnostics: read.diagnostics };
  }
  return isBmv2Cli(text) ? parseBmv2Cli(text, file) : parseP4Runtime(text, file);
}
