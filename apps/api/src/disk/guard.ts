import { rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";
import { reasonOf } from "../observability/reason.ts";
import { diskErrorCode, diskWords } from "./errors.ts";
import { makeReserve, releaseReserve, reserveBytes } from "./reserve.ts";
import {
  boundBytes,
  type DiskBounds,
  type DiskStep,
  type DiskUse,
  defaultDiskBounds,
  LEAVE_FACTOR,
  nextStep,
  refusedAt,
} from "./steps.ts";

export type DiskGuardConfig = {
  /** the data directory: its disk is watched */
  dir: string;
  everyMs: number;
  bounds: DiskBounds;
  /** size of the file that is deleted when the disk is full, this share of the disk at most; 0: none */
  reserve: { bytes: number; share: number };
  /**
   * true in one of the processes with this data directory: it makes the reserve and gives it back, and logs.
   * The others watch.
   */
  keepsReserve: boolean;
};

/** Our choices: 64 MiB are four files of PostgreSQL's log. */
export const defaultDiskGuardConfig: Omit<DiskGuardConfig, "dir"> = {
  everyMs: 1_000,
  bounds: defaultDiskBounds,
  reserve: { bytes: 64 * 1024 ** 2, share: 0.1 },
  keepsReserve: true,
};

/** All that is known of the data directory's disk. */
export type DiskState = {
  step: DiskStep;
  /** since when it is at this step, ms since 1970 */
  sinceMs: number;
  /** null until it could be read */
  freeBytes: number | null;
  totalBytes: number | null;
  /** what is not done at this step */
  refused: DiskUse[];
  /** the file that is deleted when the disk is full: bytes it takes now, and should */
  reserve: { bytes: number; wantedBytes: number };
  /** writes that the disk refused, as far as they were told */
  writeErrors: number;
  /** what it says since then; null once a write succeeds */
  error: { code: string; words: string; sinceMs: number } | null;
};

export type DiskGuard = Component & {
  state(): DiskState;
  /** `handler` hears every change of the step. Returns how to hear no more. */
  onChange(handler: (state: DiskState) => void): () => void;
  allows(use: DiskUse): boolean;
  /** A write failed: what is no fault of the disk is left alone. */
  report(error: unknown): void;
  /** Looks now; resolves when what follows from it is done. */
  look(): Promise<void>;
};

export type DiskProbe = {
  /** free and total bytes of the disk of a directory */
  room(dir: string): Promise<{ freeBytes: number; totalBytes: number }>;
  /** Writes something small and deletes it; throws what the disk says. */
  write(dir: string): Promise<void>;
};

const realDisk: DiskProbe = {
  async room(dir) {
    const { bavail, blocks, bsize } = await statfs(dir);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  },
  async write(dir) {
    const file = join(dir, "disk-probe");
    await writeFile(file, "P4Twin looks whether the disk takes a file", { mode: 0o600 });
    await rm(file, { force: true });
  },
};

/**
 * A disk that refused a write is not trusted for this long (our choice): where a quota is used up, something
 * small may still fit.
 */
const DISTRUST_MS = 5_000;
/** While the disk is well it is written to at every so many looks: a read-only file system shows no other way. */
const PROBE_EVERY = 10;

/**
 * Watches the disk of the data directory, says what may still be written, and gives back a reserve when it is
 * full. It recovers alone: each look decides anew from the free bytes and from whether a write succeeds.
 */
export function createDiskGuard(
  config: DiskGuardConfig,
  {
    log,
    now = Date.now,
    elapsedMs = () => performance.now(),
    disk = realDisk,
  }: { log: Log; now?: () => number; elapsedMs?: () => number; disk?: DiskProbe },
): DiskGuard {
  const { dir, bounds } = config;
  const handlers = new Set<(state: DiskState) => void>();
  let step: DiskStep = "ok";
  let sinceMs = now();
  let room: { freeBytes: number; totalBytes: number } | null = null;
  let reserve = { bytes: 0, wantedBytes: 0 };
  let writeErrors = 0;
  let error: DiskState["error"] = null;
  let lastErrorMs = Number.NEGATIVE_INFINITY;
  let looks = 0;
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> | null = null;
  let reserveFailed = false;

  const state = (): DiskState => ({
    step,
    sinceMs,
    freeBytes: room?.freeBytes ?? null,
    totalBytes: room?.totalBytes ?? null,
    refused: refusedAt(step),
    reserve: { ...reserve },
    writeErrors,
    error,
  });

  const megabytes = (bytes: number | null): string => `${Math.floor((bytes ?? 0) / 1e6)} MB`;
  const say = (before: DiskStep): void => {
    const { freeBytes, totalBytes, refused } = state();
    const free = error ? error.words : `${megabytes(freeBytes)} of ${megabytes(totalBytes)} are free`;
    const details = { step, before, dir, freeBytes, refused };
    if (step === "ok") log.warn(details, `the disk of the data directory has room again: ${free}`);
    else log.error(details, `the disk of the data directory is ${step}: ${free}`);
  };

  const become = (next: DiskStep): void => {
    if (next === step) return;
    const before = step;
    step = next;
    sinceMs = now();
    if (config.keepsReserve) say(before);
    for (const handler of handlers) handler(state());
  };

  const fail = (code: string): void => {
    lastErrorMs = elapsedMs();
    error ??= { code, words: diskWords(code), sinceMs: now() };
    become("full");
  };

  const tryWrite = async (): Promise<void> => {
    try {
      await disk.write(dir);
      if (elapsedMs() - lastErrorMs >= DISTRUST_MS) error = null;
    } catch (failure) {
      fail(diskErrorCode(failure) ?? "EIO");
    }
  };

  const keepReserve = async ({ freeBytes, totalBytes }: NonNullable<typeof room>): Promise<void> => {
    const { bytes, wantedBytes } = reserve;
    const missing = wantedBytes - bytes;
    if (step === "full") {
      if (bytes > 0 && (await releaseReserve(dir)))
        log.warn({ bytes }, "the reserve of the data directory is given back: PostgreSQL can finish with it");
    } else if (missing > 0 && freeBytes - missing >= LEAVE_FACTOR * boundBytes(bounds.full, totalBytes)) {
      try {
        await makeReserve(dir, wantedBytes);
        reserveFailed = false;
      } catch (failure) {
        if (!reserveFailed) log.warn(reasonOf(failure), "no reserve could be made in the data directory");
        reserveFailed = true;
      }
    }
    reserve = { wantedBytes, bytes: await reserveBytes(dir) };
  };

  const lookNow = async (): Promise<void> => {
    if (error || step !== "ok" || looks % PROBE_EVERY === 0) await tryWrite();
    looks++;
    try {
      room = await disk.room(dir);
    } catch (failure) {
      fail(diskErrorCode(failure) ?? "EIO");
      return;
    }
    const { bytes, share } = config.reserve;
    const wantedBytes = Math.floor(Math.min(bytes, share * room.totalBytes));
    reserve = { wantedBytes, bytes: await reserveBytes(dir) };
    // what the reserve lacks is not free: else giving it back would look like room
    const freeBytes = room.freeBytes - Math.max(0, wantedBytes - reserve.bytes);
    become(error ? "full" : nextStep(step, { ...room, freeBytes }, bounds));
    if (config.keepsReserve) await keepReserve(room);
  };

  const look = (): Promise<void> => {
    looking ??= lookNow()
      .catch((failure: unknown) => log.warn(reasonOf(failure), "the disk could not be looked at"))
      .finally(() => {
        looking = null;
      });
    return looking;
  };

  return {
    name: "disk guard",
    async start() {
      await look();
      timer = setInterval(() => void look(), config.everyMs);
    },
    async stop() {
      if (timer) clearInterval(timer);
      await looking;
    },
    state,
    onChange(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    allows: (use) => !refusedAt(step).includes(use),
    report(failure) {
      const code = diskErrorCode(failure);
      if (code === null) return;
      writeErrors++;
      fail(code);
      void look();
    },
    look,
  };
}
