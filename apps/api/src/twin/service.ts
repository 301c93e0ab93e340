import {
  type BoundSegment,
  chooseBucketMs,
  type DriftSettings,
  type Predictor,
  type Residual,
  residual,
  ruleSegment,
  summarise,
  toDistribution,
  toSeries,
} from "@p4twin/models/twin";
import type { z } from "zod";
import type { Deployment } from "../deployments/schema.ts";
import type { DeploymentService } from "../deployments/service.ts";
import type { EventService } from "../events/service.ts";
import type { LiveHub } from "../live/hub.ts";
import type { ReadProgram } from "../programs/readProgram.ts";
import type { JsonObject } from "../shared/schemas.ts";
import type { Clock } from "../shared/service.ts";
import { createBranches } from "./branches.ts";
import { createCurrentModels } from "./currentModels.ts";
import type { HistoryStore } from "./historyStore.ts";
import { judgedFromMs, judgedWindows, lastIncidents } from "./judged.ts";
import { createLiveFrames } from "./liveFrames.ts";
import type { TwinMonitor } from "./monitor.ts";
import { createOverview, type Violated } from "./overview.ts";
import { createPastModels, modelThen } from "./pastModels.ts";
import { createReplays } from "./replays.ts";
import { createResiduals } from "./residuals.ts";
import type { ObservedWindows, SegmentState, Twin, windowsInputSchema } from "./schema.ts";
import { bucketsOf, bySegment, summariesOf } from "./segmentParts.ts";
import type { TwinSettings } from "./settings.ts";
import type { TwinStore } from "./store.ts";

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
  /** what this process knows of a segment because it watches it */
  now: TwinMonitor["now"];
  /** settings changed: who watches takes them over */
  onSettings(): void;
  clock: Clock;
};
type Range = { from: string; to: string };

/** Points of a line in a report: as many as a printed page can show. */
const REPORT_POINTS = 300;
/** A range that ended this recently is the present. */
const NOW_MS = 5_000;

/** Predicted latency beside observed latency, per segment. */
export function createTwinService(deps: Deps) {
  const { store, deployments, predictor, history, hub, events, alarmRaised, clock } = deps;
  const { readProgram, settings } = deps;

  const currentModels = createCurrentModels({ history, predictor, now: deps.now });
  const pastModels = createPastModels({ history, deployments });

  const isNow = ({ to }: Range): boolean => Date.parse(to) > clock().getTime() - NOW_MS;

  /**
   * Which segments were over their budget: now, where the range ends now; else those with an event open in the range.
   */
  const violatedIn = async ({ id }: Deployment, range: Range): Promise<Violated> => {
    const inRange = await events.ofSegments({ deploymentId: id, ...range, limit: 1000 });
    if (isNow(range)) {
      const raised = (segmentId: string): boolean => alarmRaised(id, segmentId);
      return { raised, incidents: lastIncidents(inRange, raised) };
    }
    const segments = new Set(inRange.map((e) => e.segmentId));
    return { raised: (segmentId) => segments.has(segmentId), incidents: new Map() };
  };

  /** What is predicted of each segment now, or was at a past moment. */
  const modelsAt = async (deployment: Deployment, atMs: number | null) => {
    const predictedOf = await currentModels(deployment);
    const past = atMs === null ? null : await pastModels(deployment, atMs);
    return {
      segments: past?.segments ?? deployment.segments,
      modelOf: (segment: BoundSegment) => {
        const now = predictedOf(segment.id);
        const kept = past?.keptOf(segment.id) ?? null;
        const predictedAt = kept && new Date(kept.atMs).toISOString();
        return { ...(past ? modelThen(kept, segment, now) : now), predictedAt };
      },
    };
  };

  const stateOf = async (
    deployment: Deployment,
    { from, to }: Range,
    { raised, incidents }: Violated,
  ): Promise<SegmentState[]> => {
    const query = {
      deploymentId: deployment.id,
      parts: "all" as const,
      fromMs: Date.parse(from),
      toMs: Date.parse(to),
    };
    const partsOf = bySegment(await judgedWindows(store, query, incidents));
    const { segments, modelOf } = await modelsAt(deployment, isNow({ from, to }) ? null : query.toMs);
    return segments.map((segment) => {
      // how the detector stands now says nothing about the past
      const { predicted, drift } = modelOf(segment);
      const { prediction, elementPredictions } = predicted;
      const own = partsOf(segment.id);
      const { histogram, ...whole } = summarise(0, bucketsOf(own, 0));
      const elements = segment.elements.map((_, i) => {
        const { histogram: _histogram, ...summary } = summarise(i + 1, bucketsOf(own, i + 1));
        return summary;
      });
      const ruling = ruleSegment({
        segment,
        parts: [whole, ...summariesOf(own)],
        predicted,
        alarmRaised: raised(segment.id),
        event: incidents.get(segment.id)?.event ?? null,
        drift,
      });
      return {
        segmentId: segment.id,
        verdict: ruling.verdict,
        ruling,
        residual: residual(whole.meanUs, prediction.meanUs),
        alarmRaised: raised(segment.id),
        judgedS: (query.toMs - judgedFromMs(query, incidents.get(segment.id))) / 1000,
        parts: [whole, ...elements],
        elementResiduals: elements.map((e, i): Residual | null =>
          residual(e.meanUs, elementPredictions[i]?.meanUs ?? null),
        ),
        distribution: toDistribution(histogram),
      };
    });
  };

  const get = async (deploymentId: string, at?: string): Promise<Twin> => {
    const deployment = await deployments.get(deploymentId);
    const then = await modelsAt(deployment, at === undefined ? null : Date.parse(at));
    const segments = then.segments.map((segment) => {
      const { predicted, drift, predictedAt } = then.modelOf(segment);
      return { segment, ...predicted, drift, predictedAt };
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

    async windows(input: z.infer<typeof windowsInputSchema>): Promise<ObservedWindows> {
      const { segments } = await deployments.get(input.deploymentId);
      const [fromMs, toMs] = [Date.parse(input.range.from), Date.parse(input.range.to)];
      const bucketMs = chooseBucketMs(toMs - fromMs, input.maxPoints);
      const [parts, kept] = await Promise.all([
        store.windows({
          deploymentId: input.deploymentId,
          segmentIds: input.segmentIds,
          parts: input.parts,
          fromMs,
          toMs,
          bucketMs,
        }),
        history.between(input.deploymentId, fromMs, toMs),
      ]);
      const isAsked = ({ segmentId }: { segmentId: string }): boolean =>
        input.segmentIds?.includes(segmentId) ?? segments.some(({ id }) => id === segmentId);
      const predictions = kept.filter(isAsked).map(({ segmentId, atMs, meanUs, lowUs, highUs }) => ({
        ...{ segmentId, atMs, meanUs, lowUs, highUs },
      }));
      return { bucketMs, series: parts.map((p) => toSeries(p, bucketMs)), predictions };
    },

    async state(deploymentId: string, range: Range): Promise<SegmentState[]> {
      const deployment = await deployments.get(deploymentId);
      return stateOf(deployment, range, await violatedIn(deployment, range));
    },

    overview: createOverview({ store, deployments, currentModels, violatedIn, clock }),

    /**
     * All that a report shows of a deployment over a range: predictions, states, events, and the series of every part.
     */
    async observe(deploymentId: string, from: Date, to: Date): Promise<JsonObject> {
      const range = { from: from.toISOString(), to: to.toISOString() };
      const deployment = await deployments.get(deploymentId);
      const bucketMs = chooseBucketMs(to.getTime() - from.getTime(), REPORT_POINTS);
      const inRange = await events.ofSegments({ deploymentId, ...range, limit: 1000 });
      const violated: Violated = {
        raised: (segmentId) => inRange.some((e) => e.segmentId === segmentId),
        incidents: new Map(),
      };
      const [twin, states, parts] = await Promise.all([
        get(deploymentId, isNow(range) ? undefined : range.to),
        stateOf(deployment, range, violated),
        store.windows({ deploymentId, parts: "all", fromMs: from.getTime(), toMs: to.getTime(), bucketMs }),
      ]);
      const series = parts.map((p) => toSeries(p, bucketMs));
      return { range, bucketMs, twin, states, series, events: inRange };
    },

    live: createLiveFrames({ store, deployments, hub, clock }),
  };
}
