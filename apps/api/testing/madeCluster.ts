import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { readSettings, writeSettings } from "../src/database/embedded/settings.ts";
import { freePort } from "./freePort.ts";

/**
 * Puts a cluster that never ran into a data directory, for a test that is not about a first start: a copy takes a tenth
 * of the processor time of a new one. Where there is none to copy, the first start makes one.
 */
export async function putCluster(dataDir: string): Promise<void> {
  const made = inject("madeCluster");
  if (made === null) return;
  const parts = ["postgres", "postgres.json"].map((name) => join(made, name));
  await promisify(execFile)("cp", ["-a", ...parts, dataDir]);
  const settings = await readSettings(dataDir);
  // test files run side by side: the copies must not meet at the port of the original
  if (settings) await writeSettings(dataDir, { ...settings, port: await freePort() });
}
