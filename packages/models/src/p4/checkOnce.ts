import type { CheckedProgram, SourceText } from "./checkedProgram.ts";
import { checkP4 } from "./checkP4.ts";

/** A `checkP4` that remembers the programs it has seen: for callers that meet the same one again and again. */
export function checkOnce(): (program: SourceText) => CheckedProgram {
  const known = new Map<string, CheckedProgram>();
  return (program) => {
    const key = `${program.file}\n${program.text}`;
    const checked = known.get(key) ?? checkP4(program);
    known.set(key, checked);
    return checked;
  };
}
