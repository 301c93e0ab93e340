import type { Capability } from "../core/index.ts";
import type { Features as Counts, DeclaredTable, Outcome, ProgramWalks } from "../program/index.ts";

/** Raw counts of the constructs on one path, nothing subtracted. */
export type Features = Readonly<Counts>;

/**
 * What the latency model needs of one path. Sizes of headers, where known, decide thresholds that are stated in bytes.
 */
export type LatencyPath = {
  readonly id: string;
  readonly features: Features;
  readonly externs: readonly string[];
  /** what becomes of the packet; left out when not at hand */
  readonly outcome?: Outcome;
  readonly addedHeaderBytes?: readonly number[];
  readonly removedHeaderBytes?: readonly number[];
};

/** What the capacity of a device is held against. */
export type LatencyTable = Pick<DeclaredTable, "name" | "keys" | "size" | "entries">;

/** What the latency model needs of a program: a `FeaturesReport` fits, and so does a library function with one path. */
export type LatencyProgram = {
  readonly program: string;
  readonly architecture: string | null;
  readonly paths: readonly LatencyPath[];
  readonly truncated: boolean;
  /** left out when not at hand */
  readonly tables?: readonly LatencyTable[];
  /** what it needs of a device beyond constructs and externs; left out when not known */
  readonly needs?: readonly Capability[] | undefined;
  /** least and greatest count of each construct over all paths; null when there is no path */
  readonly min: Features | null;
  readonly max: Features | null;
  /** all paths, for exact extremes when some are not listed; left out or null when not at hand */
  readonly walks?: ProgramWalks | null;
};
