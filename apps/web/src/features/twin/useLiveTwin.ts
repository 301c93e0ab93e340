"use client";
import { useQuery } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { useEffect, useMemo, useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import { goToSignIn } from "@/lib/signIn.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { createLiveStore, type LiveStore } from "./liveStore.ts";

/** The state of the stream, in words that a page can show. */
export type LiveStatus = {
  state: "live" | "paused" | "connecting" | "stale" | "failed";
  sinceMs: number | null;
};

const STALE_MS = 5_000;
const MAX_POINTS = 3_600;
/** What the sparklines of all segments show. */
export const SPARK_S = 90;

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Windows of a deployment, kept current: the selected segment over the last `spanS` seconds or over an absolute range
 * (epoch seconds), all others over the last minute and a half. Stored windows first, then the stream, which sends what
 * closed meanwhile once more; equal windows replace each other. The store lives as long as the page.
 */
export function useLiveTwin(
  twin: RouterOutputs["twin"]["get"],
  selected: string | null,
  spanS: number,
  range: [number, number] | null,
): { store: LiveStore; status: LiveStatus; loading: boolean } {
  const { deploymentId } = twin;
  const trpc = useTRPC();
  const store = useMemo(() => createLiveStore(), []);
  const [now, setNow] = useState(() => Date.now());
  const live = range === null;

  // a live range of this moment is asked for once, the stream carries it on
  const [openedMs, setOpenedMs] = useState(() => Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another span, segment or a return to live asks anew
  useEffect(() => setOpenedMs(Date.now()), [spanS, live, selected]);
  const [fromMs, toMs] = range
    ? [range[0] * 1000, range[1] * 1000]
    : [openedMs - spanS * 1000, openedMs + 1000];
  const options = { staleTime: Infinity, gcTime: 0 };
  const stored = useQuery(
    trpc.twin.windows.queryOptions(
      {
        deploymentId,
        segmentIds: selected === null ? [] : [selected],
        range: { from: iso(fromMs), to: iso(toMs) },
        maxPoints: MAX_POINTS,
      },
      { ...options, enabled: selected !== null },
    ),
  );
  const [sparkMs] = useState(() => Date.now());
  const sparks = useQuery(
    trpc.twin.windows.queryOptions(
      {
        deploymentId,
        range: { from: iso(sparkMs - SPARK_S * 1000), to: iso(sparkMs + 1000) },
        maxPoints: SPARK_S + 10,
      },
      options,
    ),
  );
  useEffect(() => store.setPredictions(twin), [store, twin]);
  useEffect(() => {
    if (sparks.data) store.merge(sparks.data);
  }, [store, sparks.data]);
  useEffect(() => {
    if (stored.data) store.load(stored.data, live);
  }, [store, stored.data, live]);

  const stream = useSubscription(
    trpc.twin.live.subscriptionOptions(
      // first what closed between the stored windows and the stream: otherwise only a reload would show it
      { deploymentId, lastEventId: String(sparkMs) },
      {
        enabled: live,
        onData: (event) => store.take(event.data),
        // the account was removed or disabled, or the session ended elsewhere
        onError: (error) => {
          if (describeError(error).signedOut) goToSignIn();
        },
      },
    ),
  );

  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [live]);

  const lastMs = store.lastFrameMs();
  const status: LiveStatus = !live
    ? { state: "paused", sinceMs: null }
    : stream.status === "error"
      ? { state: "failed", sinceMs: lastMs }
      : lastMs === null || stream.status === "connecting"
        ? { state: "connecting", sinceMs: lastMs }
        : { state: now - lastMs > STALE_MS ? "stale" : "live", sinceMs: lastMs };
  return { store, status, loading: stored.isPending };
}
