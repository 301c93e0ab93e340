"use client";
import { parseAsArrayOf, parseAsString, useQueryStates } from "nuqs";

/** Scenarios that stand side by side at most (our choice: what fits on a screen). */
export const MOST_COMPARED = 3;

/** One side of a comparison: a version, which answer of it, and what is changed on top. */
export type Side = {
  versionId: string;
  /** id of a stored run, or an engine of the browser; empty: `exact` */
  answer: string;
  /** as `encodeChanges` writes them */
  changes: string;
};

const BETWEEN = "|";

/** `ids`, `answers` and `changes` run in parallel; what is missing at the end is empty, what is too much left out. */
export const sidesOf = (url: { ids: string[]; answers: string[]; changes: string[] }): Side[] =>
  url.ids.slice(0, MOST_COMPARED).map((versionId, i) => ({
    versionId,
    answer: url.answers[i] ?? "",
    changes: url.changes[i] ?? "",
  }));

/** The sides of the comparison in the address. */
export function useCompareUrl(): { sides: Side[]; setSides: (sides: readonly Side[]) => void } {
  const [url, setUrl] = useQueryStates(
    {
      ids: parseAsArrayOf(parseAsString, ",").withDefault([]),
      answers: parseAsArrayOf(parseAsString, BETWEEN).withDefault([]),
      changes: parseAsArrayOf(parseAsString, BETWEEN).withDefault([]),
    },
    { history: "push" },
  );
  return {
    sides: sidesOf(url),
    setSides: (next) =>
      void setUrl({
        ids: next.map((side) => side.versionId),
        answers: next.some((side) => side.answer) ? next.map((side) => side.answer) : null,
        changes: next.some((side) => side.changes) ? next.map((side) => side.changes) : null,
      }),
  };
}

/** The address of a comparison. */
export function compareHref(sides: readonly Side[]): string {
  const query = new URLSearchParams({ ids: sides.map((side) => side.versionId).join(",") });
  if (sides.some((side) => side.answer)) query.set("answers", sides.map((side) => side.answer).join(BETWEEN));
  if (sides.some((side) => side.changes))
    query.set("changes", sides.map((side) => side.changes).join(BETWEEN));
  return `/scenarios/compare?${query}`;
}
