/** Why a report belongs to no segment, in the order of how far the search came. */
export const UNMATCHED_REASONS = [
  "no-flow",
  "from-not-on-path",
  "to-not-on-path",
  "latency-unknown",
  "pair-missing",
] as const;
type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];
export const FROM_NOT_ON_PATH = 1;
export const TO_NOT_ON_PATH = 2;
export const LATENCY_UNKNOWN = 3;
/** a postcard that waits for the others of its packet */
export const PAIR_MISSING = 4;
export const MATCHED = 5;

export type MatchCounters = {
  reports: number;
  /** belong to at least one segment */
  matched: number;
  unmatched: Record<UnmatchedReason, number>;
  /** samples of parts that were left out because there are too many parts that nobody named */
  partsRefused: number;
  /** parts that were left out because a clock stepped back between their two timestamps */
  clockSkew: number;
};

export const createMatchCounters = (): MatchCounters => ({
  reports: 0,
  matched: 0,
  unmatched: {
    "no-flow": 0,
    "from-not-on-path": 0,
    "to-not-on-path": 0,
    "latency-unknown": 0,
    "pair-missing": 0,
  },
  partsRefused: 0,
  clockSkew: 0,
});
