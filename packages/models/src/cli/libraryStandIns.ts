import { libraryFiles, libraryNames } from "../../library/index.ts";
import { libraryFunctionSchema } from "../program/index.ts";

/** What the externs of a library program count as, by the program's file name; empty for any other program. */
export function libraryStandIns(program: string): Readonly<Record<string, string>> {
  for (const type of libraryNames("functions", ".json")) {
    const fn = libraryFunctionSchema.parse(JSON.parse(libraryFiles[`functions/${type}.json`]!));
    if (fn.program === `programs/${program}`) return fn.standIns;
  }
  return {};
}
