import type { DeviceProfile, HopSample } from "@p4twin/models/device";
import type { Histogram } from "@p4twin/models/telemetry";
import { hopSample, unqueued } from "@p4twin/models/twin";
import type { Element } from "../deployments/schema.ts";
import type { DeploymentService } from "../deployments/service.ts";
import { measuredLoad } from "../twin/loadBook.ts";
import type { Predictor } from "../twin/predictor.ts";
import type { TwinStore } from "../twin/store.ts";
import { summarise } from "../twin/summary.ts";

type SwitchElement = Extract<Element, { kind: "switch" }>;

export type ObservedHops = { samples: (HopSample & { place: string })[]; notes: string[] };

type Deps = {
  store: TwinStore;
  deployments: Pick<DeploymentService, "list">;
  predictor: Predictor;
};
type Range = { from: string; to: string };

/** Terms of a prediction that a refit does not explain: waits, effects of flows, the controller's share. */
const KNOWN_OTHERWISE = new Set(["queue", "flows", "controller"]);

/**
 * Every stay in a switch of this profile that live windows of the range show, as a sample of the refit.
 * Behind a queue only the packets that met an idle server count, at the load that was measured over the
 * range; where these cannot be told apart the wait is the predicted one. Both are told.
 */
export async function observedHops(
  { store, deployments, predictor }: Deps,
  profile: DeviceProfile,
  { from, to }: Range,
  deploymentIds: readonly string[] | undefined,
): Promise<ObservedHops> {
  const samples: ObservedHops["samples"] = [];
  const notes = new Set<string>();
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  const isOf = (e: Element): e is SwitchElement => e.kind === "switch" && baseId(e.device) === profile.id;
  const wanted = (await deployments.list()).filter(
    (d) => (!deploymentIds || deploymentIds.includes(d.id)) && d.segments.some((s) => s.elements.some(isOf)),
  );
  for (const deployment of wanted) {
    const parts = await store.windows({
      deploymentId: deployment.id,
      parts: "all",
      fromMs,
      toMs,
      bucketMs: null,
    });
    const summaryOf = (segmentId: string, part: number) =>
      summarise(part, parts.find((p) => p.segmentId === segmentId && p.part === part)?.buckets ?? []);
    const seconds = (toMs - fromMs) / 1000;
    const measured = measuredLoad(
      deployment.segments.map((segment) => ({ deploymentId: deployment.id, segment })),
      (_, segmentId) => {
        const { count } = summaryOf(segmentId, 0);
        return count > 0 ? { packets: count, seconds } : null;
      },
    );
    for (const segment of deployment.segments) {
      const predicted = segment.elements.some(isOf) ? await predictor.predict(segment, measured) : null;
      for (const [i, element] of segment.elements.entries()) {
        if (!isOf(element) || !element.program) continue;
        const { histogram, count, meanUs } = summaryOf(segment.id, i + 1);
        const named = meanUs === null ? null : await predictor.pathOf(element);
        if (meanUs === null || !named) continue;
        const queue = predicted?.queues.find((q) => q.element === i);
        const idle = queue?.utilisation ? unqueued(histogram, queue.utilisation) : null;
        const waits = (predicted?.elementPredictions[i]?.terms ?? []).filter(
          (t) => KNOWN_OTHERWISE.has(t.kind) && !(idle && t.kind === "queue"),
        );
        const waitUs = waits.reduce((sum, t) => sum + t.us, 0);
        const place = `${deployment.name}: ${segment.name}, ${element.label}`;
        if (idle)
          notes.add(
            `${place}: only the fastest ${Math.round((100 * idle.packets) / count)} % of the packets count, those that met no queue`,
          );
        if (waitUs > 0) notes.add(`${place}: ${waitUs.toPrecision(3)} us of wait are taken as predicted`);
        if (element.path === "max" || element.path === "min")
          notes.add(
            `${place}: packets are taken to go the ${element.path === "max" ? "slowest" : "fastest"} path`,
          );
        const seen = idle ?? { packets: count, meanUs, varianceUs2: varianceOf(histogram, meanUs) };
        const sample = hopSample(element.program, named.path, profile, { ...seen, waitUs });
        if (sample) samples.push({ ...sample, place });
      }
    }
  }
  return { samples, notes: [...notes] };
}

/** `id` of `id` or `id@version`. */
const baseId = (ref: string | null): string | null => ref?.replace(/@\d+$/, "") ?? null;

/** Variance of a histogram around its mean, within the width of its buckets; null for fewer than two values. */
function varianceOf(histogram: Histogram, meanUs: number): number | null {
  if (histogram.count < 2) return null;
  let sum = 0;
  histogram.forEachBucket((us, count) => {
    sum += count * (us - meanUs) ** 2;
  });
  return sum / (histogram.count - 1);
}
