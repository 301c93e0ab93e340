/** How much room a disk has, from enough to none. At each step P4Twin stops what the next one needs the room for. */
export const diskSteps = ["ok", "low", "very-low", "full"] as const;
export type DiskStep = (typeof diskSteps)[number];

/**
 * What takes room, and the step from which it may not: uploads, then replays that fill windows in, then
 * everything that waits on disk.
 */
const refusedFrom = { uploads: "low", replays: "very-low", windows: "full" } as const;
export type DiskUse = keyof typeof refusedFrom;

/** A step is reached below so many bytes, or below this share of the disk where that is less. */
export type DiskBound = { bytes: number; share: number };
export type DiskBounds = Readonly<Record<Exclude<DiskStep, "ok">, DiskBound>>;

const MiB = 1024 ** 2;
/**
 * Our choices: PostgreSQL writes its log in files of 16 MiB, so it can still finish what it does when the
 * disk is "full".
 */
export const defaultDiskBounds: DiskBounds = {
  low: { bytes: 2048 * MiB, share: 0.1 },
  "very-low": { bytes: 512 * MiB, share: 0.05 },
  full: { bytes: 64 * MiB, share: 0.02 },
};
/** A step is left when there is this much more than what brought it (our choice), so that it does not come and go. */
export const LEAVE_FACTOR = 1.25;

export const boundBytes = ({ bytes, share }: DiskBound, totalBytes: number): number =>
  Math.min(bytes, share * totalBytes);

const isAtLeast = (step: DiskStep, other: DiskStep): boolean =>
  diskSteps.indexOf(step) >= diskSteps.indexOf(other);

/** What may not be done at a step. */
export const refusedAt = (step: DiskStep): DiskUse[] =>
  (Object.keys(refusedFrom) as DiskUse[]).filter((use) => isAtLeast(step, refusedFrom[use]));

/** The step after `current` with so much room: worse at once, better with some room to spare. */
export function nextStep(
  current: DiskStep,
  { freeBytes, totalBytes }: { freeBytes: number; totalBytes: number },
  bounds: DiskBounds,
): DiskStep {
  const [, ...bounded] = diskSteps;
  let step: DiskStep = "ok";
  for (const one of bounded) {
    const factor = isAtLeast(current, one) ? LEAVE_FACTOR : 1;
    if (freeBytes < factor * boundBytes(bounds[one], totalBytes)) step = one;
  }
  return step;
}
