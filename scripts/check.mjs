// `npm run check [-- SINCE]`: types, and lint and tests of what changed since SINCE (a branch or commit; `main` when
// left out), all at once.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import "./lib/requireNode.mjs";
import { shareCompileCache } from "./lib/compileCache.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { nodeBinary, root, runBeside, typeCheck } from "./lib/workspace.mjs";

const isTest = (path) => /\.test\.(ts|tsx|mjs)$/.test(path);

function git(...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter(Boolean) : [];
}

function changedFiles() {
  const [base = "HEAD"] = git("merge-base", "HEAD", process.argv[2] ?? "main");
  const names = [...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")];
  return [...new Set(names)].filter((path) => existsSync(join(root, path)));
}

/** The test of the same name, and those in the same folder when it is a room's and not the root of a package. */
function testsBeside(path) {
  if (isTest(path)) return [path];
  const folder = dirname(path);
  const tests = readdirSync(join(root, folder))
    .filter(isTest)
    .map((name) => join(folder, name));
  const stem = path.replace(/\.[^.]+$/, ".test.");
  return folder.endsWith("/src") ? tests.filter((test) => test.startsWith(stem)) : tests;
}

shareCompileCache();
await ensureInstalled({ tools: true });
// loads vitest, which a fresh clone does not have before
const { startsMuch } = await import("./testing/longFirst.mjs");
const changed = changedFiles();
const sources = changed.filter((path) => /^(apps|packages|scripts)\/.*\.(ts|tsx|mjs)$/.test(path));
const tests = [...new Set(sources.flatMap(testsBeside))].sort();
const long = tests.filter((test) => startsMuch(join(root, test)));
const short = tests.filter((test) => !long.includes(test));

/** Runs a check beside the others and shows what it printed; whether it passed. */
async function check(name, command, args, options) {
  const { code, output } = await runBeside(command, args, options);
  console.log(`== ${name}: ${code === 0 ? "passed" : "failed"} ==\n${output.trimEnd()}`);
  return code === 0;
}

const lint = ["ci", "--diagnostic-level=error", "--no-errors-on-unmatched", ...changed];
const passed = await Promise.all([
  changed.length === 0 || check("lint of what changed", "biome", lint),
  check("room rules", nodeBinary(), ["scripts/room-rules.mjs"]),
  check("types", ...typeCheck),
  short.length === 0 || check("tests beside what changed", "vitest", ["run", ...short], { live: true }),
]);
if (long.length > 0) console.log(`Left to npm test, because they take minutes:\n  ${long.join("\n  ")}`);
if (short.length === 0) console.log("No tests beside what changed.");
process.exit(passed.every(Boolean) ? 0 : 1);
