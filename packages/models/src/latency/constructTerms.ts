import {
  type Construct,
  type Correction,
  constructs,
  countedFeatures,
  type DeviceProfile,
} from "../device/index.ts";
import type { Features, LatencyPath } from "./program.ts";
import { type Term, term } from "./term.ts";

/** Slopes in us per construct; a form that has no slope of its own for a construct leaves it out. */
export type Slopes = Readonly<Partial<Record<Construct, number>>>;

export type SizedFeatures = {
  readonly features: Features;
  readonly addedHeaderBytes?: readonly number[];
  readonly removedHeaderBytes?: readonly number[];
};

/**
 * Terms of all constructs on a path (us), the bends of the profile included (P8 Sec. V-A). A construct that does not
 * occur makes no term.
 */
export function constructTerms(path: SizedFeatures, profile: DeviceProfile, slopes: Slopes): Term[] {
  const counted = countedFeatures(path.features);
  return constructs.flatMap((construct) => {
    const slope = slopes[construct];
    const count = counted[construct];
    if (slope === undefined || count === 0) return [];
    const sizes = headerBytes(path, construct);
    const corrections = correctionsOf(profile, construct);
    return bentTerms(
      construct,
      count,
      slope,
      corrections.map((each) => ({
        correction: each,
        beyond: countBeyond(each, count, sizes),
        bySize: sizes !== null,
      })),
    );
  });
}

export const correctionsOf = (profile: DeviceProfile, construct: Construct): Correction[] =>
  profile.corrections.filter((each) => each.construct === construct);

/**
 * A correction and how many of the counted constructs lie beyond its threshold; `bySize`: told by bytes, not by number.
 */
export type Bend = { correction: Correction; beyond: number; bySize: boolean };

/** Terms of `count` constructs of which some lie beyond thresholds (us). */
export function bentTerms(
  construct: Construct,
  count: number,
  slope: number,
  bends: readonly Bend[],
): Term[] {
  let atSlope = count;
  const extra: Term[] = [];
  for (const { correction, beyond, bySize } of bends) {
    if (beyond === 0) continue;
    const note = `${threshold(correction, bySize)}: ${correction.reason}`;
    if (correction.kind === "slope") {
      atSlope -= beyond;
      extra.push(term(construct, beyond, correction.us.value, { note }));
    } else {
      extra.push(term(construct, 1, correction.us.value, { note: `once, ${note}` }));
    }
  }
  return atSlope > 0 ? [term(construct, atSlope, slope), ...extra] : extra;
}

/** How many headers lie beyond the threshold: by bytes where sizes are known, else by number of headers of 16 B. */
function countBeyond(correction: Correction, count: number, sizes: readonly number[] | null): number {
  if (sizes === null || correction.overBytes === null) return Math.max(0, count - correction.overCount.value);
  let bytes = 0;
  let beyond = 0;
  for (const size of sizes) {
    bytes += size;
    if (bytes > correction.overBytes.value) beyond++;
  }
  return beyond;
}

const threshold = (correction: Correction, bySize: boolean): string =>
  !bySize || correction.overBytes === null
    ? `beyond ${correction.overCount.value} headers`
    : `beyond ${correction.overBytes.value} B`;

/** Sizes of the headers that a construct adds or removes, null when the program does not say. */
function headerBytes(path: SizedFeatures, construct: Construct): readonly number[] | null {
  const sizes =
    construct === "add"
      ? path.addedHeaderBytes
      : construct === "remove"
        ? path.removedHeaderBytes
        : undefined;
  return sizes !== undefined && sizes.length === path.features[construct] ? sizes : null;
}

/** Bytes that a path adds: from the sizes of its headers, else 16 B each as in the measurements (P8 Sec. IV-F). */
export function addedBytes(path: Pick<LatencyPath, "features" | "addedHeaderBytes">): {
  bytes: number;
  assumed: boolean;
} {
  const sizes = headerBytes(path, "add");
  return sizes === null
    ? { bytes: path.features.add * measuredHeaderBytes, assumed: true }
    : { bytes: sizes.reduce((sum, size) => sum + size, 0), assumed: false };
}

/** Every header of the measurements (P8 Sec. IV). */
export const measuredHeaderBytes = 16;
