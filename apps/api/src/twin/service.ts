import { type DriftSettings, type Residual, residual } from "@p4twin/models/twin";
import type { z } from "zod";
import type { LiveFrame } from "../bus/windowRow.ts";
import type { Deployment } from "../deployments/schema.ts";
import type { DeploymentService } from "../deployments/service.ts";
import type { EventService } from "../events/service.ts";
import type { LiveHub } from "../live/hub.ts";
import type { ReadProgram } from "../programs/readProgram.ts";
import type { JsonObject } from "../shared/schemas.ts";
import { type Clock, found } from "../shared/service.ts";
import { createBranches } from "./branches.ts";
import type { HistoryStore } from "./historyStore.ts";
import type { EstimateMemo, Predictor } from "./predictor.ts";
import { createReplays } from "./replays.ts";
import { createResiduals } from "./residuals.ts";
import { ruleSegment } from "./rulings.ts";
import type {
  Drift,
  OverviewRow,
  SegmentPrediction,
  SegmentState,
  Twin,
  Windows,
  windowsInputSchema,
} from "./schema.ts";
import type { TwinSettings } from "./settings.ts";
import type { PartBuckets, TwinStore } from "./store.ts";
import { chooseBucketMs, summarise, toDistribution, toSeries } from "./summary.ts";

type Deps = {
  store: TwinStore;
  deployments: DeploymentService;
  predictor: Predictor;
  history: HistoryStore;
  hub: LiveHub;
  events: EventService;
  alarmRaised(deploymentId: string, segmentId: string): boolean;
  readProgram: ReadProgram;
  settings: TwinSettings;
  /** settings changed: who watches takes them over */
  onSettings(): void;
  clock: Clock;
};
type Range = { from: string; to: string };

/** Points of a line in a report: as many as a printed page can show. */
const REPORT_POINTS = 300;
/** A range that ended this recently is the present. */
const NOW_MS = 5_000;
const OVERVIEW_MS = 60_000;
const SPARKLINE_MS = 15 * 60_000;
const SPARKLINE_BUCKET_MS = 15_000;
/** By then a closed window is in the database: the writer flushes twice a second. */
const STORED_AFTER_MS = 2_000;
/** A watcher that was away longer sees the gap filled from the chart's own range query instead. */
const MAX_BACKFILL_MS = 15 * 60_000;

const severity = { violated: 0, drifts: 1, noData: 2, holds: 3 } as const;
const bucketsOf = (parts: readonly PartBuckets[], segmentId: string, part: number) =>
  parts.find((p) => p.segmentId === segmentId && p.part === part)?.buckets ?? [];

/** Predicted latency beside observed latency, per segment. */
export function createTwinService(deps: Deps) {
  const { store, deployments, predictor, history, hub, events, alarmRaised, clock } = deps;
  const { readProgram, settings } = deps;

  /** Closed windows since `sinceMs`, in the form of a live frame. */
  const backfill = async (deploymentId: string, sinceMs: number, nowMs: number): Promise<LiveFrame> => {
    const parts = await store.windows({
      deploymentId,
      parts: "all",
      fromMs: sinceMs,
      toMs: nowMs + 1000,
      bucketMs: 1000,
    });
    const rows = parts.flatMap(({ segmentId, part, buckets }) =>
      buckets.map((b) => {
        const { histogram, ...s } = summarise(part, [b]);
        return { ...s, segmentId, startMs: b.startMs, closed: true, abovePl: b.abovePl, aboveDl: b.aboveDl };
      }),
    );
    return { deploymentId, atMs: nowMs, rows };
  };

  /**
   * What is predicted of each segment at the load of now, and how its drift detector stands: as the monitor kept it; at the stated load
   * where it kept nothing of this model.
   */
  const followed = async (
    deployment: Deployment,
    memo: EstimateMemo = new Map(),
  ): Promise<(segmentId: string) => { predicted: SegmentPrediction; drift: Drift | null }> => {
    const [newest, drifts] = await Promise.all([
      history.newest(deployment.id),
      history.drifts(deployment.id),
    ]);
    const all = await Promise.all(
      deployment.segments.map(async (segment) => {
        const prepared = await predictor.prepare(segment, memo);
        const kept = newest.get(segment.id);
        const predicted = kept?.basis === prepared.basis ? kept.prediction : prepared.at(() => null);
        const found = drifts.find((d) => d.segmentId === segment.id && d.basis === prepared.basis)?.state;
        const drift = found ? { phase: found.phase, sinceMs: found.sinceMs, shift: found.shift } : null;
        return [segment.id, { predicted, drift }] as const;
      }),
    );
    const of = new Map(all);
    return (segmentId) => found(of.get(segmentId) ?? null, "segment", segmentId);
  };

  const isNow = ({ to }: Range): boolean => Date.parse(to) > clock().getTime() - NOW_MS;

  /** Which segments were over their budget: now, where the range ends now; else those with an event open in the range. */
  const violatedIn = async ({ id }: Deployment, range: Range): Promise<(segmentId: string) => boolean> => {
    if (isNow(range)) return (segmentId) => alarmRaised(id, segmentId);
    const inRange = await events.list({ deploymentId: id, ...range, limit: 1000 });
    const segments = new Set(inRange.map((e) => e.segmentId));
    return (segmentId) => segments.has(segmentId);
  };

  const stateOf = async (
    deployment: Deployment,
    { from, to }: Range,
    violated: (segmentId: string) => boolean,
  ): Promise<SegmentState[]> => {
    const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
    const parts = await store.windows({
      deploymentId: deployment.id,
      parts: "all",
      fromMs,
      toMs,
      bucketMs: null,
    });
    const [isPresent, predictedOf] = [isNow({ from, to }), await followed(deployment)];
    return deployment.segments.map((segment) => {
      const { predicted, drift } = predictedOf(segment.id);
      const { prediction, elementPredictions } = predicted;
      const { histogram, ...whole } = summarise(0, bucketsOf(parts, segment.id, 0));
      const elements = segment.elements.map((_, i) => {
        const { histogram: _histogram, ...summary } = summarise(i + 1, bucketsOf(parts, segment.id, i + 1));
        return summary;
      });
      const raised = violated(segment.id);
      const strangers = parts
        .filter((p) => p.segmentId === segment.id && p.part > segment.elements.length)
        .map((p) => {
          const { histogram: _histogram, ...summary } = summarise(p.part, p.buckets);
          return summary;
        });
      const ruling = ruleSegment({
        segment,
        parts: [whole, ...elements, ...strangers],
        predicted,
        alarmRaised: raised,
        // how the detector stands now says nothing about the past
        drift: isPresent ? drift : null,
      });
      return {
        segmentId: segment.id,
        verdict: ruling.verdict,
        ruling,
        residual: residual(whole.meanUs, prediction.meanUs),
        alarmRaised: raised,
        parts: [whole, ...elements],
        elementResiduals: elements.map((e, i): Residual | null =>
          residual(e.meanUs, elementPredictions[i]?.meanUs ?? null),
        ),
        distribution: toDistribution(histogram),
      };
    });
  };

  const overviewOf = async (deployment: Deployment, memo: EstimateMemo): Promise<OverviewRow[]> => {
    const predictedOf = await followed(deployment, memo);
    const nowMs = clock().getTime();
    const fine = { deploymentId: deployment.id, toMs: nowMs };
    const [recent, spark] = await Promise.all([
      store.windows({ ...fine, parts: "all", fromMs: nowMs - OVERVIEW_MS, bucketMs: null }),
      store.windows({ ...fine, parts: [0], fromMs: nowMs - SPARKLINE_MS, bucketMs: SPARKLINE_BUCKET_MS }),
    ]);
    return deployment.segments.map((segment) => {
      const { predicted, drift } = predictedOf(segment.id);
      const { prediction } = predicted;
      const { histogram: _histogram, ...summary } = summarise(0, bucketsOf(recent, segment.id, 0));
      const others = recent
        .filter((p) => p.segmentId === segment.id && p.part > 0)
        .map((p) => {
          const { histogram: _unused, ...part } = summarise(p.part, p.buckets);
          return part;
        });
      const ruling = ruleSegment({
        segment,
        parts: [summary, ...others],
        predicted,
        alarmRaised: alarmRaised(deployment.id, segment.id),
        drift,
      });
      const line = toSeries(
        { segmentId: segment.id, part: 0, buckets: bucketsOf(spark, segment.id, 0) },
        SPARKLINE_BUCKET_MS,
      );
      return {
        deploymentId: deployment.id,
        deploymentName: deployment.name,
        chainName: deployment.chainName,
        segmentId: segment.id,
        segmentName: segment.name,
        kind: segment.kind,
        plUs: segment.plUs,
        dlUs: segment.dlUs,
        verdict: ruling.verdict,
        ruling,
        residual: residual(summary.meanUs, prediction.meanUs),
        predicted: prediction,
        summary,
        sparkline: { startMs: line.startMs, p99Us: line.p99Us },
      };
    });
  };

  const get = async (deploymentId: string): Promise<Twin> => {
    const deployment = await deployments.get(deploymentId);
    const predictedOf = await followed(deployment);
    const segments = deployment.segments.map((segment) => {
      const { predicted, drift } = predictedOf(segment.id);
      return { segment, ...predicted, drift };
    });
    const { name, chainName, status, revision } = deployment;
    return { deploymentId, name, chainName, status, revision, segments };
  };

  return {
    get,
    ...createResiduals({ store, history, deployments }),
    ...createReplays({ store, deployments, predictor, driftSettings: settings.driftSettings }),
    ...createBranches({ readProgram, predictor }),
    driftSettings: settings.driftSettings,

    async setDriftSettings(next: DriftSettings): Promise<DriftSettings> {
      await settings.saveDriftSettings(next);
      deps.onSettings();
      return settings.driftSettings();
    },

    async windows(input: z.infer<typeof windowsInputSchema>): Promise<Windows> {
      await deployments.get(input.deploymentId);
      const [fromMs, toMs] = [Date.parse(input.range.from), Date.parse(input.range.to)];
      const bucketMs = chooseBucketMs(toMs - fromMs, input.maxPoints);
      const parts = await store.windows({
        deploymentId: input.deploymentId,
        segmentIds: input.segmentIds,
        parts: input.parts,
        fromMs,
        toMs,
        bucketMs,
      });
      return { bucketMs, series: parts.map((p) => toSeries(p, bucketMs)) };
    },

    async state(deploymentId: string, range: Range): Promise<SegmentState[]> {
      const deployment = await deployments.get(deploymentId);
      return stateOf(deployment, range, await violatedIn(deployment, range));
    },

    async overview(): Promise<OverviewRow[]> {
      const memo: EstimateMemo = new Map();
      const rows = (await Promise.all((await deployments.list()).map((d) => overviewOf(d, memo)))).flat();
      const share = (r: OverviewRow): number => (r.summary.p99Us ?? 0) / r.plUs;
      return rows.sort((a, b) => severity[a.verdict] - severity[b.verdict] || share(b) - share(a));
    },

    /** All that a report shows of a deployment over a range: predictions, states, events, and the series of every part. */
    async observe(deploymentId: string, from: Date, to: Date): Promise<JsonObject> {
      const range = { from: from.toISOString(), to: to.toISOString() };
      const deployment = await deployments.get(deploymentId);
      const bucketMs = chooseBucketMs(to.getTime() - from.getTime(), REPORT_POINTS);
      const inRange = await events.list({ deploymentId, ...range, limit: 1000 });
      const violated = (segmentId: string): boolean => inRange.some((e) => e.segmentId === segmentId);
      const [twin, states, parts] = await Promise.all([
        get(deploymentId),
        stateOf(deployment, range, violated),
        store.windows({ deploymentId, parts: "all", fromMs: from.getTime(), toMs: to.getTime(), bucketMs }),
      ]);
      const series = parts.map((p) => toSeries(p, bucketMs));
      return { range, bucketMs, twin, states, series, events: inRange };
    },

    /**
     * Frames from `lastEventId` on: subscribed first, then what was missed, then what comes. A window that closed just
     * before may still be on its way to the database, so the last seconds are sent once more when it must have arrived.
     */
    async *live(
      deploymentId: string,
      lastEventId: string | null,
      signal: AbortSignal,
    ): AsyncGenerator<LiveFrame> {
      const watch = hub.watch(deploymentId, signal);
      const deployment = await deployments.get(deploymentId);
      const nowMs = clock().getTime();
      const lastMs = lastEventId === null ? Number.NaN : Number(lastEventId);
      // a window may have been open when its frame was sent, so the second of the last frame is sent again
      if (Number.isFinite(lastMs))
        yield backfill(deployment.id, Math.max(lastMs - 2000, nowMs - MAX_BACKFILL_MS), nowMs);
      let complete = false;
      for await (const frame of watch) {
        yield frame;
        if (complete || frame.atMs < nowMs + STORED_AFTER_MS) continue;
        complete = true;
        yield backfill(deployment.id, nowMs - STORED_AFTER_MS - 2000, frame.atMs);
      }
    },
  };
}
export type TwinService = ReturnType<typeof createTwinService>;
