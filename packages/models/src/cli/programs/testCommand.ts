import { Coverage, runStf } from "../../run/index.ts";
import { parseArguments, positiveInteger } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { UsageError } from "../errors.ts";
import { readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { plural } from "../plural.ts";
import { printJson } from "../table.ts";
import { checkFile } from "./analyseFile.ts";
import { generateTests, testFormat } from "./generateTests.ts";
import { junitOf, type TestOutcome } from "./junit.ts";
import { programOptions, programUsage } from "./programOptions.ts";
import { showCoverage } from "./showCoverage.ts";
import { write } from "./write.ts";

export const testCommand: Command = {
  name: "test",
  summary: "runs packet tests (STF) on a P4 program, or makes one for each path; exit 3 when one fails",
  usage: `usage: p4twin test FILE.stf... [options]
       p4twin test --generate FILE.p4 --out DIR [options]

FILE.stf is a packet test in the language of p4c: packets, what is expected on each port, table entries.
  --program FILE            the P4 program; by default the one called like the test, FILE.p4
  --junit FILE              write the outcomes as JUnit XML, for CI
  --coverage                the statements, table actions and parser states that the tests pass
  --generate FILE           find a packet and entries for each listed path of a program for v1model, PSA, PNA or
                            TNA; each is run to see that it takes the path. Paths without one are named, with why
  --format stf|ptf|pcap     what to write, stf by default; ptf: one Python file for PTF and p4runtime-shell
  --out DIR                 the folder of the files
  --paths N                 the first N listed paths only
  --json                    one JSON document
${programUsage}`,
  async run(argv, io) {
    const { entries: _, ...options } = programOptions;
    const { values, positionals } = parseArguments(argv, {
      json: { type: "boolean" },
      program: { type: "string" },
      junit: { type: "string" },
      coverage: { type: "boolean" },
      generate: { type: "string" },
      format: { type: "string" },
      out: { type: "string" },
      paths: { type: "string" },
      ...options,
    });
    if (values.generate !== undefined) {
      if (values.out === undefined) throw new UsageError("--out DIR is missing");
      if (positionals.length > 0)
        throw new UsageError("--generate makes tests, it runs none: leave the files out");
      const checked = await checkFile(io, values.generate, values);
      const { generate: file, out, coverage = false, json = false } = values;
      const format = testFormat("--format", values.format);
      const maxPaths = positiveInteger("paths", values.paths);
      io.stdout(generateTests(io, checked, { file, format, out, maxPaths, coverage, json }));
      return exitCode.done;
    }
    if (positionals.length === 0) throw new UsageError("FILE.stf is missing");
    const outcomes: RanTest[] = [];
    const coverages = new Map<string, Coverage>();
    for (const file of positionals) {
      const program = values.program ?? file.replace(/(\.stf)?$/, ".p4");
      const coverage = coverages.get(program) ?? new Coverage();
      coverages.set(program, coverage);
      outcomes.push(await outcomeOf(io, file, { ...values, program }, coverage));
    }
    if (values.junit !== undefined) write(io, values.junit, junitOf(outcomes));
    const shown = values.coverage
      ? [...coverages].map(([program, coverage]) => `${program}: ${showCoverage(coverage)}`)
      : [];
    io.stdout(values.json ? printJson(documentOf(outcomes)) : [...outcomes.map(lineOf), ...shown].join(""));
    return outcomes.every(({ status }) => status === "passed") ? exitCode.done : exitCode.no;
  },
};

type RanTest = TestOutcome & { first: ReturnType<typeof runStf>["failures"][number] | null };

async function outcomeOf(
  io: Io,
  file: string,
  values: Parameters<typeof checkFile>[2] & { program: string },
  coverage: Coverage,
): Promise<RanTest> {
  const test = await readInput(io, file, { folder: "tests", extensions: [".stf"] });
  const { program } = values;
  const checked = await checkFile(io, program, values);
  const before = io.nowMs();
  const { status, packets, failures } = runStf(checked, test.text, test.file, { coverage });
  const shown = failures.map(({ message, at }) => (at ? `${at.file}:${at.line}: ${message}` : message));
  const seconds = (io.nowMs() - before) / 1000;
  return { test: file, program, status, packets, failures: shown, first: failures[0] ?? null, seconds };
}

/** What `test --json` prints: of each file the first failure, and the messages of all. */
function documentOf(outcomes: readonly RanTest[]) {
  const count = (wanted: TestOutcome["status"]): number =>
    outcomes.filter(({ status }) => status === wanted).length;
  return {
    ...{ passed: count("passed"), failed: count("failed"), unsupported: count("unsupported") },
    results: outcomes.map(({ test: file, status, first, ...more }) => ({
      ...{ file, status, line: first?.at?.line ?? null },
      ...{ expected: first?.expected ?? null, got: first?.got ?? null, message: first?.message ?? null },
      ...more,
    })),
  };
}

const WORDS = { passed: "pass", failed: "FAIL", unsupported: "CANNOT RUN" } as const;

function lineOf({ test, status, packets, failures }: TestOutcome): string {
  const head = `${WORDS[status]}  ${test}  ${plural(packets, "packet")}\n`;
  return head + failures.map((failure) => `      ${failure}\n`).join("");
}
