"use client";
import { parseAsFloat, parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useState } from "react";

/** What is replayed when the address does not say: the last ten minutes. Our choice. */
const LAST_S = 600;

/** A segment, a stored range and the model to replay it with, all in the address; with the range in epoch seconds. */
export function useReplayUrl() {
  const [openedS] = useState(() => Math.floor(Date.now() / 1000));
  const [url, setUrl] = useQueryStates(
    {
      segment: parseAsString,
      from: parseAsInteger,
      to: parseAsInteger,
      /** `s1:agilio-cx,s2:t4p4s@2`: profiles of switches by label */
      devices: parseAsString,
      engine: parseAsString,
      pl: parseAsFloat,
      dl: parseAsFloat,
    },
    { history: "replace" },
  );
  const to = url.to ?? openedS;
  const range: [number, number] = [url.from !== null && url.from < to ? url.from : to - LAST_S, to];
  return [url, setUrl, range] as const;
}
export type ReplayUrl = ReturnType<typeof useReplayUrl>;

/** Profiles by label as the address holds them. */
export function readDevices(text: string | null): Record<string, string> {
  const pairs = (text ?? "").split(",").map((pair) => {
    const at = Math.max(0, pair.lastIndexOf(":"));
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  return Object.fromEntries(pairs.filter(([label, device]) => label !== "" && device !== ""));
}

export const writeDevices = (devices: Readonly<Record<string, string>>): string | null =>
  Object.entries(devices)
    .map(([label, device]) => `${label}:${device}`)
    .join(",") || null;
