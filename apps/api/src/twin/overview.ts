import {
  type BoundSegment,
  type EstimateMemo,
  type Ruling,
  residual,
  ruleSegment,
  type Summary,
  summarise,
  toSeries,
} from "@p4twin/models/twin";
import type { Deployment } from "../deployments/schema.ts";
import type { DeploymentService } from "../deployments/service.ts";
import type { Clock } from "../shared/service.ts";
import type { createCurrentModels } from "./currentModels.ts";
import { type Incident, judgedWindows } from "./judged.ts";
import type { OverviewRow } from "./schema.ts";
import { bucketsOf, bySegment, summariesOf } from "./segmentParts.ts";
import type { TwinStore } from "./store.ts";

type Range = { from: string; to: string };
/** Which segments are over their budget, and the events that say so. */
export type Violated = { raised(segmentId: string): boolean; incidents: ReadonlyMap<string, Incident> };

type Deps = {
  store: TwinStore;
  deployments: Pick<DeploymentService, "list">;
  currentModels: ReturnType<typeof createCurrentModels>;
  violatedIn(deployment: Deployment, range: Range): Promise<Violated>;
  clock: Clock;
};

const OVERVIEW_MS = 60_000;
const SPARKLINE_MS = 15 * 60_000;
const SPARKLINE_BUCKET_MS = 15_000;
/** Segments of a deployment of which the overview looks for the element that stands out (our choice). */
const MAX_EXPLAINED = 200;

const severity = { violated: 0, drifts: 1, noData: 2, holds: 3 } as const;

/** Every segment in the last minute, the worst first. */
export function createOverview({ store, deployments, currentModels, violatedIn, clock }: Deps) {
  const overviewOf = async (deployment: Deployment, memo: EstimateMemo): Promise<OverviewRow[]> => {
    const predictedOf = await currentModels(deployment, memo);
    const nowMs = clock().getTime();
    const fine = { deploymentId: deployment.id, toMs: nowMs };
    const lastMinute = { ...fine, fromMs: nowMs - OVERVIEW_MS };
    const range = { from: new Date(lastMinute.fromMs).toISOString(), to: new Date(nowMs).toISOString() };
    const { raised, incidents } = await violatedIn(deployment, range);
    const [recent, spark] = await Promise.all([
      judgedWindows(store, { ...lastMinute, parts: [0] }, incidents),
      store.windows({ ...fine, parts: [0], fromMs: nowMs - SPARKLINE_MS, bucketMs: SPARKLINE_BUCKET_MS }),
    ]);
    const [recentOf, sparkOf] = [bySegment(recent), bySegment(spark)];
    const rulingOf = (segment: BoundSegment, parts: readonly Summary[]): Ruling =>
      ruleSegment({
        segment,
        parts,
        ...predictedOf(segment.id),
        alarmRaised: raised(segment.id),
        event: incidents.get(segment.id)?.event ?? null,
      });
    const judged = deployment.segments.map((segment) => {
      const { histogram: _histogram, ...summary } = summarise(0, bucketsOf(recentOf(segment.id), 0));
      return { segment, summary, ruling: rulingOf(segment, [summary]) };
    });
    // which element stands out is asked only where something does
    const odd = judged.filter(({ ruling }) => ruling.cause !== null).slice(0, MAX_EXPLAINED);
    if (odd.length > 0) {
      const segmentIds = odd.map(({ segment }) => segment.id);
      const partsOf = bySegment(
        await judgedWindows(store, { ...lastMinute, segmentIds, parts: "all" }, incidents),
      );
      for (const each of odd)
        each.ruling = rulingOf(each.segment, [each.summary, ...summariesOf(partsOf(each.segment.id))]);
    }
    return judged.map(({ segment, summary, ruling }) => {
      const { prediction } = predictedOf(segment.id).predicted;
      const line = toSeries(
        { segmentId: segment.id, part: 0, buckets: bucketsOf(sparkOf(segment.id), 0) },
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

  return async (): Promise<OverviewRow[]> => {
    const memo: EstimateMemo = new Map();
    const rows = (await Promise.all((await deployments.list()).map((d) => overviewOf(d, memo)))).flat();
    const share = (r: OverviewRow): number => (r.summary.p99Us ?? 0) / r.plUs;
    return rows.sort((a, b) => severity[a.verdict] - severity[b.verdict] || share(b) - share(a));
  };
}
