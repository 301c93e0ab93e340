// `npm test`: lint, room rules and unused code, types, unit and integration tests (real PostgreSQL, real UDP), build,
// browser journeys. Works straight after a clone. Ends with one line `N passed, N failed`; a step that fails counts as
// a failed test.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import "./lib/requireNode.mjs";
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { nodeBinary, root, run } from "./lib/workspace.mjs";

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
  const status = run("vitest", ["run"], { env: { P4TWIN_TEST_SUMMARY: output } });
  const summary = read(output);
  if (!summary) return fail("unit and integration tests: they did not end");
  passed += summary.passed;
  for (const { name, message } of summary.failures) fail(name, message);
  if (status !== 0 && summary.failures.length === 0)
    fail(`unit and integration tests: vitest ended with ${status}`);
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

function journeys(browser) {
  title("browser journeys");
  const output = join(results, "e2e.json");
  const status = run(nodeBinary(), [join(root, "scripts", "e2e.mjs")], {
    env: { P4TWIN_BROWSER: browser },
  });
  const report = read(output);
  if (!report) return fail("browser journeys: they did not end");
  passed += report.stats.expected + report.stats.flaky;
  const before = failed;
  for (const error of report.errors) fail("browser journeys", error.message);
  for (const spec of report.suites.flatMap(specsOf).filter(({ ok }) => !ok)) {
    const error = spec.tests.flatMap(({ results }) => results).find((result) => result.error)?.error;
    fail(`${spec.file}:${spec.line} › ${spec.title}`, error?.message);
  }
  if (status !== 0 && failed === before) fail(`browser journeys: Playwright ended with ${status}`);
}

try {
  await ensureInstalled({ tools: true });
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  // first: whoever has none learns it now, not after the other tests
  const browser = ensureBrowser();
  step("lint and format", "biome", ["ci", "--diagnostic-level=error", "."]);
  step("room rules are current", nodeBinary(), ["scripts/room-rules.mjs", "--check"]);
  step("unused code", "knip", ["--no-progress"]);
  step("types", "tsc", ["--build"]);
  unit();
  step("build", nodeBinary(), ["scripts/build.mjs"]);
  journeys(browser);
} catch (error) {
  fail(String(error instanceof Error ? error.message : error));
}
if (failures.length > 0) console.log(`\n== what failed ==\n${failures.join("\n")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
