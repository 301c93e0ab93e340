// After every install: what is generated from committed files (library module, Prisma client), and the
// commands of the workspaces.
import "./embed-library.mjs";
import "./prisma-generate.mjs";
import "./link-commands.mjs";
import { markInstalled } from "./lib/install.mjs";

// npm runs this last, also when somebody typed `npm install`
const { npm_lifecycle_event: event, npm_config_omit: omitted = "", NODE_ENV } = process.env;
if (event === "prepare") markInstalled({ tools: !/\bdev\b/.test(omitted) && NODE_ENV !== "production" });
