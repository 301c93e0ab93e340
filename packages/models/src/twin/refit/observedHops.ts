import type { DeviceProfile, HopSample } from "../../device/index.ts";
import type { Histogram } from "../../telemetry/index.ts";
import type { BoundSegment, Element } from "../segment/boundSegment.ts";
import { measuredLoad } from "../segment/measuredLoad.ts";
import type { Predictor } from "../segment/predictor.ts";
import { hopSample } from "./hopSample.ts";
import { unqueued } from "./unqueued.ts";

type SwitchElement = Extract<Element, { kind: "switch" }>;

export type ObservedHops = { samples: (HopSample & { place: string })[]; notes: string[] };

/** What was seen of a part over a range; `histogram` null where only its mean was kept. */
type PartObservation = { count: number; meanUs: number | null; histogram: Histogram | null };

/** A deployment with what was observed of it: part 0 of a segment is the whole, part i its i-th element. */
export type ObservedDeployment = {
  name: string;
  segments: readonly BoundSegment[];
  /** of the range, for the load of its queues */
  seconds: number;
  observed(segmentId: string, part: number): PartObservation;
};

/** Terms of a prediction that a refit does not explain: waits, effects of flows, the controller's share. */
const KNOWN_OTHERWISE = new Set(["queue", "flows", "controller"]);

/** Is this a switch of the profile, whatever its version? */
export const isSwitchOf = (element: Element, profileId: string): element is SwitchElement =>
  element.kind === "switch" && element.device?.replace(/@\d+$/, "") === profileId;

/**
 * Every stay in a switch of this profile that the windows show, as a sample of the refit. Behind a queue only the
 * packets that met an idle server count, at the load that was measured over the range; where these cannot be told
 * apart, also because only means were kept, the wait is the predicted one. `notes` name each place where that is so.
 */
export async function observedHops(
  deployments: readonly ObservedDeployment[],
  profile: DeviceProfile,
  predictor: Pick<Predictor, "predict" | "pathOf">,
): Promise<ObservedHops> {
  const samples: ObservedHops["samples"] = [];
  const notes = new Set<string>();
  for (const { name, segments, seconds, observed } of deployments) {
    const measured = measuredLoad(
      segments.map((segment) => {
        const { count } = observed(segment.id, 0);
        return { segment, rate: count > 0 ? { packets: count, seconds } : null };
      }),
    );
    for (const segment of segments) {
      if (!segment.elements.some((e) => isSwitchOf(e, profile.id))) continue;
      const predicted = await predictor.predict(segment, measured);
      for (const [i, element] of segment.elements.entries()) {
        if (!isSwitchOf(element, profile.id) || !element.program) continue;
        const { histogram, count, meanUs } = observed(segment.id, i + 1);
        const named = meanUs === null ? null : await predictor.pathOf(element);
        if (meanUs === null || !named) continue;
        const utilisation = predicted.queues.find((q) => q.element === i)?.utilisation;
        const idle = utilisation && histogram ? unqueued(histogram, utilisation) : null;
        const waits = (predicted.elementPredictions[i]?.terms ?? []).filter(
          (t) => KNOWN_OTHERWISE.has(t.kind) && !(idle && t.kind === "queue"),
        );
        const waitUs = waits.reduce((sum, t) => sum + t.us, 0);
        const place = `${name}: ${segment.name}, ${element.label}`;
        if (idle)
          notes.add(
            `${place}: only the fastest ${Math.round((100 * idle.packets) / count)} % of the packets count, those that met no queue`,
          );
        if (waitUs > 0) notes.add(`${place}: ${waitUs.toPrecision(3)} us of wait are taken as predicted`);
        if (element.path === "max" || element.path === "min")
          notes.add(
            `${place}: packets are taken to go the ${element.path === "max" ? "slowest" : "fastest"} path`,
          );
        const varianceUs2 = histogram && varianceOf(histogram, meanUs);
        const seen = idle ?? { packets: count, meanUs, varianceUs2 };
        const sample = hopSample(element.program, named.path, profile, { ...seen, waitUs });
        if (sample) samples.push({ ...sample, place });
      }
    }
  }
  return { samples, notes: [...notes] };
}

/** Variance of a histogram around its mean, within the width of its buckets; null for fewer than two values. */
function varianceOf(histogram: Histogram, meanUs: number): number | null {
  if (histogram.count < 2) return null;
  let sum = 0;
  histogram.forEachBucket((us, count) => {
    sum += count * (us - meanUs) ** 2;
  });
  return sum / (histogram.count - 1);
}
