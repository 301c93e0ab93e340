import { significantText } from "../../core/index.ts";
import type { DeviceProfile, HopSample } from "../../device/index.ts";
import type { Histogram } from "../../telemetry/index.ts";
import type { TailShape } from "../predict/delays.ts";
import type { BoundSegment, Element } from "../segment/boundSegment.ts";
import { measuredLoad } from "../segment/measuredLoad.ts";
import type { Predictor } from "../segment/predictor.ts";
import { hopSample } from "./hopSample.ts";
import { calmTail, type PassedQueue, unqueued, varianceOf } from "./unqueued.ts";

type SwitchElement = Extract<Element, { kind: "switch" }>;

export type ObservedHops = {
  samples: (HopSample & { place: string })[];
  /** percentiles of packets that met no queue as multiples of their mean; null where none says */
  tail: TailShape | null;
  notes: string[];
};

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

/** A stay that was observed, with what is predicted of it. */
type Stay = {
  place: string;
  /** a switch of the cloud over the range is one run */
  run: string;
  element: SwitchElement & { program: string };
  seen: { count: number; meanUs: number; histogram: Histogram | null };
  /** waits and other parts that a refit does not explain, of them the queue's */
  othersUs: number;
  queue: PassedQueue | null;
};

/**
 * Every stay in a switch of this profile that the windows show, as a sample of the refit, by its mean. Behind a queue
 * the wait is taken out at the load that was measured over the range (`unqueued`), with the tail that stays without a
 * queue show, else the profile's; where only means were kept, the wait is the predicted one. `notes` name each place
 * where that is so.
 */
export async function observedHops(
  deployments: readonly ObservedDeployment[],
  profile: DeviceProfile,
  predictor: Pick<Predictor, "predict" | "pathOf">,
): Promise<ObservedHops> {
  const samples: ObservedHops["samples"] = [];
  const notes = new Set<string>();
  const stays = (await Promise.all(deployments.map((each) => staysOf(each, profile, predictor)))).flat();
  const tail = tailOver(stays);
  for (const { place, run, element, seen, othersUs, queue } of stays) {
    if (element.path === "mean")
      notes.add(`${place}: its packets take several paths, so it says nothing about single coefficients`);
    const named = await predictor.pathOf(element);
    if (!named) continue;
    const known = queue && seen.histogram && unqueued(seen.histogram, queue, tail ?? shapeOf(profile));
    const waitUs = othersUs - (known && queue ? queue.waitUs : 0);
    if (known?.by === "idle")
      notes.add(
        `${place}: only the fastest ${Math.round((100 * known.packets) / seen.count)} % of the packets count, those that met no queue`,
      );
    if (known?.by === "all" && queue && queue.waitUs > 0)
      notes.add(
        `${place}: ${significantText(queue.waitUs, 3)} us of wait are taken off the mean as predicted`,
      );
    if (waitUs > 0) notes.add(`${place}: ${significantText(waitUs, 3)} us of wait are taken as predicted`);
    if (element.path === "max" || element.path === "min")
      notes.add(
        `${place}: packets are taken to go the ${element.path === "max" ? "slowest" : "fastest"} path`,
      );
    const { count, meanUs, histogram } = seen;
    const observed = known ?? {
      ...{ packets: count, meanUs },
      varianceUs2: histogram && varianceOf(histogram, meanUs),
    };
    const sample = hopSample(element.program, named.path, profile, { ...observed, run, waitUs });
    if (sample) samples.push({ ...sample, place });
  }
  return { samples, tail, notes: [...notes] };
}

async function staysOf(
  { name, segments, seconds, observed }: ObservedDeployment,
  profile: DeviceProfile,
  predictor: Pick<Predictor, "predict">,
): Promise<Stay[]> {
  const measured = measuredLoad(
    segments.map((segment) => {
      const { count } = observed(segment.id, 0);
      return { segment, rate: count > 0 ? { packets: count, seconds } : null };
    }),
  );
  const stays: Stay[] = [];
  for (const segment of segments) {
    if (!segment.elements.some((e) => isSwitchOf(e, profile.id))) continue;
    const predicted = await predictor.predict(segment, measured);
    segment.elements.forEach((element, i) => {
      if (!isSwitchOf(element, profile.id) || !element.program) return;
      const { histogram, count, meanUs } = observed(segment.id, i + 1);
      if (meanUs === null) return;
      const others = (predicted.elementPredictions[i]?.terms ?? []).filter((t) =>
        KNOWN_OTHERWISE.has(t.kind),
      );
      const { utilisation = null, servedPps = null } = predicted.queues.find((q) => q.element === i) ?? {};
      const wait = others.find((t) => t.kind === "queue");
      const known = utilisation !== null && servedPps !== null && wait !== undefined;
      stays.push({
        place: `${name}: ${segment.name}, ${element.label}`,
        run: `${name} ${element.nodeId}`,
        element: { ...element, program: element.program },
        seen: { count, meanUs, histogram },
        othersUs: others.reduce((sum, t) => sum + t.us, 0),
        queue: known
          ? {
              ...{ utilisation, serviceUs: 1e6 / servedPps, waitUs: wait.us },
              waitErrorUs: (wait.highUs ?? 2 * wait.us) - wait.us,
            }
          : null,
      });
    });
  }
  return stays;
}

/** The tail that stays without a wait show, each by its packets; null where none does. */
function tailOver(stays: readonly Stay[]): TailShape | null {
  const shown = stays.flatMap(({ seen, queue }) => {
    const shape = seen.histogram && calmTail(seen.histogram, queue?.utilisation ?? 0);
    return shape ? [{ shape, packets: seen.count }] : [];
  });
  const packets = shown.reduce((sum, each) => sum + each.packets, 0);
  if (packets === 0) return null;
  const middle = (name: keyof TailShape): number =>
    Math.exp(shown.reduce((sum, each) => sum + each.packets * Math.log(each.shape[name]), 0) / packets);
  return { p50: middle("p50"), p95: middle("p95"), p99: middle("p99") };
}

const shapeOf = ({ tail }: DeviceProfile): TailShape | null =>
  tail && { p50: tail.p50.value, p95: tail.p95.value, p99: tail.p99.value };
