// npm run build | typecheck | lint, with dependencies and Node made sure of first.
import { ensureInstalled, nodeBinary, run } from "./lib/workspace.mjs";

const tasks = {
  typecheck: () => run("turbo", ["run", "typecheck"]),
  lint: () =>
    run(nodeBinary(), ["scripts/room-rules.mjs", "--check"]) ||
    run("biome", ["ci", "."]) ||
    run("knip", ["--no-progress"]),
  build: () => run(nodeBinary(), ["scripts/build.mjs"]),
};

const task = tasks[process.argv[2]];
if (!task) {
  console.error(`usage: node scripts/run.mjs ${Object.keys(tasks).join("|")}`);
  process.exit(2);
}
ensureInstalled();
process.exit(task());
