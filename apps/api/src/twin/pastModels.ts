import type { BoundSegment, SegmentPrediction } from "@p4twin/models/twin";
import type { Deployment } from "../deployments/schema.ts";
import type { DeploymentService } from "../deployments/service.ts";
import type { HistoryStore } from "./historyStore.ts";
import type { CurrentModel } from "./watched.ts";

/** A deployment as it stood at a moment: its thresholds, and what was predicted then. */
export type PastModels = {
  segments: BoundSegment[];
  /**
   * What stood then; before anything was kept (a deployment is seconds old, or its history was forgotten) the first
   * that was, whose time is then later. null: none is kept at all, and the prediction of now stands for it.
   */
  keptOf(segmentId: string): { atMs: number; predicted: SegmentPrediction } | null;
};

type Deps = { history: HistoryStore; deployments: Pick<DeploymentService, "thresholdsAt"> };

/** Goes back to a moment: thresholds by the audit of their changes, predictions as they were kept. */
export function createPastModels({ history, deployments }: Deps) {
  return async ({ id, segments }: Deployment, atMs: number): Promise<PastModels> => {
    const [kept, thresholds] = await Promise.all([
      history.newest(id, atMs),
      deployments.thresholdsAt(id, new Date(atMs)),
    ]);
    const first = segments.every((s) => kept.has(s.id)) ? kept : await history.oldest(id);
    return {
      segments: segments.map((segment) => ({ ...segment, ...thresholds.get(segment.id) })),
      keptOf(segmentId) {
        const one = kept.get(segmentId) ?? first.get(segmentId);
        return one ? { atMs: one.atMs, predicted: one.prediction } : null;
      },
    };
  };
}

/** The kept prediction where there is one. Elements that were bound since have none. */
export const modelThen = (
  kept: ReturnType<PastModels["keptOf"]>,
  segment: BoundSegment,
  now: CurrentModel,
): CurrentModel => {
  if (!kept) return { ...now, drift: null };
  const { predicted } = kept;
  const isSame = predicted.elementPredictions.length === segment.elements.length;
  return {
    predicted: isSame ? predicted : { ...predicted, elementPredictions: [], queues: [] },
    drift: null,
  };
};
