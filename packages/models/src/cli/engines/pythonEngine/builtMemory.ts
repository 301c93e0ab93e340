import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pyodideFolder, pythonBuilds, pythonRoomFolder } from "./pythonPlaces.ts";

/** The folder for this interpreter and this guest: its memory holds nothing else. */
export function memoryFolder(): string {
  const hash = createHash("sha256");
  for (const path of [join(pyodideFolder(), "package.json"), join(pythonRoomFolder, "guest.py")])
    hash.update(readFileSync(path)).update("\0");
  return join(pythonBuilds, hash.digest("hex").slice(0, 16));
}

/**
 * The memory of an interpreter that has run the guest, as `scripts/build-python.mjs` left it in this clone; null where
 * it did not. Who begins with it waits a third of the time that loading takes.
 */
export function builtMemory(): string | null {
  const path = join(memoryFolder(), "memory");
  return existsSync(path) ? path : null;
}
