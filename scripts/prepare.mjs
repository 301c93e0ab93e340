// After every install: what is generated from committed files (library module, Prisma client), the commands of the
// workspaces, and the command line as plain JavaScript.
import { spawnSync } from "node:child_process";
import "./embed-library.mjs";
import "./prisma-generate.mjs";
import "./link-commands.mjs";
import { markInstalled } from "./lib/install.mjs";
import { nodeBinary, root } from "./lib/workspace.mjs";

// without it commands start from the sources, which takes longer
spawnSync(nodeBinary(), ["scripts/build-cli.mjs"], { cwd: root, stdio: "ignore" });

// npm runs this last, also when somebody typed `npm install`
const { npm_lifecycle_event: event, npm_config_omit: omitted = "", NODE_ENV } = process.env;
if (event === "prepare") markInstalled({ tools: !/\bdev\b/.test(omitted) && NODE_ENV !== "production" });
