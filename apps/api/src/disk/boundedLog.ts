import { closeSync, openSync, renameSync, statSync, writeSync } from "node:fs";

export type BoundedLogConfig = {
  path: string;
  /** at this size the file becomes `<path>.1`, in the place of the one before, and a new one is begun */
  maxBytes: number;
  /** the end that is also kept in memory, for a disk that takes nothing */
  tailBytes: number;
};

/** Our choices. */
export const defaultLogBounds = { maxBytes: 4 * 1024 ** 2, tailBytes: 16 * 1024 };

/**
 * The log file of another program: two files of bounded size at most. Never throws; what the disk refuses is
 * in the tail alone.
 */
export function createBoundedLog({ path, maxBytes, tailBytes }: BoundedLogConfig) {
  let fd: number | null = null;
  let bytes = 0;
  let tail = Buffer.alloc(0);

  const close = (): void => {
    const open = fd;
    fd = null;
    try {
      if (open !== null) closeSync(open);
    } catch {
      // nothing more can be done with it
    }
  };
  const rotate = (): void => {
    close();
    renameSync(path, `${path}.1`);
    bytes = 0;
  };

  return {
    write(chunk: Buffer): void {
      tail = Buffer.concat([tail, chunk]).subarray(-tailBytes);
      try {
        if (fd === null) {
          bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
          if (bytes >= maxBytes) rotate();
          fd = openSync(path, "a", 0o600);
        }
        bytes += writeSync(fd, chunk);
        if (bytes >= maxBytes) rotate();
      } catch {
        close();
      }
    },
    /** Forgets the end of what was said before. */
    begin(): void {
      tail = Buffer.alloc(0);
    },
    tail: (): string => tail.toString(),
    close,
  };
}
