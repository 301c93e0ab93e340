// `node scripts/build-python.mjs`: the memory of an interpreter that has run the guest, so that no engine waits until
// Python is loaded; made when its files changed. An install and the build of the server run this. Node 22.18 or newer.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { memoryFolder } from "../packages/models/src/cli/engines/pythonEngine/builtMemory.ts";
import { makeMemory } from "../packages/models/src/cli/engines/pythonEngine/makeMemory.ts";
import { makeBuild } from "./lib/builds.mjs";

const folder = memoryFolder();
if (!existsSync(folder))
  await makeBuild(folder, (unfinished) => makeMemory(join(unfinished, "memory"))).catch((error) => {
    // nothing that starts needs it
    console.error(`Engines in Python will start more slowly: ${error.message}`);
  });
