// `npm run check [-- SINCE]`: lint, types, and the tests beside what changed since SINCE (a branch or commit; `main`
// when left out).
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import "./lib/requireNode.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { nodeBinary, root, run } from "./lib/workspace.mjs";

/** Test files that start processes, brokers or browsers: minutes, not seconds. */
const STARTS_MUCH = /testing\/(processes|collectorProcess|part|nats|browser|personBrowser|dex)\.ts"/;
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

await ensureInstalled({ tools: true });
const code =
  run("biome", ["ci", "--diagnostic-level=error", "."]) ||
  run(nodeBinary(), ["scripts/room-rules.mjs", "--check"]) ||
  run("tsc", ["--build"]);
if (code !== 0) process.exit(code);

const sources = changedFiles().filter((path) => /^(apps|packages|scripts)\/.*\.(ts|tsx|mjs)$/.test(path));
const tests = [...new Set(sources.flatMap(testsBeside))].sort();
const long = tests.filter((test) => STARTS_MUCH.test(readFileSync(join(root, test), "utf8")));
const short = tests.filter((test) => !long.includes(test));
if (long.length > 0) console.log(`Left to npm test, because they take minutes:\n  ${long.join("\n  ")}`);
if (short.length === 0) console.log("No tests beside what changed.");
process.exit(short.length === 0 ? 0 : run("vitest", ["run", ...short]));
