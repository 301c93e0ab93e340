"use client";
import { parseAsBoolean, parseAsInteger, parseAsString, useQueryStates } from "nuqs";

/** Lengths of a live range, seconds. */
export const SPANS = [
  { seconds: 300, label: "5 min" },
  { seconds: 900, label: "15 min" },
  { seconds: 3_600, label: "1 h" },
  { seconds: 21_600, label: "6 h" },
  { seconds: 86_400, label: "24 h" },
] as const;

/**
 * What a twin page shows: a range that follows the clock, or an absolute one (epoch seconds). All of it is in the URL.
 */
export function useTwinUrl() {
  return useQueryStates(
    {
      segment: parseAsString,
      /** length of the range that follows the clock */
      span: parseAsInteger.withDefault(900),
      /** absolute range; both or none */
      from: parseAsInteger,
      to: parseAsInteger,
      log: parseAsBoolean.withDefault(false),
    },
    { history: "push" },
  );
}

export type TwinUrl = ReturnType<typeof useTwinUrl>[0];

/** The absolute range of the URL, epoch seconds; null when the page follows the clock. */
export const absoluteRange = ({ from, to }: Pick<TwinUrl, "from" | "to">): [number, number] | null =>
  from !== null && to !== null && from < to ? [from, to] : null;
