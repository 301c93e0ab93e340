import nodeFs from "node:fs";
import { join } from "node:path";
import { attempt, createTail, listFiles, type SpoolFile } from "./files.ts";
import { createQuarantine } from "./quarantine.ts";
import {
  checksumOf,
  decodePayload,
  encodeRecord,
  HEAD_BYTES,
  scanOldRecords,
  scanRecords,
} from "./record.ts";
import type { Interruption, Spool, SpoolConfig, SpoolDeps, SpoolState } from "./types.ts";

export { defaultSpoolConfig } from "./types.ts";
export type { Interruption, Spool, SpoolConfig, SpoolDeps, SpoolState };

type Entry<T> = {
  /** null: held in memory */
  place: { file: SpoolFile; at: number } | null;
  /** the record while it is held */
  encoded: Buffer | null;
  bytes: number;
  headBytes: number;
  checksum: number | null;
  rows: number;
  kept: readonly T[] | null;
  taken: boolean;
};

const SIGN = "running";
/** The process lacks something for a moment; the file is sound. */
const FOR_NOW = new Set(["EMFILE", "ENFILE", "EAGAIN", "EINTR", "ENOMEM"]);
const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/**
 * A queue on disk for one consumer: first in, first out, each record with its length and checksums. What was
 * appended and is not done comes again after a restart, so what takes it must bear to see a row twice. It
 * never throws: what the disk refuses waits in memory, what cannot be read is set aside, and both are
 * counted.
 */
export function createSpool<T>(config: SpoolConfig, deps: SpoolDeps = {}): Spool<T> {
  const { dir, maxBytes, fileBytes, memoryRows } = config;
  const { fs = nodeFs, mayWrite = () => true, onError = () => {} } = deps;
  const quarantine = createQuarantine(
    { dir: join(dir, "quarantine"), maxBytes: config.quarantineBytes, maxFiles: config.quarantineFiles },
    fs,
  );
  // those on disk, then those that are held
  const entries: Entry<T>[] = [];
  let held = { records: 0, rows: 0, bytes: 0 };
  /** done, and still on disk because it could not be deleted */
  const leftovers = new Set<string>();
  let totalBytes = 0;
  let waiting = 0;
  let inMemory = 0;
  let evicted = 0;
  let writeErrors = 0;
  let lastError: string | null = null;
  const damaged = { records: 0, rows: 0, bytes: 0 };

  const refused = (error: unknown): void => {
    writeErrors++;
    lastError = error instanceof Error ? error.message : String(error);
    onError(error);
  };

  const recoverFile = (name: string, old: boolean): void => {
    const path = join(dir, name);
    let bytes: Buffer;
    try {
      bytes = fs.readFileSync(path);
    } catch (error) {
      damaged.records++;
      damaged.bytes += fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      refused(error);
      quarantine.take(path);
      return;
    }
    const file: SpoolFile = { name, path, bytes: bytes.length, left: 0, suspect: false };
    const scan = old ? scanOldRecords(bytes) : scanRecords(bytes);
    for (const { at, ...record } of scan.records) {
      entries.push({ ...record, place: { file, at }, encoded: null, kept: null, taken: false });
      file.left++;
      waiting += record.rows;
    }
    for (const range of scan.damaged) {
      damaged.records += range.records;
      damaged.rows += range.rows;
      damaged.bytes += range.bytes;
      quarantine.keep(name, bytes.subarray(range.at, range.at + range.bytes));
    }
    totalBytes += file.bytes;
    if (file.left === 0) forget(file);
  };

  const forget = (file: SpoolFile): void => {
    totalBytes -= file.bytes;
    if (!(file.suspect && quarantine.take(file.path))) leftovers.add(file.path);
    for (const path of leftovers) if (attempt(() => fs.rmSync(path, { force: true }))) leftovers.delete(path);
  };

  const recover = (): number => {
    let next = 0;
    attempt(() => fs.mkdirSync(dir, { recursive: true }));
    const found = attempt(() => {
      for (const { name, number, old } of listFiles(fs.readdirSync(dir))) {
        next = number + 1;
        attempt(() => recoverFile(name, old));
      }
    });
    if (!found) refused(new Error(`${dir} cannot be read or made`));
    return next;
  };

  const signPath = join(dir, SIGN);
  let lastSignMs: number | undefined;
  attempt(() => {
    lastSignMs = fs.statSync(signPath, { throwIfNoEntry: false })?.mtimeMs;
  });
  const tail = createTail({ dir, fileBytes, firstNumber: recover() }, fs);
  const recovered = waiting;
  const interruption: Interruption | null = lastSignMs === undefined ? null : { lastSignMs, rows: recovered };
  attempt(() => fs.writeFileSync(signPath, ""));

  const giveSign = (): void => {
    const now = new Date();
    if (!attempt(() => fs.utimesSync(signPath, now, now))) attempt(() => fs.writeFileSync(signPath, ""));
  };

  /** It no longer waits, and the caller has taken it off the list. */
  const remove = ({ place, kept, rows, bytes }: Entry<T>): void => {
    waiting -= rows;
    if (kept) inMemory -= rows;
    if (place === null) {
      held = { records: held.records - 1, rows: held.rows - rows, bytes: held.bytes - bytes };
      return;
    }
    const { file } = place;
    file.left--;
    if (file.left > 0) return;
    if (tail.isOpen(file)) tail.close();
    forget(file);
  };

  const makeRoom = (): void => {
    while (totalBytes > maxBytes) {
      // a file leaves the disk only as a whole
      const oldest = entries.find(({ place, taken }) => place && !taken && !tail.isOpen(place.file))?.place
        ?.file;
      if (!oldest || entries.some(({ place, taken }) => taken && place?.file === oldest)) return;
      while (entries[0]?.place?.file === oldest) {
        const [entry] = entries.splice(0, 1);
        if (!entry) return;
        evicted += entry.rows;
        remove(entry);
      }
    }
  };

  /** What is held goes to the disk, oldest first; what it still refuses stays within its bound. */
  const settle = (allowed: boolean): void => {
    while (allowed && held.records > 0) {
      const entry = entries[entries.length - held.records];
      if (!entry?.encoded) break;
      try {
        entry.place = tail.append(entry.encoded);
      } catch (error) {
        refused(error);
        break;
      }
      entry.encoded = null;
      totalBytes += entry.bytes;
      held = { records: held.records - 1, rows: held.rows - entry.rows, bytes: held.bytes - entry.bytes };
    }
    while (held.bytes > config.heldBytes) {
      const at = entries.findIndex(({ place, taken }) => place === null && !taken);
      const [entry] = at === -1 ? [] : entries.splice(at, 1);
      if (!entry) break;
      evicted += entry.rows;
      remove(entry);
    }
    makeRoom();
  };

  const payloadOf = ({ place, encoded, headBytes, bytes }: Entry<T>): Buffer => {
    if (encoded) return encoded.subarray(headBytes);
    if (!place) throw new Error("a record is neither in memory nor on disk");
    const payload = Buffer.alloc(bytes - headBytes);
    const fd = fs.openSync(place.file.path, "r");
    try {
      const read = fs.readSync(fd, payload, 0, payload.length, place.at + headBytes);
      return payload.subarray(0, read);
    } finally {
      attempt(() => fs.closeSync(fd));
    }
  };

  /** The rows of a record; "damaged" when they are lost, "later" when they cannot be read just now. */
  const read = (entry: Entry<T>): readonly T[] | "damaged" | "later" => {
    if (entry.kept) return entry.kept;
    try {
      const payload = payloadOf(entry);
      const rows = decodePayload<T>(payload, entry.rows, entry.checksum);
      if (rows) return rows;
      quarantine.keep(entry.place?.file.name ?? "memory", payload);
    } catch (error) {
      if (FOR_NOW.has(codeOf(error))) return "later";
      if (entry.place) entry.place.file.suspect = true;
      refused(error);
    }
    return "damaged";
  };

  return {
    recovered,
    interruption,
    waiting: () => waiting,
    dropped: () => evicted + damaged.rows,
    state: () => ({
      waiting,
      diskBytes: totalBytes,
      held: { rows: held.rows, bytes: held.bytes },
      evicted,
      damaged: { ...damaged },
      writeErrors,
      lastError,
    }),

    append(rows) {
      if (rows.length === 0) return;
      const encoded = encodeRecord(rows);
      const kept = inMemory + rows.length <= memoryRows ? rows : null;
      if (kept) inMemory += rows.length;
      const bytes = encoded.length;
      const checksum = checksumOf(encoded);
      const entry = { place: null, encoded, bytes, headBytes: HEAD_BYTES, checksum, rows: rows.length };
      entries.push({ ...entry, kept, taken: false });
      held = { records: held.records + 1, rows: held.rows + rows.length, bytes: held.bytes + bytes };
      waiting += rows.length;
      settle(mayWrite());
      giveSign();
    },

    next(maxRows) {
      const taken: Entry<T>[] = [];
      const records: (readonly T[])[] = [];
      let total = 0;
      for (let entry = entries[0]; entry; entry = entries[taken.length]) {
        if (taken.length > 0 && total + entry.rows > maxRows) break;
        const rows = read(entry);
        if (rows === "later") break;
        if (rows === "damaged") {
          damaged.records++;
          damaged.rows += entry.rows;
          damaged.bytes += entry.bytes;
          entries.splice(taken.length, 1);
          remove(entry);
          continue;
        }
        taken.push(entry);
        records.push(rows);
        total += entry.rows;
      }
      if (taken.length === 0) return null;
      for (const entry of taken) entry.taken = true;
      return {
        records,
        done() {
          entries.splice(0, taken.length);
          for (const entry of taken) remove(entry);
        },
        release() {
          for (const entry of taken) entry.taken = false;
          makeRoom();
        },
      };
    },

    close() {
      settle(true);
      tail.close();
      attempt(() => fs.rmSync(signPath, { force: true }));
    },
  };
}
