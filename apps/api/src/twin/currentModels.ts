import { type EstimateMemo, nothingMeasured, type Predictor } from "@p4twin/models/twin";
import type { Deployment } from "../deployments/schema.ts";
import { found } from "../shared/service.ts";
import type { HistoryStore } from "./historyStore.ts";
import type { TwinMonitor } from "./monitor.ts";
import type { CurrentModel } from "./watched.ts";

type Deps = { history: HistoryStore; predictor: Predictor; now: TwinMonitor["now"] };

/**
 * What is predicted of each segment at the load of now, and how its drift detector stands: from the monitor
 * where it runs in this process, else as it kept it; at the stated load where nobody has judged this model.
 */
export function createCurrentModels({ history, predictor, now }: Deps) {
  return async (
    deployment: Deployment,
    memo: EstimateMemo = new Map(),
  ): Promise<(segmentId: string) => CurrentModel> => {
    const all = new Map<string, CurrentModel>();
    for (const segment of deployment.segments) {
      const known = now(deployment.id, segment);
      if (known) all.set(segment.id, known);
    }
    const others = deployment.segments.filter(({ id }) => !all.has(id));
    if (others.length > 0) {
      const [newest, kept] = await Promise.all([
        history.newest(deployment.id),
        history.drifts(deployment.id),
      ]);
      const drifts = new Map(kept.map((d) => [d.segmentId, d]));
      await Promise.all(
        others.map(async (segment) => {
          const { basis, at } = await predictor.prepare(segment, memo);
          const prediction = newest.get(segment.id);
          const drift = drifts.get(segment.id);
          all.set(segment.id, {
            predicted: prediction?.basis === basis ? prediction.prediction : at(nothingMeasured),
            drift: drift?.basis === basis ? drift.state : null,
          });
        }),
      );
    }
    return (segmentId) => found(all.get(segmentId) ?? null, "segment", segmentId);
  };
}
