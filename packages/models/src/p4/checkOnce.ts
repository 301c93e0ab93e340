import type { CheckedProgram, SourceText } from "./checkedProgram.ts";
import { checkP4 } from "./checkP4.ts";

/** Our choice: programs that are remembered, those asked for last. */
const MOST = 8;

/** A `checkP4` that remembers programs: for callers that meet the same ones again and again. */
export function checkOnce(): (program: SourceText) => CheckedProgram {
  const known = new Map<string, CheckedProgram>();
  return (program) => {
    const key = `${program.file}\n${program.text}`;
    const checked = known.get(key) ?? checkP4(program);
    known.delete(key);
    known.set(key, checked);
    for (const oldest of known.keys()) if (known.size > MOST) known.delete(oldest);
    return checked;
  };
}
