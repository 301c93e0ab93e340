"use client";
import { parseAsBoolean, parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useState } from "react";

/** What a refit looks at when the address does not say: the last two minutes. Our choice. */
const LAST_S = 120;

/** Profile and observations of a refit, all in the address but an uploaded table; with the range in epoch seconds. */
export function useRefitUrl() {
  const [openedS] = useState(() => Math.floor(Date.now() / 1000));
  const [url, setUrl] = useQueryStates(
    {
      device: parseAsString,
      live: parseAsBoolean.withDefault(true),
      from: parseAsInteger,
      to: parseAsInteger,
    },
    { history: "replace" },
  );
  const to = url.to ?? openedS;
  const range: [number, number] = [url.from !== null && url.from < to ? url.from : to - LAST_S, to];
  return [url, setUrl, range] as const;
}
export type RefitUrlChange = Parameters<ReturnType<typeof useRefitUrl>[1]>[0];
