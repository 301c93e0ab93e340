"use client";
import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

const hourAgo = (): string =>
  new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 60 * MINUTE_MS).toISOString();

/** The instant one hour ago, in steps of a minute so that queries keep their key between steps. */
export function useHourAgo(): string {
  const [instant, setInstant] = useState(hourAgo);
  useEffect(() => {
    const timer = setInterval(() => setInstant(hourAgo()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return instant;
}
