// `npm test`: lint, room rules and unused code, types, unit and integration tests (real PostgreSQL, real UDP), build,
// browser journeys. Works straight after a clone. Ends with one line `N passed, N failed`; a step that fails counts as
// a failed test. Checks, unit tests, and types with the build run at once, because each waits much (for sockets and
// processes). The journeys come after them: two cores are full by then, so a browser beside the unit tests is no faster
// in all (6 % more processor time), and a page that gets no processor for seconds fails tests that hold.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import "./lib/requireNode.mjs";
import { ensureBrowser } from "./lib/browser.mjs";
import { shareCompileCache } from "./lib/compileCache.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { nodeBinary, root, runBeside, typeCheck } from "./lib/workspace.mjs";

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

/** Runs a step and shows what it printed and how long it took; its exit code. */
async function show(name, command, args, options) {
  const start = performance.now();
  const { code, output } = await runBeside(command, args, options);
  title(`${name}: ${Math.round((performance.now() - start) / 1000)} s`);
  if (output !== "") console.log(output.trimEnd());
  return code;
}

/** A step without tests of its own: passes or fails as a whole. */
async function step(name, command, args, options) {
  const code = await show(name, command, args, options);
  if (code === 0) passed++;
  else fail(name);
  return code === 0;
}

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);

async function unit() {
  const output = join(results, "unit.json");
  const status = await show("unit and integration tests", "vitest", ["run"], {
    env: { P4TWIN_TEST_SUMMARY: output },
    live: true,
  });
  const summary = read(output);
  if (!summary) return fail("unit and integration tests: they did not end");
  passed += summary.passed;
  for (const { name, message } of summary.failures) fail(name, message);
  if (status !== 0 && summary.failures.length === 0)
    fail(`unit and integration tests: vitest ended with ${status}`);
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

async function journeys(browser) {
  const output = join(results, "e2e.json");
  const e2e = join(root, "scripts", "e2e.mjs");
  const status = await show("browser journeys", nodeBinary(), [e2e], {
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

async function checks() {
  await step("lint and format", "biome", ["ci", "--diagnostic-level=error", "."]);
  await step("room rules", nodeBinary(), ["scripts/room-rules.mjs"]);
  await step("unused code", "knip", ["--no-progress"]);
}

/** Whether there are pages to look at. */
async function build() {
  // before the build, which writes declarations that the pages' types include
  await step("types", ...typeCheck);
  return step("build", nodeBinary(), ["scripts/build.mjs"]);
}

shareCompileCache();
try {
  await ensureInstalled({ tools: true });
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  // first: whoever has none learns it now, not after the other tests
  const browser = ensureBrowser();
  const [isBuilt] = await Promise.all([build(), unit(), checks()]);
  if (isBuilt) await journeys(browser);
  else fail("browser journeys: there are no pages");
} catch (error) {
  fail(String(error instanceof Error ? error.message : error));
}
if (failures.length > 0) console.log(`\n== what failed ==\n${failures.join("\n")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
