// `npm test`: lint and room rules, types, unit and integration tests (real PostgreSQL, real UDP), build, browser journeys.
// Works straight after a clone. Ends with one line `N passed, N failed`; a step that fails counts as a failed test.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureInstalled, nodeBinary, root, run } from "./lib/workspace.mjs";

const results = join(root, "test-results");
let passed = 0;
let failed = 0;

const title = (text) => console.log(`\n== ${text} ==`);

/** A step without tests of its own: passes or fails as a whole. */
function step(name, command, args, env) {
  title(name);
  if (run(command, args, { env }) === 0) passed++;
  else failed++;
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
  if (!report) {
    failed++;
    return;
  }
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  // a file that cannot even be loaded has no tests to fail
  if (status !== 0 && report.numFailedTests === 0) failed++;
}

function browser() {
  title("browser journeys");
  const output = join(results, "e2e.json");
  const status = run(nodeBinary(), [join(root, "scripts", "e2e.mjs")], {
    env: { P4TWIN_BROWSER: ensureBrowser() },
  });
  const stats = read(output)?.stats;
  if (!stats) {
    failed++;
    return;
  }
  passed += stats.expected + stats.flaky;
  failed += stats.unexpected;
  if (status !== 0 && stats.unexpected === 0) failed++;
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
  console.error(error instanceof Error ? error.message : error);
  failed++;
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
