import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";

export type SpoolConfig = {
  dir: string;
  /** what waits may take this much disk; beyond it the oldest goes, counted */
  maxBytes: number;
  /** a file is closed when it is this long, and deleted when all of it is done */
  fileBytes: number;
  /** rows that are also kept in memory; the others are read back when it is their turn */
  memoryRows: number;
};

export const defaultSpoolConfig: Omit<SpoolConfig, "dir"> = {
  maxBytes: 4 * 1024 ** 3,
  fileBytes: 16 * 1024 ** 2,
  memoryRows: 200_000,
};

/** What an earlier process left behind when it ended without being asked to. */
export type Interruption = { lastSignMs: number; rows: number };

/** The oldest records that wait, as they were appended: either they are done, all at once, or they go back. */
export type SpooledBatch<T> = { records: readonly (readonly T[])[]; done(): void; release(): void };

export type Spool<T> = {
  /** Rows that are on disk when this returns: they outlive the process, though not a loss of power. */
  append(rows: readonly T[]): void;
  /** Up to about `maxRows` of the oldest rows; null when none wait. One batch at a time. */
  next(maxRows: number): SpooledBatch<T> | null;
  waiting(): number;
  /** rows that had to go because the disk space was used up */
  dropped(): number;
  /** rows that an earlier process had left */
  readonly recovered: number;
  readonly interruption: Interruption | null;
  close(): void;
};

type File = { path: string; bytes: number; left: number };
type Record<T> = {
  file: File;
  at: number;
  bytes: number;
  rows: number;
  kept: readonly T[] | null;
  taken: boolean;
};

/** Length of the payload, checksum of what follows, number of rows. */
const HEAD_BYTES = 12;
const SUMMED_FROM = 8;
const SIGN = "running";

/**
 * A queue on disk for one consumer: first in, first out, each record with its length and checksum. What was appended and is not done
 * comes again after a restart, so what takes it must bear to see a row twice.
 */
export function createSpool<T>(config: SpoolConfig): Spool<T> {
  const { dir, maxBytes, fileBytes, memoryRows } = config;
  mkdirSync(dir, { recursive: true });
  const records: Record<T>[] = [];
  let open: (File & { fd: number }) | null = null;
  let fileNumber = 0;
  let totalBytes = 0;
  let waiting = 0;
  let inMemory = 0;
  let dropped = 0;

  const recover = (): void => {
    const names = readdirSync(dir)
      .filter((name) => /^\d+\.spool$/.test(name))
      .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
    for (const name of names) {
      fileNumber = Number.parseInt(name, 10) + 1;
      const path = join(dir, name);
      const bytes = readFileSync(path);
      const file: File = { path, bytes: bytes.length, left: 0 };
      for (let at = 0; at + HEAD_BYTES <= bytes.length; ) {
        const length = bytes.readUInt32LE(at);
        const end = at + HEAD_BYTES + length;
        // a record that the process did not finish is the last one of its file
        if (length === 0 || end > bytes.length) break;
        if (crc32(bytes.subarray(at + SUMMED_FROM, end)) !== bytes.readUInt32LE(at + 4)) break;
        const rows = bytes.readUInt32LE(at + 8);
        records.push({ file, at, bytes: HEAD_BYTES + length, rows, kept: null, taken: false });
        file.left++;
        waiting += rows;
        at = end;
      }
      if (file.left === 0) rmSync(path);
      else totalBytes += file.bytes;
    }
  };

  const signPath = join(dir, SIGN);
  const lastSignMs = statSync(signPath, { throwIfNoEntry: false })?.mtimeMs;
  recover();
  const recovered = waiting;
  const interruption: Interruption | null = lastSignMs === undefined ? null : { lastSignMs, rows: recovered };
  writeFileSync(signPath, "");

  const remove = (record: Record<T>): void => {
    waiting -= record.rows;
    if (record.kept) inMemory -= record.rows;
    record.file.left--;
    if (record.file.left > 0) return;
    if (record.file === open) {
      closeSync(open.fd);
      open = null;
    }
    rmSync(record.file.path, { force: true });
    totalBytes -= record.file.bytes;
  };

  const makeRoom = (): void => {
    while (totalBytes > maxBytes) {
      // a file leaves the disk only as a whole
      const oldest = records.find((record) => !record.taken && record.file !== open)?.file;
      if (!oldest || records.some((record) => record.file === oldest && record.taken)) return;
      while (records[0]?.file === oldest) {
        const [record] = records.splice(0, 1);
        if (!record) return;
        dropped += record.rows;
        remove(record);
      }
    }
  };

  const fileToWrite = (): File & { fd: number } => {
    if (open && open.bytes >= fileBytes) {
      closeSync(open.fd);
      open = null;
    }
    if (!open) {
      const path = join(dir, `${fileNumber++}.spool`);
      open = { path, bytes: 0, left: 0, fd: openSync(path, "wx", 0o600) };
    }
    return open;
  };

  const read = (record: Record<T>): readonly T[] => {
    if (record.kept) return record.kept;
    const bytes = Buffer.alloc(record.bytes - HEAD_BYTES);
    const fd = openSync(record.file.path, "r");
    try {
      readSync(fd, bytes, 0, bytes.length, record.at + HEAD_BYTES);
    } finally {
      closeSync(fd);
    }
    return deserialize(bytes);
  };

  return {
    recovered,
    interruption,
    waiting: () => waiting,
    dropped: () => dropped,

    append(rows) {
      if (rows.length === 0) return;
      const payload = serialize(rows);
      const bytes = Buffer.alloc(HEAD_BYTES + payload.length);
      bytes.writeUInt32LE(payload.length, 0);
      bytes.writeUInt32LE(rows.length, 8);
      bytes.set(payload, HEAD_BYTES);
      bytes.writeUInt32LE(crc32(bytes.subarray(SUMMED_FROM)), 4);
      const file = fileToWrite();
      writeSync(file.fd, bytes);
      const kept = inMemory + rows.length <= memoryRows ? rows : null;
      if (kept) inMemory += rows.length;
      records.push({ file, at: file.bytes, bytes: bytes.length, rows: rows.length, kept, taken: false });
      file.bytes += bytes.length;
      file.left++;
      totalBytes += bytes.length;
      waiting += rows.length;
      const now = new Date();
      utimesSync(signPath, now, now);
      makeRoom();
    },

    next(maxRows) {
      let count = 0;
      let total = 0;
      for (const record of records) {
        if (count > 0 && total + record.rows > maxRows) break;
        count++;
        total += record.rows;
      }
      if (count === 0) return null;
      const taken = records.slice(0, count);
      for (const record of taken) record.taken = true;
      return {
        records: taken.map(read),
        done() {
          records.splice(0, count);
          for (const record of taken) remove(record);
        },
        release() {
          for (const record of taken) record.taken = false;
          makeRoom();
        },
      };
    },

    close() {
      if (open) closeSync(open.fd);
      open = null;
      rmSync(signPath, { force: true });
    },
  };
}
