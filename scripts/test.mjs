// `npm test`: lint and room rules, types, unit and integration tests (real PostgreSQL, real UDP), build,
// browser journeys. Works straight after a clone. Ends with one line `N passed, N failed`; a step that fails
// counts as a failed test.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureInstalled, nodeBinary, root, run } from "./lib/workspace.mjs";

const results = join(root, "test-results");
let passed = 0;
let failed = 0;
/** What failed, told again at the end: where a log is cut, its end is kept. */
const failures = [];

const title = (text) => console.log(`\n== ${text} ==`);

function fail(name, message = "") {
  failed++;
  failures.push(`${name}${message && `\n    ${message.split("\n").slice(0, 6).join("\n    ")}`}`);
}

/** A step without tests of its own: passes or fails as a whole. */
function step(name, command, args, env) {
  title(name);
  if (run(command, args, { env }) === 0) passed++;
  else fail(name);
}

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);

function unit() {
  title("unit and integration tests");
  const output = join(results, "unit.json");
  const status = run("vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${output}`,
  ]);
  const report = read(output);
  if (!report) return fail("unit and integration tests: they did not end");
  passed += report.numPassedTests;
  const before = failed;
  for (const { name: file, status: outcome, message, assertionResults } of report.testResults) {
    const bad = assertionResults.filter((test) => test.status === "failed");
    for (const test of bad)
      fail(`${relative(root, file)} › ${test.fullName}`, test.failureMessages.join("\n"));
    // a file that cannot be loaded or set up has no tests to fail
    if (bad.length === 0 && outcome === "failed") fail(relative(root, file), message);
  }
  if (status !== 0 && failed === before) fail(`unit and integration tests: vitest ended with ${status}`);
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

function browser() {
  title("browser journeys");
  const output = join(results, "e2e.json");
  const status = run(nodeBinary(), [join(root, "scripts", "e2e.mjs")], {
    env: { P4TWIN_BROWSER: ensureBrowser() },
  });
  const report = read(output);
  if (!report) return fail("browser journeys: they did not end");
  passed += report.stats.expected + report.stats.flaky;
  const before = failed;
  for (const spec of report.suites.flatMap(specsOf).filter(({ ok }) => !ok)) {
    const error = spec.tests.flatMap(({ results }) => results).find((result) => result.error)?.error;
    fail(`${spec.file}:${spec.line} › ${spec.title}`, error?.message);
  }
  if (status !== 0 && failed === before) fail(`browser journeys: Playwright ended with ${status}`);
}

try {
  ensureInstalled();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  step("lint and format", "biome", ["ci", "--diagnostic-level=error", "."]);
  step("room rules are current", nodeBinary(), ["scripts/room-rules.mjs", "--check"]);
  step("types", "turbo", ["run", "typecheck", "--output-logs=errors-only"]);
  step("types of the browser tests", "tsc", ["--noEmit", "-p", "e2e"]);
  unit();
  step("build", nodeBinary(), ["scripts/build.mjs"]);
  browser();
} catch (error) {
  fail(String(error instanceof Error ? error.message : error));
}
if (failures.length > 0) console.log(`\n== what failed ==\n${failures.join("\n")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
