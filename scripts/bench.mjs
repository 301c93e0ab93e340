// `npm run bench`: every *.bench.ts, each printed as a table, all written to bench-results.json.
// A benchmark module exports `default async () => ({ name, rows })`; rows are plain objects.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { basename, join } from "node:path";
import "./lib/requireNode.mjs";
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { nodeBinary, root } from "./lib/workspace.mjs";

await ensureInstalled({ tools: true });
const wanted = process.argv.slice(2);
const folders = ["packages/models/bench", "apps/api/bench"];
const files = folders.flatMap((folder) => {
  try {
    return readdirSync(join(root, folder))
      .filter((f) => f.endsWith(".bench.ts"))
      .map((f) => join(root, folder, f));
  } catch {
    return [];
  }
});

// some of them measure up to what a real browser has
const env = { ...process.env, P4TWIN_BROWSER: ensureBrowser() };
const results = [];
let failed = 0;
const nameOf = (file) => basename(file, ".bench.ts");
/** By a part of its name, but by its whole name where one has it. */
const isWanted = (file) =>
  wanted.length === 0 ||
  wanted.some((w) => (files.some((f) => nameOf(f) === w) ? nameOf(file) === w : nameOf(file).includes(w)));
for (const file of files.filter(isWanted)) {
  // each in a process of its own: one benchmark's heap and compiled code do not colour the next
  const output = join(root, "bench-results.part.json");
  const script = `import { writeFileSync } from "node:fs"; const { default: bench } = await import(${JSON.stringify(file)}); writeFileSync(${JSON.stringify(output)}, JSON.stringify(await bench())); process.exit(0);`;
  const load = loadavg()[0];
  const run = spawnSync(nodeBinary(), ["--expose-gc", "--input-type=module", "-e", script], {
    cwd: root,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (run.status !== 0) {
    console.error(`${file} failed`);
    failed++;
    continue;
  }
  const { name, rows } = JSON.parse(readFileSync(output, "utf8"));
  rmSync(output);
  console.log(`\n${name} (machine load before: ${load.toFixed(2)})`);
  console.table(rows);
  results.push({ name, rows, loadBefore: load });
}
const machine = {
  cores: availableParallelism(),
  cpu: cpus()[0]?.model,
  memoryBytes: totalmem(),
  node: process.version,
};
writeFileSync(
  join(root, "bench-results.json"),
  `${JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)}\n`,
);
console.log(`${results.length} benchmarks, written to bench-results.json`);
process.exit(failed > 0 ? 1 : 0);
