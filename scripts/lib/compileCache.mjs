// Where test runs keep compiled modules: one place for all processes, since half of a start is reading TypeScript.
import { tmpdir } from "node:os";
import { join } from "node:path";

/** As `NODE_COMPILE_CACHE`. */
export const compileCache = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), "p4twin-compile-cache");

/** For every process that this one starts, its threads too: Node reads the variable once, at a start. */
export function shareCompileCache() {
  process.env.NODE_COMPILE_CACHE = compileCache;
}
