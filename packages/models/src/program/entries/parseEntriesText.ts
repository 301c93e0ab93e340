import { isBmv2Cli, parseBmv2Cli, type ReadEntries } from "./bmv2Cli.ts";
import { parseP4Runtime } from "./p4Runtime.ts";

/**
 * Table contents from the two text forms: commands of BMv2's CLI, or P4Runtime messages as protobuf text.
 * (The JSON form of the p4lang tutorials has a schema, `tableEntriesSchema`.)
 */
export const parseEntriesText = (text: string, file: string): ReadEntries =>
  isBmv2Cli(text) ? parseBmv2Cli(text, file) : parseP4Runtime(text, file);
