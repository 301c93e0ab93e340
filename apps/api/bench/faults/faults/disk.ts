import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readlinkSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "../fault.ts";

const unable: Fault["unable"] = ({ place }) => (place.hasDisk ? null : "no disk of its own");
const CHUNK = Buffer.alloc(1024 * 1024);

const full: Fault = {
  ...{ id: "disk full", on: "disk", raises: ["disk", "spool", "database"], holdMs: 3_000, unable },
  async hurt({ place }) {
    const filler = join(place.dir, "filler");
    const fd = openSync(filler, "w");
    try {
      for (let size = CHUNK.length; size > 0; ) {
        try {
          if (writeSync(fd, CHUNK, 0, size) < size) size = 0;
        } catch {
          // down to the last page
          size = size > 4_096 ? 4_096 : 0;
        }
      }
    } finally {
      closeSync(fd);
    }
    return async () => rmSync(filler, { force: true });
  },
};

/** One process of each mount namespace: a mount may be seen in others, that it is read-only is not. */
function namespacesOf(pids: readonly number[]): number[] {
  const byNamespace = new Map(pids.map((pid) => [readlinkSync(`/proc/${pid}/ns/mnt`), pid]));
  return [...byNamespace.values()];
}
/** Runs a command in the mount namespace of a process. Throws with what it said when it fails. */
function within(pid: number, ...command: string[]): void {
  const { status, stderr } = spawnSync("nsenter", ["-t", String(pid), "-m", ...command], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
}

/** Longer than the disk guard takes to find out: while all is well it writes every ten seconds. */
const READ_ONLY_MS = 12_000;
const readOnly: Fault = {
  ...{ id: "disk read-only", on: "disk", raises: ["disk", "database"], holdMs: READ_ONLY_MS, unable },
  async hurt({ product }) {
    const { dataDir } = product;
    const spaces = namespacesOf([process.pid, ...product.rootPids()]);
    // a read-only mount over the data: what is open stays open, what is to be opened for writing is refused
    for (const pid of spaces) {
      within(pid, "mount", "--bind", dataDir, dataDir);
      within(pid, "mount", "-o", "remount,bind,ro", dataDir);
    }
    return async () => {
      // of a process that was ended meanwhile nothing is left
      for (const pid of spaces.toReversed().filter((pid) => existsSync(`/proc/${pid}`)))
        within(pid, "umount", "-l", dataDir);
    };
  },
};

export const diskFaults: readonly Fault[] = [full, readOnly];
