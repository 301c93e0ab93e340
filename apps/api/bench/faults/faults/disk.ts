import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
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

/** Longer than the disk guard takes to find out: while all is well it writes every ten seconds. */
const READ_ONLY_MS = 12_000;
const readOnly: Fault = {
  ...{ id: "disk read-only", on: "disk", raises: ["disk", "database"], holdMs: READ_ONLY_MS, unable },
  async hurt({ product }) {
    // a read-only mount over the data: what is open stays open, what is to be opened for writing is refused
    spawnSync("mount", ["--bind", product.dataDir, product.dataDir]);
    spawnSync("mount", ["-o", "remount,bind,ro", product.dataDir]);
    return async () => {
      spawnSync("umount", ["-l", product.dataDir]);
    };
  },
};

export const diskFaults: readonly Fault[] = [full, readOnly];
