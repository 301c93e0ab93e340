import type { CheckedProgram } from "../p4/index.ts";
import { createSwitch, findWitnesses, hasListedPaths, ptfOf, WITH_LISTED_PATHS } from "../run/index.ts";

/** A test set of a program: PTF in Python, with the paths that it holds and those that are listed. */
type ProgramTests = { ok: true; text: string; made: number; listed: number } | { ok: false; why: string };

/** A packet for every listed path of a program, with the entries that it needs, as one PTF file. */
export function testsOfProgram(checked: CheckedProgram, file: string): ProgramTests {
  if (!hasListedPaths(checked)) return { ok: false, why: `packets are sought for ${WITH_LISTED_PATHS} only` };
  const made = createSwitch(checked);
  if (!made.ok) return { ok: false, why: made.error.message };
  const tests = findWitnesses(checked);
  const found = tests.flatMap(({ path, witness }) => (witness ? [{ path, witness }] : []));
  return { ok: true, text: ptfOf(file, found, made.value), made: found.length, listed: tests.length };
}
