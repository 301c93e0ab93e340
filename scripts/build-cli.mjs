// `node scripts/build-cli.mjs`: the command line of this clone as plain JavaScript, when its sources changed; an
// install and the build of the server do it. Node 22.18 or newer.
import { existsSync } from "node:fs";
import { buildOfSources } from "../packages/models/bin/builtCli.mjs";
import { makeBuild } from "./lib/builds.mjs";
import { bundleCli } from "./lib/bundleCli.mjs";

const folder = buildOfSources();
if (!existsSync(folder)) await makeBuild(folder, bundleCli);
