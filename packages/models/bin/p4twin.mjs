#!/usr/bin/env node
// Starts the command line: as built of the present sources, else from the sources on a Node that runs TypeScript: this
// one, or the one that the repository brings along.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import module, { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildOfSources } from "./builtCli.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const models = join(here, "..");

const [major, minor] = process.versions.node.split(".").map(Number);
const runsTypeScript = major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);

const built = join(buildOfSources(), "p4twin.cjs");
if (existsSync(built)) createRequire(import.meta.url)(built);
else if (runsTypeScript) await run();
else runOn(bundledNode());

async function run() {
  // compiled modules are kept between runs: start-up is what a CI job waits for
  module.enableCompileCache?.();
  if (!existsSync(join(models, "library", "files.generated.ts"))) {
    await import(pathToFileURL(join(models, "..", "..", "scripts", "embed-library.mjs")).href);
  }
  const cli = await import("../src/cli/run.ts");
  await cli.run();
}

/** `node_modules/.bin/node` of the nearest folder upwards, null when there is none. */
function bundledNode() {
  for (let folder = here; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", ".bin", "node");
    if (existsSync(candidate)) return candidate;
    if (folder === dirname(folder)) return null;
  }
}

function runOn(node) {
  if (node === null || process.env.P4TWIN_RELAUNCHED === "1") {
    console.error(
      `p4twin: Node ${process.versions.node} is too old; install Node 22.18 or newer, or run "npm install" in the repository, which brings one along`,
    );
    process.exit(1);
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: "inherit",
    env: { ...process.env, P4TWIN_RELAUNCHED: "1" },
  });
  // the terminal signals both processes; this one waits for what the child makes of it
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`p4twin: ${node} does not start (${error.message}); run "npm install" again`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
}
