import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { commandOf } from "./database/embedded/leftover.ts";

const lockSchema = z.object({ pid: z.int(), url: z.string() });

/** Another P4Twin has the data directory. */
export class DataDirTaken extends Error {
  override name = "DataDirTaken";
}

/** Takes the data directory for this process; throws `DataDirTaken` when another P4Twin has it. A lock left by kill -9 is taken over. */
export async function takeDataDir(dataDir: string, url: string): Promise<{ release(): Promise<void> }> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, "p4twin.lock");
  const mine = JSON.stringify({ pid: process.pid, url });
  for (let attempt = 0; ; attempt++) {
    try {
      await writeFile(file, mine, { flag: "wx" });
      return { release: () => rm(file, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST") || attempt > 3) throw error;
    }
    const holder = await readHolder(file);
    // pids are used again: the lock holds only while its process is a P4Twin
    if (holder && holder.pid !== process.pid && commandOf(holder.pid)?.includes("main.ts")) {
      throw new DataDirTaken(
        `P4Twin already runs with ${dataDir} (process ${holder.pid}, ${holder.url}). Use that one, stop it, or choose another P4TWIN_DATA_DIR.`,
      );
    }
    await rm(file, { force: true });
  }
}

async function readHolder(file: string): Promise<z.infer<typeof lockSchema> | null> {
  try {
    return lockSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}
