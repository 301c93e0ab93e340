import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const STOP_WAIT_MS = 20_000;

/** Command line of a process; null when there is no such process. */
export function commandOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    if (process.platform === "linux") return null;
  }
  try {
    return execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" }).trim();
  } catch {
    return null;
  }
}

/** PostgreSQL works in its cluster, also after that was moved while it ran. */
function worksIn(pid: number, directory: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
  } catch {
    return false;
  }
}

/**
 * A PostgreSQL that outlived its P4Twin (kill -9) still owns the cluster: it is asked to stop, and its data stays. A
 * pid file whose process is gone, or is something else by now, is removed.
 */
export async function clearLeftover(clusterDir: string): Promise<void> {
  const pidFile = join(clusterDir, "postmaster.pid");
  const pid = Number.parseInt((await readFile(pidFile, "utf8").catch(() => "")).split("\n")[0] ?? "", 10);
  if (Number.isNaN(pid)) return;
  const isOurs = (): boolean => commandOf(pid)?.includes(clusterDir) || worksIn(pid, clusterDir);
  if (isOurs()) {
    // fast shutdown: open transactions are rolled back, everything committed is written
    process.kill(pid, "SIGINT");
    for (let waited = 0; isOurs(); waited += 100) {
      if (waited > STOP_WAIT_MS)
        throw new Error(`A PostgreSQL of an earlier run (process ${pid}) does not stop.`);
      await sleep(100);
    }
  }
  await rm(pidFile, { force: true });
}
