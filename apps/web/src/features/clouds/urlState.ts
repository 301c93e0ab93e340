"use client";
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

const TABS = ["nodes", "links", "text"] as const;

/** State of a cloud page; a new cloud opens on its text. */
export function useCloudUrl(isNew: boolean) {
  return useQueryStates(
    {
      tab: parseAsStringLiteral(TABS).withDefault(isNew ? "text" : "nodes"),
      node: parseAsString,
      /** the drawing can be edited */
      draw: parseAsBoolean.withDefault(isNew),
      /** how a new cloud begins */
      from: parseAsStringLiteral(["fat-tree", "switches"] as const),
    },
    { history: "replace" },
  );
}
