import { basename } from "node:path";
import type { CheckedProgram } from "../../p4/index.ts";
import {
  Coverage,
  createSwitch,
  findWitnesses,
  hasListedPaths,
  needsTime,
  type PathTest,
  pathWords,
  ptfOf,
  runStf,
  stfOf,
  type Target,
  WITH_LISTED_PATHS,
  type Witness,
} from "../../run/index.ts";
import { encodePcap } from "../../telemetry/index.ts";
import { InputError, inputError, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { showCoverage } from "./showCoverage.ts";
import { write } from "./write.ts";

export type GenerateOptions = {
  file: string;
  format: string;
  /** folder of the files */
  out: string;
  maxPaths: number | null;
  coverage: boolean;
  json: boolean;
};

/** What became of one listed path. */
type Made = { path: string; words: string; file: string | null; why: string | null };

const FORMATS = ["stf", "ptf", "pcap"];

/** The format that an option names. Throws `UsageError`. */
export function testFormat(option: string, text = "stf"): string {
  if (FORMATS.includes(text)) return text;
  throw new UsageError(`${option} takes stf, ptf or pcap, not "${text}"`);
}

/** Writes a test for each listed path that a packet was found for; the text that the command prints. */
export function generateTests(io: Io, checked: CheckedProgram, options: GenerateOptions): string {
  const { file, format, maxPaths } = options;
  if (!hasListedPaths(checked))
    throw inputError(file, "test-architecture", `packets are sought for ${WITH_LISTED_PATHS} only`);
  const made = createSwitch(checked);
  if (!made.ok) throw new InputError(file, [made.error]);
  const tests = findWitnesses(checked, maxPaths === null ? {} : { maxPaths });
  const files = new Files(io, options, made.value);
  const results =
    format === "ptf" ? files.inOne(tests) : tests.map((test) => files.ofOne(test, format, checked));
  return options.json ? `${JSON.stringify(results, null, 2)}\n` : summary(results, options, checked, tests);
}

class Files {
  private readonly io: Io;
  private readonly options: GenerateOptions;
  private readonly target: Target;
  private readonly stem: string;

  constructor(io: Io, options: GenerateOptions, target: Target) {
    this.io = io;
    this.options = options;
    this.target = target;
    this.stem = basename(options.file)
      .replace(/\.(p4|json)$/, "")
      .replace(/[^\w.-]/g, "_");
  }

  private put(name: string, content: string | Uint8Array): string {
    const path = `${this.options.out}/${name}`;
    write(this.io, path, content);
    return path;
  }

  /** Each path in files of its own; an STF file only when our runner passes it. */
  ofOne(test: PathTest, format: string, checked: CheckedProgram): Made {
    const { path, witness } = test;
    if (!witness) return unmade(test, test.why);
    const name = `${this.stem}-${path.id}`;
    if (format === "pcap") return madeIn(test, this.captures(name, witness));
    const text = stfOf(path, witness, this.target);
    if (text === null) return unmade(test, "STF has no words for the time and queue that the packet needs");
    const { failures } = runStf(checked, text, `${name}.stf`);
    if (failures.length > 0) return unmade(test, `the test does not pass: ${failures[0]?.message}`);
    return madeIn(test, this.put(`${name}.stf`, text));
  }

  /** What comes in and what leaves, a capture for each port, as simple_switch reads and writes them. */
  private captures(name: string, { port, bytes, sent, atUs }: Witness): string {
    const timeNs = BigInt(atUs) * 1000n;
    const file = this.put(`${name}-${port}_in.pcap`, encodePcap([{ timeNs, data: bytes }]));
    for (const out of new Set(sent.map((each) => each.port))) {
      const frames = sent.filter((each) => each.port === out).map((each) => ({ timeNs, data: each.bytes }));
      this.put(`${name}-${out}_out.pcap`, encodePcap(frames));
    }
    return file;
  }

  inOne(tests: readonly PathTest[]): Made[] {
    const found = tests.flatMap(({ path, witness }) => (witness ? [{ path, witness }] : []));
    const name = `${this.stem.replace(/[^\w]/g, "_")}_test.py`;
    const file = this.put(name, ptfOf(this.options.file, found, this.target));
    return tests.map((test) => (test.witness ? madeIn(test, file) : unmade(test, test.why)));
  }
}

const madeIn = ({ path }: PathTest, file: string): Made => ({
  path: path.id,
  words: pathWords(path),
  file,
  why: null,
});

const unmade = ({ path }: PathTest, why: string): Made => ({
  path: path.id,
  words: pathWords(path),
  file: null,
  why,
});

function summary(
  results: readonly Made[],
  { out, coverage, format }: GenerateOptions,
  checked: CheckedProgram,
  tests: readonly PathTest[],
): string {
  const made = results.filter((each) => each.file !== null);
  const head = `${made.length} of ${results.length} listed paths have a test, written to ${out}\n`;
  const missing = results.flatMap(({ words, why }) =>
    why === null ? [] : [`no test  ${words}\n         ${why}\n`],
  );
  const entries =
    format === "pcap" ? "the captures hold packets only; --format stf writes the entries with them\n" : "";
  return `${head}${entries}${missing.join("")}${coverage ? showCoverage(coverageOf(checked, tests)) : ""}`;
}

/** What the packets found pass together. */
function coverageOf(checked: CheckedProgram, tests: readonly PathTest[]): Coverage {
  const coverage = new Coverage();
  const made = createSwitch(checked);
  for (const { path, witness } of tests) {
    const text = made.ok && witness && !needsTime(witness) ? stfOf(path, witness, made.value) : null;
    if (text !== null) runStf(checked, text, path.id, { coverage });
  }
  return coverage;
}
