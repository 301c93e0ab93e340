import { holdAgainst, NOMINAL_COVERAGE, type ObservedWindow } from "@p4twin/models/twin";
import type { z } from "zod";
import type { DeploymentService } from "../deployments/service.ts";
import { heldColumns } from "./heldColumns.ts";
import type { Residuals, residualsInputSchema } from "./heldSchema.ts";
import type { HistoryStore, PredictionAt } from "./historyStore.ts";
import type { Bucket, TwinStore } from "./store.ts";
import { chooseBucketMs } from "./summary.ts";

type Deps = {
  store: TwinStore;
  history: HistoryStore;
  deployments: Pick<DeploymentService, "get">;
};

/** A stored bucket as a window beside a prediction. */
export const observedWindow = (bucket: Bucket, bucketMs: number): ObservedWindow => ({
  startMs: bucket.startMs,
  lengthS: bucketMs / 1000,
  count: bucket.histogram.count,
  meanUs: bucket.histogram.meanUs(),
  p50Us: bucket.histogram.quantileUs(0.5),
  p99Us: bucket.histogram.quantileUs(0.99),
  dropped: bucket.dropped,
});

/** Residuals over time: windows held against the predictions that stood then. */
export function createResiduals({ store, history, deployments }: Deps) {
  return {
    async residuals(input: z.infer<typeof residualsInputSchema>): Promise<Residuals> {
      const deployment = await deployments.get(input.deploymentId);
      const [fromMs, toMs] = [Date.parse(input.range.from), Date.parse(input.range.to)];
      const bucketMs = chooseBucketMs(toMs - fromMs, input.maxPoints);
      const wanted = deployment.segments.filter(
        ({ id }) => !input.segmentIds || input.segmentIds.includes(id),
      );
      const { deploymentId } = input;
      const segmentIds = wanted.map(({ id }) => id);
      const [parts, predictions, drifts] = await Promise.all([
        store.windows({ deploymentId, segmentIds, parts: [0], fromMs, toMs, bucketMs }),
        history.between(deploymentId, fromMs, toMs),
        history.drifts(deploymentId),
      ]);
      const segments = wanted.map(({ id: segmentId }) => {
        const own = predictions.filter((p) => p.segmentId === segmentId);
        const buckets = parts.find((p) => p.segmentId === segmentId)?.buckets ?? [];
        const held = holdAgainst(
          buckets.map((b) => observedWindow(b, bucketMs)),
          ({ startMs }) => predictionAt(own, startMs + bucketMs / 2),
        );
        const drift = drifts.find((d) => d.segmentId === segmentId)?.state;
        return {
          segmentId,
          held: heldColumns(buckets, held.windows, input.maxPoints),
          coverage: held.coverage,
          bias: held.bias,
          drift: drift ? { phase: drift.phase, sinceMs: drift.sinceMs, shift: drift.shift } : null,
          predictions: own
            .map(({ atMs, meanUs, basis }, i) => {
              const before = own[i - 1];
              return { atMs, meanUs, basisChanged: before !== undefined && before.basis !== basis };
            })
            .filter(({ atMs }) => atMs >= fromMs),
        };
      });
      return { bucketMs, nominalCoverage: NOMINAL_COVERAGE, segments };
    },
  };
}

/** The prediction that stood at an instant, of one segment's, oldest first; null before the first. */
function predictionAt(own: readonly PredictionAt[], atMs: number) {
  let [low, high] = [0, own.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((own[middle]?.atMs ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  const found = own[low - 1];
  if (!found) return null;
  const { meanUs, lowUs, highUs } = found;
  return { meanUs, lowUs, highUs, terms: [], notes: [] };
}
