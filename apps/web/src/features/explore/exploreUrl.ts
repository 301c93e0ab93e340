"use client";
import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import {
  DIMENSION_IDS,
  type DimensionId,
  dimensionsOf,
  SOURCES,
  type Source,
  VALUE_IDS,
} from "./exploreWords.ts";

/** Lengths of a range that follows the clock, seconds. */
export const SPANS = [
  { seconds: 900, label: "15 min" },
  { seconds: 3_600, label: "1 h" },
  { seconds: 21_600, label: "6 h" },
  { seconds: 86_400, label: "24 h" },
  { seconds: 604_800, label: "7 d" },
] as const;

export type Filter = { by: DimensionId; is: string };

/** A view of *Explore*: all of it is in the address, so that a link is a saved view. */
export function useExploreUrl() {
  return useQueryStates(
    {
      source: parseAsStringLiteral(SOURCES).withDefault("reports"),
      by: parseAsStringLiteral(DIMENSION_IDS).withDefault("node"),
      value: parseAsStringLiteral(VALUE_IDS).withDefault("p99Us"),
      /** `dimension=key`, any number of them */
      filter: parseAsArrayOf(parseAsString).withDefault([]),
      span: parseAsInteger.withDefault(3_600),
      /** absolute range, epoch seconds; both or none */
      from: parseAsInteger,
      to: parseAsInteger,
      /** chosen cell of the map: key of its group, and begin of its bin in epoch seconds */
      group: parseAsString,
      at: parseAsInteger,
    },
    { history: "push" },
  );
}
export type ExploreUrl = ReturnType<typeof useExploreUrl>[0];
export type SetExploreUrl = ReturnType<typeof useExploreUrl>[1];

export const writeFilter = ({ by, is }: Filter): string => `${by}=${is}`;

/** Filters of the address that this source knows; others wait for the source that does. */
export function readFilters(texts: readonly string[], source: Source): Filter[] {
  const known = dimensionsOf(source);
  return texts.flatMap((text) => {
    const at = text.indexOf("=");
    const by = known.find((id) => id === text.slice(0, at));
    const is = text.slice(at + 1);
    return by && is !== "" ? [{ by, is }] : [];
  });
}

/** The dimension that is grouped by; one that the source does not know gives way to its first. */
export const groupedBy = ({ by, source }: Pick<ExploreUrl, "by" | "source">): DimensionId =>
  dimensionsOf(source).find((id) => id === by) ?? "segment";

export const absoluteRange = ({ from, to }: Pick<ExploreUrl, "from" | "to">): [number, number] | null =>
  from !== null && to !== null && from < to ? [from, to] : null;

export type { DimensionId, Source };
