import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where a child finds the snapshot among its open files. */
export const SNAPSHOT_FD = 4;

/** How an interpreter starts: by itself, by itself and leaving a snapshot for the next, or from that snapshot. */
export type Start = "fresh" | "making" | "restored";

/**
 * The memory of an interpreter that has run the guest and has seen nothing of any engine, for those that this process
 * starts: loading takes seconds, reading it back a fifth. It is the file that `made` names, which a build left, or one
 * that an interpreter of this process leaves: not the first, since many processes need one only; `atFirst` is for those
 * that soon need another. That file has no name any more when its first byte is written: nobody else can change it.
 */
export function createSnapshotFile({
  atFirst = false,
  made = () => null,
}: {
  atFirst?: boolean;
  made?: () => string | null;
} = {}) {
  let starts = 0;
  let file: { write: number | null; read: number } | null = null;
  let state: "none" | "making" | "made" | "unusable" = "none";

  const open = (): { write: number; read: number } => {
    const folder = mkdtempSync(join(tmpdir(), "p4twin-python-"));
    try {
      const path = join(folder, "memory");
      const write = openSync(path, "wx", 0o600);
      return { write, read: openSync(path, "r") };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  const takeMade = (): void => {
    try {
      const path = made();
      if (path === null) return;
      file = { write: null, read: openSync(path, "r") };
      state = "made";
    } catch {
      // it went just now: as if there were none
    }
  };

  return {
    /** How the next interpreter starts, and the file that it gets as `SNAPSHOT_FD`; null for none. */
    next(): { start: Start; fd: number | null } {
      starts++;
      if (starts === 1) takeMade();
      if (state === "made" && file) return { start: "restored", fd: file.read };
      if (state !== "none" || (starts === 1 && !atFirst)) return { start: "fresh", fd: null };
      try {
        file ??= open();
      } catch {
        // no room, or a system that keeps files which are open: each loads by itself
        state = "unusable";
        return { start: "fresh", fd: null };
      }
      state = "making";
      return { start: "making", fd: file.write };
    },

    /** One that began so is ready; what was made is whole. Called before it gets an engine. */
    ready(start: Start): void {
      if (start !== "making" || !file || file.write === null) return;
      closeSync(file.write);
      state = "made";
    },

    /** One that began so ended before it was ready. */
    failed(start: Start): void {
      if (start === "making") state = "none";
      if (start === "restored") state = "unusable";
    },
  };
}

/** Writes a whole file from its beginning, and closes it: an engine finds nothing open. */
export function writeAndClose(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, at);
  closeSync(fd);
}

/** Reads a whole file from its beginning, wherever others have read to, and closes it. */
export function readAndClose(fd: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fstatSync(fd).size);
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(fd, bytes, at, bytes.length - at, at);
    if (read === 0) break;
    at += read;
  }
  closeSync(fd);
  return bytes;
}
