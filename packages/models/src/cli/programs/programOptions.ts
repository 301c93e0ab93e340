import type { ParseArgsOptionsConfig } from "node:util";
import { UsageError } from "../errors.ts";

/** Options of every command that reads a P4 program. */
export const programOptions = {
  include: { type: "string", short: "I", multiple: true },
  define: { type: "string", short: "D", multiple: true },
  arch: { type: "string" },
  entries: { type: "string" },
} as const satisfies ParseArgsOptionsConfig;

export const programUsage = `  -I, --include DIR         look here for included files (several allowed)
  -D, --define NAME[=V]     define a macro, 1 when no value is given (several allowed)
  --arch NAME               the architecture the program must be written for
  --entries FILE            table entries that narrow the paths: JSON of the p4lang tutorials, commands
                            of BMv2's CLI (table_add, table_set_default), or P4Runtime text`;

/** `NAME=V` pairs as a record; a bare NAME is the empty string, which the preprocessor takes for 1. */
export function definesOf(pairs: readonly string[] | undefined): Record<string, string> {
  return Object.fromEntries(
    (pairs ?? []).map((pair) => {
      const equals = pair.indexOf("=");
      const name = equals === -1 ? pair : pair.slice(0, equals);
      if (!/^[A-Za-z_]\w*$/.test(name)) throw new UsageError(`-D takes NAME or NAME=VALUE, not "${pair}"`);
      return [name, equals === -1 ? "" : pair.slice(equals + 1)];
    }),
  );
}
