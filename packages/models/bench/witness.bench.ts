import { basename, join } from "node:path";
import { libraryFiles, libraryNames } from "../library/index.ts";
import { type CheckedProgram, checkP4 } from "../src/p4/index.ts";
import { findWitnesses } from "../src/run/index.ts";
import { checkProgram, errorsOf, OWN_DECLARATIONS, programsOf } from "./p4Corpus.ts";

/** Paths that are tried of a program; those of some samples are tens of thousands. */
const MAX_PATHS = 200;

type Count = {
  programs: number;
  whole: number;
  paths: number;
  witnesses: number;
  /** paths without: what P4 leaves undefined decides, or what nobody chooses; no values are found; else */
  undefined: number;
  unchosen: number;
  "no values": number;
  other: number;
  cpuMs: number;
};

const EMPTY: Count = {
  ...{ programs: 0, whole: 0, paths: 0, witnesses: 0, cpuMs: 0 },
  ...{ undefined: 0, unchosen: 0, "no values": 0, other: 0 },
};

const CAUSES = [
  ["undefined", /is read of a header that is not valid/],
  ["unchosen", /^neither packet nor entries/],
  ["no values", /^no packet/],
  ["other", /^/],
] as const;

/**
 * Of the listed paths, how many get a packet that is seen to take them: the library's programs, and with
 * `P4TWIN_P4C_DIR=… npm run bench witness` p4c's samples for v1model. Why others get none is printed.
 */
export default async function witness() {
  const rows: (Count & { of: string })[] = [];
  const reasons = new Map<string, number>();
  const add = (of: string, all: Iterable<[string, CheckedProgram]>): void => {
    const count = { ...EMPTY };
    for (const [name, checked] of all) measure(name, checked, count, reasons);
    rows.push({ of, ...count, cpuMs: Math.round(count.cpuMs) });
  };
  add("library", libraryPrograms());
  const folder = process.env.P4TWIN_P4C_DIR;
  if (folder) add("p4c's samples for v1model", samples(folder));
  else console.log("P4TWIN_P4C_DIR names no checkout of p4c: the library's programs only");
  for (const [why, times] of [...reasons].sort(([, a], [, b]) => b - a).slice(0, 30)) console.log(times, why);
  return { name: "A packet for every path", rows };
}

function* libraryPrograms(): Iterable<[string, CheckedProgram]> {
  for (const name of libraryNames("programs", ".p4"))
    yield [name, checkP4({ file: `${name}.p4`, text: libraryFiles[`programs/${name}.p4`] ?? "" })];
}

function* samples(folder: string): Iterable<[string, CheckedProgram]> {
  const options = { includes: [join(folder, "p4include")], own: OWN_DECLARATIONS };
  for (const file of programsOf(join(folder, "testdata", "p4_16_samples"))) {
    const checked = checkProgram(file, options);
    if (errorsOf(checked).length === 0) yield [basename(file), checked.checked];
  }
}

function measure(name: string, checked: CheckedProgram, count: Count, reasons: Map<string, number>): void {
  if (checked.architecture?.definition.id !== "v1model") return;
  const before = process.cpuUsage();
  try {
    const tests = findWitnesses(checked, { maxPaths: MAX_PATHS });
    const found = tests.filter(({ witness: each }) => each !== null).length;
    count.programs++;
    count.paths += tests.length;
    count.witnesses += found;
    if (found === tests.length) count.whole++;
    const { user, system } = process.cpuUsage(before);
    if (process.env.VERBOSE) console.log(name, found, tests.length, Math.round((user + system) / 1000));
    for (const test of tests) {
      if (test.witness) continue;
      const cause = CAUSES.find(([, pattern]) => pattern.test(test.why));
      if (cause) count[cause[0]]++;
      const kind = test.why.replace(/\b(table|key|through|action) [\w.[\]()$&" +-]+/g, "$1 …");
      reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
    }
    count.cpuMs += (user + system) / 1000;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "UnsupportedError")
      console.log(
        `${name}: stopped: ${error instanceof Error ? error.stack?.split("\n").slice(0, 4).join(" ") : error}`,
      );
  }
}
