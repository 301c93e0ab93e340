import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";

/**
 * Puts a cluster that never ran into a data directory, for a test that is not about a first start: a copy takes a tenth
 * of the processor time of a new one. Where there is none to copy, the first start makes one.
 */
export async function putCluster(dataDir: string): Promise<void> {
  const made = inject("madeCluster");
  if (made === null) return;
  const parts = ["postgres", "postgres.json"].map((name) => join(made, name));
  await promisify(execFile)("cp", ["-a", ...parts, dataDir]);
}
