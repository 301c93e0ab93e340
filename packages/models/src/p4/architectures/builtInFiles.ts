import type { SourceText } from "../checkedProgram.ts";
import { CORE_P4 } from "./core.ts";
import { V1MODEL, V1MODEL_P4 } from "./v1model.ts";

const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ["core.p4", CORE_P4],
  [V1MODEL.includeFile, V1MODEL_P4],
]);

/** One of our own declarations, found by its last path component; null when there is none. */
export function builtInFile(path: string): SourceText | null {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const text = BUILT_IN.get(file);
  return text === undefined ? null : { file, text };
}

/** Names of the built-in files, for error messages and for hiding them from a view of the user's files. */
export const BUILT_IN_FILES: readonly string[] = [...BUILT_IN.keys()];

/** The built-in file that declares a name at top level, to be named in the error about a missing include; or null. */
export function fileThatDeclares(name: string): string | null {
  const declaration = new RegExp(
    `^(?:extern (?:[a-z]+(?:<[0-9]+>)? )?|struct |action |package |parser |control |enum )${name}\\b`,
    "m",
  );
  const member = new RegExp(`^    ${name},?$`, "m");
  for (const [file, text] of BUILT_IN) {
    const matchKinds = /match_kind \{([^}]*)\}/.exec(text)?.[1] ?? "";
    if (declaration.test(text) || member.test(matchKinds)) return file;
  }
  return null;
}
