// Where the command line is as plain JavaScript, for the sources as they are now
// (`scripts/build-cli.mjs` makes it): from the sources a start takes three times as long. Plain JavaScript for Node 20.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
/** What the command line is made of; the lock names the packages that go in. */
const FOLDERS = ["src", "library", "bin"];
const LOCK = join(here, "..", "..", "..", "package-lock.json");

/** The folder of the build of the present sources, by their sizes and times: their bytes would take longer to read. */
export function buildOfSources(models = join(here, "..")) {
  const hash = createHash("sha256");
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  };
  const addAll = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) {
        if (!entry.name.endsWith(".test.ts")) add(path);
      } else if (entry.name !== "fixtures") addAll(path);
    }
  };
  for (const name of FOLDERS) addAll(join(models, name));
  if (existsSync(LOCK)) add(LOCK);
  return join(models, "dist", hash.digest("hex").slice(0, 16));
}
