import { REASONS } from "@p4twin/models/telemetry";

const UNMATCHED: Readonly<Record<string, string>> = {
  "no-flow": "no segment is bound to this flow",
  "from-not-on-path": "flow known, but the report does not contain where the segment begins",
  "to-not-on-path": "the segment begins, but the report does not contain where it ends",
  "latency-unknown": "on the segment, but without the timestamps that its latency needs",
  "unit-uncertain":
    "what the times of a node on its path count is not certain: choose a dialect in the exporter's settings",
  "pair-missing": "a postcard whose packet never came whole",
};

/** Why a datagram could not be read, in a sentence. Unknown codes stand for themselves. */
export const undecodableWords = (code: string): string =>
  REASONS.find((reason) => reason.code === code)?.message ?? code;

/** Why a report belongs to no segment, in a sentence. Unknown codes stand for themselves. */
export const unmatchedWords = (code: string): string => UNMATCHED[code] ?? code;
