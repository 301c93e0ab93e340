import { summarise } from "@p4twin/models/twin";
import type { LiveFrame } from "../bus/windowRow.ts";
import type { DeploymentService } from "../deployments/service.ts";
import type { LiveHub } from "../live/hub.ts";
import type { Clock } from "../shared/service.ts";
import { shareLooks } from "../shared/shareLooks.ts";
import type { TwinStore } from "./store.ts";

const MS_PER_S = 1_000;
/** By then a closed window is in the database: the writer flushes twice a second. */
const STORED_AFTER_MS = 2_000;
/** A watcher that was away longer sees the gap filled from the chart's own range query instead. */
const MAX_BACKFILL_MS = 15 * 60_000;

type Deps = {
  store: Pick<TwinStore, "windows">;
  deployments: Pick<DeploymentService, "get">;
  hub: Pick<LiveHub, "watch">;
  clock: Clock;
};

/** Frames of a deployment for who watches it: what comes, and what was missed. */
export function createLiveFrames({ store, deployments, hub, clock }: Deps) {
  // who opens a page at the same time, or comes back after a restart, asks for the same seconds: reading them for each
  // takes longer than all else that a watcher costs
  const share = shareLooks<LiveFrame>();

  /** Closed windows of the seconds from that of `sinceMs` to that of `nowMs`, in the form of a live frame. */
  const backfill = (deploymentId: string, sinceMs: number, nowMs: number): Promise<LiveFrame> => {
    const [fromS, toS] = [Math.floor(sinceMs / MS_PER_S), Math.floor(nowMs / MS_PER_S) + 1];
    return share(`${deploymentId} ${fromS} ${toS}`, async () => {
      const [fromMs, toMs] = [fromS * MS_PER_S, toS * MS_PER_S];
      const parts = await store.windows({ deploymentId, parts: "all", fromMs, toMs, bucketMs: MS_PER_S });
      const rows = parts.flatMap(({ segmentId, part, buckets }) =>
        buckets.map((b) => {
          const { histogram, ...s } = summarise(part, [b]);
          return {
            ...s,
            segmentId,
            startMs: b.startMs,
            closed: true,
            abovePl: b.abovePl,
            aboveDl: b.aboveDl,
          };
        }),
      );
      return { deploymentId, atMs: nowMs, rows };
    });
  };

  /**
   * Frames from `lastEventId` on: subscribed first, then what was missed, then what comes. A window that closed just
   * before may still be on its way to the database, so the last seconds are sent once more when it must have arrived.
   */
  return async function* live(
    deploymentId: string,
    lastEventId: string | null,
    signal: AbortSignal,
  ): AsyncGenerator<LiveFrame> {
    const watch = hub.watch(deploymentId, signal);
    const deployment = await deployments.get(deploymentId);
    const nowMs = clock().getTime();
    const lastMs = lastEventId === null ? Number.NaN : Number(lastEventId);
    // a window may have been open when its frame was sent, so the second of the last frame is sent again
    if (Number.isFinite(lastMs)) {
      // a last frame in what is the future now was sent before the clock went back
      const isPast = lastMs <= nowMs + STORED_AFTER_MS;
      const fromMs = Math.max(isPast ? lastMs - 2000 : 0, nowMs - MAX_BACKFILL_MS);
      yield backfill(deployment.id, fromMs, nowMs);
    }
    let complete = false;
    for await (const frame of watch) {
      yield frame;
      // the clock may have gone back since
      if (complete || Math.abs(frame.atMs - nowMs) < STORED_AFTER_MS) continue;
      complete = true;
      yield backfill(deployment.id, nowMs - STORED_AFTER_MS - 2000, frame.atMs);
    }
  };
}
