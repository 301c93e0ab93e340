import {
  type BoundSegment,
  type Bucket,
  chooseBucketMs,
  type DriftSettings,
  defaultAlarm,
  type Element,
  loadParts,
  loadsOver,
  observedWindow,
  type Predictor,
  replaySegment,
  residualColumns,
  ruleSegment,
  type StoredWindow,
  type Summary,
  sharingQueues,
  summarise,
} from "@p4twin/models/twin";
import type { z } from "zod";
import type { DeploymentService } from "../deployments/service.ts";
import { DomainError, notFound } from "../errors.ts";
import type { Replay, ReplaySide, replayInputSchema } from "./residualSchema.ts";
import type { TwinStore } from "./store.ts";

type Deps = {
  store: TwinStore;
  deployments: Pick<DeploymentService, "get">;
  predictor: Predictor;
  driftSettings(): Promise<DriftSettings>;
};
type Input = z.infer<typeof replayInputSchema>;
type Model = Input["model"];

/** Windows that a replay steps through at most, and the longest range (our choice: a second of work). */
const MAX_STEPS = 7_200;
const MAX_RANGE_MS = 31 * 86_400_000;

/** What would have happened: stored windows through another profile, program, engine or pair of limits. */
export function createReplays({ store, deployments, predictor, driftSettings }: Deps) {
  return {
    async replay(input: Input): Promise<Replay> {
      const deployment = await deployments.get(input.deploymentId);
      const segment = deployment.segments.find(({ id }) => id === input.segmentId);
      if (!segment) throw notFound("segment", input.segmentId);
      const [fromMs, toMs] = [Date.parse(input.range.from), Date.parse(input.range.to)];
      if (toMs - fromMs > MAX_RANGE_MS)
        throw new DomainError("bad_input", "A replay takes 31 days at most. Choose a shorter range.");
      const changed = withModel(segment, input.model);
      const bucketMs = chooseBucketMs(toMs - fromMs, MAX_STEPS);
      const neighbours = sharingQueues(deployment.segments, segment);
      const { deploymentId } = input;
      const [neighbouring, parts, settings] = await Promise.all([
        store.windows({
          deploymentId,
          segmentIds: neighbours.map(({ id }) => id),
          parts: [...new Set(neighbours.flatMap(loadParts))],
          fromMs,
          toMs,
          bucketMs,
        }),
        store.windows({
          deploymentId,
          segmentIds: [segment.id],
          parts: "all",
          fromMs,
          toMs,
          bucketMs: null,
        }),
        driftSettings(),
      ]);
      const buckets = neighbouring.find((p) => p.segmentId === segment.id && p.part === 0)?.buckets ?? [];
      const loads = loadsOver(neighbours, neighbouring, bucketMs);
      const summaries = parts.map((p): Summary => {
        const { histogram: _histogram, ...summary } = summarise(p.part, p.buckets);
        return summary;
      });
      const side = async (bound: BoundSegment, drift: DriftSettings): Promise<ReplaySide> => {
        const prepared = await predictor.prepare(bound);
        const { plUs, dlUs } = bound;
        const replay = replaySegment(
          buckets.map((b) => storedWindow(b, bucketMs)),
          {
            predictionOf: ({ startMs }) => prepared.at(loads.at(startMs)).prediction,
            plUs,
            dlUs,
            alarm: bound.alarm ?? defaultAlarm(plUs),
            drift,
          },
        );
        const predicted = prepared.at(loads.overall);
        const {
          coverage,
          calibration,
          packetsAbove,
          bias,
          packets,
          dropped,
          shareAbovePl,
          shareAboveDl,
          alarms,
          drifts,
        } = replay;
        const residuals = residualColumns(buckets, replay.windows, input.maxPoints);
        return {
          residuals,
          held: residuals,
          coverage,
          calibration,
          packetsAbove,
          bias,
          packets,
          dropped,
          plUs,
          dlUs,
          shareAbovePl,
          shareAboveDl,
          alarms,
          drifts,
          ruling: ruleSegment({
            segment: bound,
            parts: summaries,
            predicted,
            alarmRaised: alarms.length > 0,
            event: null,
            drift: replay.driftState,
          }),
          notes: predicted.prediction.notes,
        };
      };
      return {
        stepMs: bucketMs,
        exact: bucketMs === 1000,
        asBound: await side(segment, settings),
        replayed: await side(changed, input.model.drift ?? settings),
      };
    },
  };
}

const storedWindow = (bucket: Bucket, bucketMs: number): StoredWindow => ({
  ...observedWindow(bucket, bucketMs),
  percentileUs: (share) => bucket.histogram.quantileUs(share),
});

/** The segment as the replay has it; a label that no switch has, or PL above DL, is refused. */
function withModel(segment: BoundSegment, model: Model): BoundSegment {
  const { devices = {}, programs = {}, engine } = model;
  const labels = new Set(segment.elements.flatMap((e) => (e.kind === "switch" ? [e.label] : [])));
  for (const label of [...Object.keys(devices), ...Object.keys(programs)])
    if (!labels.has(label))
      throw new DomainError(
        "bad_input",
        `No switch of this segment is called ${label}; there are ${[...labels].join(", ") || "none"}.`,
      );
  const plUs = model.plUs ?? segment.plUs;
  const dlUs = model.dlUs ?? segment.dlUs;
  if (plUs > dlUs)
    throw new DomainError(
      "bad_input",
      "PL must be at most DL: a packet is given priority before it is dropped.",
    );
  const elements = segment.elements.map((e): Element => {
    if (e.kind !== "switch") return e;
    const { program, device } = e;
    return {
      ...e,
      device: devices[e.label] ?? device,
      program: programs[e.label] ?? program,
      engine: engine ?? e.engine,
    };
  });
  // a rule of its own stays, a default one follows PL
  return { ...segment, plUs, dlUs, alarm: model.alarm ?? segment.alarm, elements };
}
