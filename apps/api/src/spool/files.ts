import type fs from "node:fs";
import { join } from "node:path";

/** The part of `node:fs` that the spool uses: a test gives one that fails. */
export type SpoolFs = Pick<
  typeof fs,
  | "mkdirSync"
  | "readdirSync"
  | "readFileSync"
  | "openSync"
  | "closeSync"
  | "readSync"
  | "writeSync"
  | "ftruncateSync"
  | "rmSync"
  | "renameSync"
  | "statSync"
  | "utimesSync"
  | "writeFileSync"
>;

/** A file of the spool: `left` of its records wait. `suspect`: it could not be read, so it is not simply deleted. */
export type SpoolFile = { name: string; path: string; bytes: number; left: number; suspect: boolean };

/**
 * Version 2 has the marker (record.ts); an earlier P4Twin does not see these files, so it does not delete them either.
 */
const NAME = /^(\d+)(\.v2)?\.spool$/;

/** Files of the spool in their order. */
export function listFiles(names: readonly string[]): { name: string; number: number; old: boolean }[] {
  return names
    .flatMap((name) => {
      const [, number, version] = NAME.exec(name) ?? [];
      return number === undefined ? [] : [{ name, number: Number(number), old: version === undefined }];
    })
    .sort((a, b) => a.number - b.number);
}

/** Runs what may fail on a broken disk and whose failure changes nothing that is counted. */
export function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/**
 * The file that records are appended to: a record is whole in it, or not there. When a write fails half way
 * it is cut back to the record's start; where even that fails the file is left behind and another one begun.
 */
export function createTail(config: { dir: string; fileBytes: number; firstNumber: number }, fs: SpoolFs) {
  const { dir, fileBytes } = config;
  let number = config.firstNumber;
  let open: (SpoolFile & { fd: number }) | null = null;

  const close = (): void => {
    const { fd } = open ?? {};
    open = null;
    if (fd !== undefined) attempt(() => fs.closeSync(fd));
  };

  const begin = (): SpoolFile & { fd: number } => {
    fs.mkdirSync(dir, { recursive: true });
    const name = `${number++}.v2.spool`;
    const path = join(dir, name);
    return { name, path, bytes: 0, left: 0, suspect: false, fd: fs.openSync(path, "wx", 0o600) };
  };

  return {
    isOpen: (file: SpoolFile): boolean => file === open,
    close,
    /** Where the record lies now. Throws what the disk says, with nothing of the record left. */
    append(record: Buffer): { file: SpoolFile; at: number } {
      if (open && open.bytes >= fileBytes) close();
      open ??= begin();
      const file = open;
      const at = file.bytes;
      try {
        for (let done = 0; done < record.length; ) {
          const written = fs.writeSync(file.fd, record, done, record.length - done, at + done);
          if (written === 0) throw Object.assign(new Error("nothing was written"), { code: "ENOSPC" });
          done += written;
        }
      } catch (error) {
        if (!attempt(() => fs.ftruncateSync(file.fd, at))) close();
        throw error;
      }
      file.bytes += record.length;
      file.left++;
      return { file, at };
    },
  };
}
