import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { commandOf } from "./database/embedded/leftover.ts";
import { diskErrorCode, diskWords, isFull } from "./disk/errors.ts";
import { releaseReserve } from "./disk/reserve.ts";
import { pause } from "./shared/pause.ts";

/** `starterPid`: the process that keeps this one running (`npm start`), or this one itself. */
const lockSchema = z.object({ pid: z.int(), starterPid: z.int().optional(), url: z.string() });

/** Another P4Twin has the data directory. */
export class DataDirTaken extends Error {
  override name = "DataDirTaken";
}

/** How its programs are started: from source, built, and scripts/server.mjs. */
const PROGRAM = /main\.ts|api-main\.mjs|api-admin-main\.mjs|server\.mjs/;

/** `tookOver`: whoever had the directory before did not release it, because it was killed. */
type Taken = { tookOver: boolean; release(): Promise<void> };
type Waiting = { signal: AbortSignal; notice(text: string): void };
const WAIT_MS = 1_000;

/**
 * Takes the data directory for this process; throws `DataDirTaken` when another P4Twin has it. A lock left by
 * kill -9 is taken over. On a full disk the reserve of the directory makes room; without one it waits for
 * room when told how, and throws otherwise.
 */
export async function takeDataDir(dataDir: string, url: string, waiting?: Waiting): Promise<Taken> {
  for (let told = false; ; told = true) {
    try {
      return await takeNow(dataDir, url);
    } catch (error) {
      const code = diskErrorCode(error);
      if (code === null) throw error;
      // nobody has the directory, so its reserve is ours
      if (isFull(code) && (await releaseReserve(dataDir))) continue;
      const text = `P4Twin cannot write to ${dataDir}: ${diskWords(code)}.`;
      if (!isFull(code) || !waiting || waiting.signal.aborted) throw new Error(text, { cause: error });
      if (!told) waiting.notice(`${text} It is tried again until there is room.`);
      await pause(WAIT_MS, waiting.signal);
    }
  }
}

async function takeNow(dataDir: string, url: string): Promise<Taken> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, "p4twin.lock");
  // who kept it running would start it again: ending that process ends both
  const starterPid = process.connected ? process.ppid : process.pid;
  const mine = JSON.stringify({ pid: process.pid, starterPid, url });
  let tookOver = false;
  for (let attempt = 0; ; attempt++) {
    try {
      await writeFile(file, mine, { flag: "wx" });
      return { tookOver, release: () => rm(file, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST") || attempt > 3) throw error;
    }
    const holder = await readHolder(file);
    // pids are used again: the lock holds only while its process is a P4Twin
    if (holder && holder.pid !== process.pid && PROGRAM.test(commandOf(holder.pid) ?? "")) {
      throw new DataDirTaken(
        `P4Twin already runs with ${dataDir} (process ${holder.starterPid ?? holder.pid}, ${holder.url}). Use that one, stop it, or choose another P4TWIN_DATA_DIR.`,
      );
    }
    await rm(file, { force: true });
    tookOver = true;
  }
}

async function readHolder(file: string): Promise<z.infer<typeof lockSchema> | null> {
  try {
    return lockSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}
