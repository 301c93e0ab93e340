import { diskErrorCode, diskWords } from "../disk/errors.ts";
import type { DiskGuard } from "../disk/guard.ts";
import type { DiskUse } from "../disk/steps.ts";
import { DomainError } from "../errors.ts";
import { tooLarge } from "./receive.ts";
import type { CaptureStore } from "./store.ts";

/** What captures ask of the disk of the data directory. */
export type CaptureDisk = Pick<DiskGuard, "allows" | "state" | "report">;
export type CaptureLimits = { maxFileBytes: number; maxTotalBytes: number };

type Deps = { disk?: CaptureDisk; limits: CaptureLimits; store: Pick<CaptureStore, "usedBytes"> };

/** Whether there is room for captures: on the disk, and within what they may take. */
export function createCaptureRoom({ disk, limits, store }: Deps) {
  /** Throws when the disk is too full for what takes so much room. */
  const checkDisk = (use: DiskUse): void => {
    if (!disk || disk.allows(use)) return;
    const { error, freeBytes, totalBytes } = disk.state();
    const megabytes = (n: number | null) => Math.floor((n ?? 0) / 1e6);
    const why = error?.words ?? `${megabytes(freeBytes)} of ${megabytes(totalBytes)} MB are free`;
    const what = use === "uploads" ? "no captures are taken" : "no captures are replayed";
    throw new DomainError(
      "unavailable",
      `The disk of the server has too little room: ${why}. Until there is more, ${what}. Remove captures that you no longer need, or make room on the disk.`,
    );
  };

  /** What ended an upload, in words: of a disk that takes nothing the guard hears too. */
  const whyBroken = (error: unknown): DomainError => {
    if (error instanceof DomainError) return error;
    const code = diskErrorCode(error);
    if (code === null) return new DomainError("bad_input", "The upload broke off.");
    disk?.report(error);
    return new DomainError("unavailable", `The capture could not be written: ${diskWords(code)}.`);
  };

  const checkRoom = async (bytes: number): Promise<void> => {
    checkDisk("uploads");
    if (bytes > limits.maxFileBytes) throw tooLarge(limits.maxFileBytes);
    const used = await store.usedBytes();
    if (used + bytes <= limits.maxTotalBytes) return;
    throw new DomainError(
      "conflict",
      `Captures may take ${Math.floor(limits.maxTotalBytes / 1e6)} MB together; ${Math.ceil(used / 1e6)} MB are taken. Remove captures that you no longer need, or raise CAPTURE_TOTAL_MB.`,
    );
  };

  return { checkDisk, whyBroken, checkRoom };
}
