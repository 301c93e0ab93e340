import type { SpoolFs } from "./files.ts";

export type SpoolConfig = {
  dir: string;
  /** what waits may take this much disk; beyond it the oldest goes, counted */
  maxBytes: number;
  /** a file is closed when it is this long, and deleted when all of it is done */
  fileBytes: number;
  /** rows that are also kept in memory; the others are read back when it is their turn */
  memoryRows: number;
  /** what waits in memory while the disk takes nothing may take this much; beyond it the oldest of it goes, counted */
  heldBytes: number;
  /** damaged bytes that are kept beside the spool, and in how many files */
  quarantineBytes: number;
  quarantineFiles: number;
};

/** Our choices: 64 MiB hold about 160,000 windows, ten minutes of 250 segments. */
export const defaultSpoolConfig: Omit<SpoolConfig, "dir"> = {
  maxBytes: 4 * 1024 ** 3,
  fileBytes: 16 * 1024 ** 2,
  memoryRows: 200_000,
  heldBytes: 64 * 1024 ** 2,
  quarantineBytes: 64 * 1024 ** 2,
  quarantineFiles: 16,
};

export type SpoolDeps = {
  fs?: SpoolFs;
  /** false while what is left of the disk is for others */
  mayWrite?(): boolean;
  /** what the disk said when it refused */
  onError?(error: unknown): void;
};

/** What an earlier process left behind when it ended without being asked to. */
export type Interruption = { lastSignMs: number; rows: number };

/** The oldest records that wait, as they were appended: either they are done, all at once, or they go back. */
type SpooledBatch<T> = { records: readonly (readonly T[])[]; done(): void; release(): void };

/** All that the spool says about itself. waiting rows = those on disk and those `held`. */
export type SpoolState = {
  waiting: number;
  diskBytes: number;
  /** rows that are in memory alone, because the disk takes nothing, and their bytes */
  held: { rows: number; bytes: number };
  /** rows that had to go, because the disk space or the memory was used up */
  evicted: number;
  /** `rows` of the records whose head could be read; those of the others nobody knows */
  damaged: { records: number; rows: number; bytes: number };
  /** writes that the disk refused, and what it said last */
  writeErrors: number;
  lastError: string | null;
};

export type Spool<T> = {
  /**
   * Rows that are on disk when this returns, or held while the disk takes nothing. On disk they outlive the
   * process, though not a loss of power.
   */
  append(rows: readonly T[]): void;
  /** Up to about `maxRows` of the oldest rows; null when none wait. One batch at a time. */
  next(maxRows: number): SpooledBatch<T> | null;
  waiting(): number;
  /** rows that are lost: evicted, or in damaged records */
  dropped(): number;
  state(): SpoolState;
  /** rows that an earlier process had left, without those that are damaged */
  readonly recovered: number;
  readonly interruption: Interruption | null;
  /** What is held goes to the disk now, where it takes it. */
  close(): void;
};
