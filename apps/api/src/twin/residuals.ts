import { chooseBucketMs, NOMINAL_COVERAGE, residualColumns, residualsOver } from "@p4twin/models/twin";
import type { z } from "zod";
import type { DeploymentService } from "../deployments/service.ts";
import type { HistoryStore } from "./historyStore.ts";
import type { Residuals, residualsInputSchema } from "./residualSchema.ts";
import type { TwinStore } from "./store.ts";

type Deps = {
  store: TwinStore;
  history: HistoryStore;
  deployments: Pick<DeploymentService, "get">;
};

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
        const { windows, coverage, calibration, packetsAbove, bias } = residualsOver(buckets, bucketMs, own);
        const residuals = residualColumns(buckets, windows, input.maxPoints);
        const drift = drifts.find((d) => d.segmentId === segmentId)?.state;
        return {
          segmentId,
          residuals,
          held: residuals,
          coverage,
          calibration,
          packetsAbove,
          bias,
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
