// After every install: what is generated from committed files (library module, Prisma client), the commands of the
// workspaces, the command line as plain JavaScript, and the memory of a Python interpreter.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import "./embed-library.mjs";
import "./prisma-generate.mjs";
import "./link-commands.mjs";
import { markInstalled } from "./lib/install.mjs";
import { nodeBinary, root } from "./lib/workspace.mjs";

// without them commands start from the sources, and engines in Python from nothing, which takes longer
for (const script of ["build-cli.mjs", "build-python.mjs"])
  spawnSync(nodeBinary(), [join("scripts", script)], { cwd: root, stdio: "ignore" });

// npm runs this last, also when somebody typed `npm install`
const { npm_lifecycle_event: event, npm_config_omit: omitted = "", NODE_ENV } = process.env;
if (event === "prepare") markInstalled({ tools: !/\bdev\b/.test(omitted) && NODE_ENV !== "production" });
