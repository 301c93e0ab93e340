// npm run build | typecheck | lint | pack:cli, with dependencies and Node made sure of first.
import "./lib/requireNode.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { nodeBinary, run, typeCheck } from "./lib/workspace.mjs";

const tasks = {
  typecheck: () => run(...typeCheck),
  lint: () =>
    run(nodeBinary(), ["scripts/room-rules.mjs"]) ||
    run("biome", ["ci", "."]) ||
    run("knip", ["--no-progress"]),
  build: () => run(nodeBinary(), ["scripts/build.mjs"]),
  "pack:cli": () => run(nodeBinary(), ["scripts/pack-cli.mjs"]),
};

const task = tasks[process.argv[2]];
if (!task) {
  console.error(`usage: node scripts/run.mjs ${Object.keys(tasks).join("|")}`);
  process.exit(2);
}
await ensureInstalled({ tools: process.argv[2] !== "build" });
process.exit(task());
