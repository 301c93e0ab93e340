import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FAULTS, type Fault } from "./putBack/faults.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;
const MODELS = "packages/models";
const PARTS = ["src", "testing", "library", "package.json", "vitest.config.ts", "tsconfig.json"];
/** The property tests that always run: random programs, and small ones with what was once wrong. */
const REPORT = ["--reporter=json"];
const PROPERTIES = ["src/run/paths.test.ts", "-t", "grammar|once wrong"];

/**
 * Do tests find faults that the analysis once had? Each is put back into a copy of the sources; the copy as it is must
 * pass. `P4TWIN_FAULTS` is a pattern of names.
 */
export default async function putBack() {
  const only = new RegExp(process.env.P4TWIN_FAULTS ?? "");
  const faults = FAULTS.filter(({ name }) => only.test(name));
  const tests = new Map(faults.map(({ tests = PROPERTIES }) => [tests.join(" "), tests]));
  const rows = [
    ...[...tests.values()].map((each) => ({ fault: "none", ...testedWith(null, each) })),
    ...faults.map((fault) => ({ fault: fault.name, ...testedWith(fault, fault.tests ?? PROPERTIES) })),
  ];
  const wrong = rows.filter(({ fault, found }) => found !== (fault !== "none"));
  if (wrong.length > 0) throw new Error(`not as expected: ${wrong.map(({ fault }) => fault).join(", ")}`);
  return { name: "faults put back", rows };
}

type Answer = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { title: string; status: string }[] }[];
};

function testedWith(
  fault: Fault | null,
  tests: readonly string[],
): { found: boolean; tests: number; by: string } {
  const copy = mkdtempSync(join(tmpdir(), "p4twin-put-back-"));
  try {
    mkdirSync(join(copy, MODELS), { recursive: true });
    for (const part of PARTS) cpSync(join(ROOT, MODELS, part), join(copy, MODELS, part), { recursive: true });
    cpSync(join(ROOT, "scripts", "testing"), join(copy, "scripts", "testing"), { recursive: true });
    for (const part of ["package.json", "tsconfig.base.json", "tsconfig.library.json"])
      cpSync(join(ROOT, part), join(copy, part));
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
    if (fault) putInto(join(copy, MODELS, "src", fault.file), fault);
    const answer = join(copy, "answer.json");
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        join(ROOT, "node_modules", "vitest", "vitest.mjs"),
        "run",
        ...REPORT,
        `--outputFile=${answer}`,
        ...tests,
      ],
      { cwd: join(copy, MODELS), encoding: "utf8" },
    );
    const ran: Answer = JSON.parse(readFileSync(answer, "utf8"));
    const results = ran.testResults.flatMap(({ assertionResults }) => assertionResults);
    const failed = results.flatMap(({ title, status }) => (status === "failed" ? [title] : []));
    if (ran.numPassedTests + ran.numFailedTests < 2) throw new Error(`the tests should have run: ${stderr}`);
    return { found: status !== 0 && failed.length > 0, tests: failed.length, by: failed[0] ?? "" };
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function putInto(file: string, { name, code, faulty }: Fault): void {
  const text = readFileSync(file, "utf8");
  if (text.split(code).length !== 2) throw new Error(`${name}: ${file} does not hold "${code}" once`);
  writeFileSync(file, text.replace(code, faulty));
}
