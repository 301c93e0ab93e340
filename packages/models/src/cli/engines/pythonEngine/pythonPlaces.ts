import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
/** Folder of what runs in a sandbox, whatever its host. */
export const pythonRoomFolder = join(here, "..", "..", "..", "engine", "python");
/** Where builds leave the memory of an interpreter. */
export const pythonBuilds = join(pythonRoomFolder, "..", "..", "..", ".python-memory");

/** Folder of the package pyodide. */
export const pyodideFolder = (): string => dirname(createRequire(import.meta.url).resolve("pyodide"));
