"use client";
import { useQuery } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { useEffect, useMemo, useState } from "react";
import { type RouterOutputs, useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { createLiveStore, type LiveStore } from "./liveStore.ts";

/** The state of the stream, in words that a page can show. */
export type LiveStatus = {
  state: "live" | "paused" | "connecting" | "stale" | "failed";
  sinceMs: number | null;
};

const STALE_MS = 5_000;
const MAX_POINTS = 3_600;

/**
 * Windows of a deployment over the last `spanS` seconds, kept current: stored windows first, then the stream. With an
 * absolute range (epoch seconds) only what is stored. The store is the same object as long as the deployment is.
 */
export function useLiveTwin(
  deploymentId: string,
  twin: RouterOutputs["twin"]["get"] | undefined,
  spanS: number,
  range: [number, number] | null,
): { store: LiveStore; status: LiveStatus; loading: boolean } {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const store = useMemo(() => createLiveStore(), []);
  const [now, setNow] = useState(() => Date.now());
  const live = range === null;

  // opened at once: a range of this moment is asked for once, the stream carries it on
  const [openedMs, setOpenedMs] = useState(() => Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new span or a return to live asks for the range anew
  useEffect(() => setOpenedMs(Date.now()), [spanS, live]);
  const [fromMs, toMs] = range
    ? [range[0] * 1000, range[1] * 1000]
    : [openedMs - spanS * 1000, openedMs + 1000];
  const parts = useMemo(() => {
    const most = Math.max(0, ...(twin?.segments.map((s) => s.segment.elements.length) ?? []));
    return Array.from({ length: most + 1 }, (_, part) => part);
  }, [twin]);
  const input = {
    deploymentId,
    parts,
    range: { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() },
    maxPoints: MAX_POINTS,
  };
  const stored = useQuery(
    trpc.twin.windows.queryOptions(input, { enabled: twin !== undefined, staleTime: Infinity, gcTime: 0 }),
  );
  useEffect(() => {
    if (twin) store.setPredictions(twin);
  }, [store, twin]);
  useEffect(() => {
    if (stored.data) store.load(stored.data);
  }, [store, stored.data]);

  const stream = useSubscription(
    trpc.twin.live.subscriptionOptions(
      { deploymentId },
      {
        enabled: live,
        onData: (event) => store.take(event.data),
        onStarted: () => {
          // what closed between the range query and the first frame is asked for once more and merged
          const since = store.lastFrameMs() ?? openedMs - 5_000;
          client.twin.windows
            .query({
              ...input,
              range: {
                from: new Date(since - 5_000).toISOString(),
                to: new Date(Date.now() + 1000).toISOString(),
              },
            })
            .then(
              (windows) => windows.bucketMs === 1000 && store.merge(windows),
              () => {},
            );
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
