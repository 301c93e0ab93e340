import { runStf } from "../../run/index.ts";
import { parseArguments } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { inputError, UsageError } from "../errors.ts";
import { readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { printJson } from "../table.ts";
import { checkFile } from "./analyseFile.ts";
import { junitOf, type TestOutcome } from "./junit.ts";
import { programOptions, programUsage } from "./programOptions.ts";

export const testCommand: Command = {
  name: "test",
  summary: "runs packet tests (STF) on a P4 program; exit 3 when one fails",
  usage: `usage: p4twin test FILE.stf... [options]

FILE.stf is a packet test in the language of p4c: packets, what is expected on each port, table entries.
  --program FILE            the P4 program; by default the one called like the test, FILE.p4
  --junit FILE              write the outcomes as JUnit XML, for CI
  --json                    one JSON document
${programUsage}`,
  async run(argv, io) {
    const { entries: _, ...options } = programOptions;
    const { values, positionals } = parseArguments(argv, {
      json: { type: "boolean" },
      program: { type: "string" },
      junit: { type: "string" },
      ...options,
    });
    if (positionals.length === 0) throw new UsageError("FILE.stf is missing");
    const outcomes: TestOutcome[] = [];
    for (const file of positionals) outcomes.push(await outcomeOf(io, file, values));
    if (values.junit !== undefined) write(io, values.junit, junitOf(outcomes));
    io.stdout(values.json ? printJson(outcomes) : outcomes.map(lineOf).join(""));
    return outcomes.every(({ passed }) => passed) ? exitCode.done : exitCode.no;
  },
};

async function outcomeOf(
  io: Io,
  file: string,
  values: Parameters<typeof checkFile>[2] & { program?: string | undefined },
): Promise<TestOutcome> {
  const test = await readInput(io, file, { folder: "tests", extensions: [".stf"] });
  const program = values.program ?? file.replace(/(\.stf)?$/, ".p4");
  const checked = await checkFile(io, program, values);
  const before = io.nowMs();
  const { passed, packets, failures } = runStf(checked, test.text, test.file);
  const shown = failures.map(({ message, at }) => (at ? `${at.file}:${at.line}: ${message}` : message));
  return { test: file, program, passed, packets, failures: shown, seconds: (io.nowMs() - before) / 1000 };
}

/** Writes a result; what the file system says against it ends the command. */
export function write(io: Io, path: string, content: string | Uint8Array): void {
  try {
    io.writeFile(path, content);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw inputError(path, "file-unwritable", `the file cannot be written: ${reason}`);
  }
}

function lineOf({ test, passed, packets, failures }: TestOutcome): string {
  const head = `${passed ? "pass" : "FAIL"}  ${test}  ${packets} packet${packets === 1 ? "" : "s"}\n`;
  return head + failures.map((failure) => `      ${failure}\n`).join("");
}
