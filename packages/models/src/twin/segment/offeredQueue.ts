import type { DeviceProfile } from "../../device/index.ts";
import { offeredLoad } from "../predict/offeredLoad.ts";
import type { Prediction } from "../predict/prediction.ts";
import type { QueueLoad } from "../predict/queueWait.ts";
import type { SwitchEstimate } from "../predict/switchInput.ts";
import type { BoundSegment, Element } from "./boundSegment.ts";
import { queueKeyAt } from "./elements.ts";
import type { MeasuredLoad } from "./measuredLoad.ts";
import type { QueueState } from "./segmentPrediction.ts";

export type OfferedQueue = {
  load: QueueLoad;
  pps: number;
  source: QueueState["source"];
  note: string | null;
};

/** The queue of an element with what is offered to it now. */
export function loadOf(segment: BoundSegment, index: number, measured: MeasuredLoad): OfferedQueue | null {
  const element = segment.elements[index];
  if (element?.kind !== "switch" || !element.queue) return null;
  const { ratePps, offeredPps, backgroundPps, capacity, server, depthIn, arrivals, priority } = element.queue;
  const { pps: measuredPps, depth } = measured(queueKeyAt(segment, index));
  const { pps, source, note } = offeredLoad({
    offeredPps,
    backgroundPps: backgroundPps ?? null,
    measuredPps,
  });
  const load: QueueLoad =
    server === "device"
      ? { server: "device", offeredPps: pps, arrivals: arrivals ?? null }
      : {
          ...{ ratePps, offeredPps: pps, capacity: capacity ?? null, arrivals: arrivals ?? null },
          ...{ seenDepth: depthIn === "packets" ? depth : null, priority: priority ?? null },
        };
  return { load, pps, source, note: note && `${element.label}: ${note}` };
}

export function queueState(
  { label }: Element,
  element: number,
  { load, pps, source }: OfferedQueue,
  estimate: SwitchEstimate | null,
  { queueDepth }: Pick<Prediction, "queueDepth">,
): QueueState {
  const depth = queueDepth ?? null;
  const servedPps = load.server === "device" ? estimate && 1e6 / estimate.meanUs : load.ratePps;
  // what fills it is not in the load
  const utilisation = servedPps === null || depth !== null ? null : utilisationOf(load, pps, servedPps);
  return { label, element, offeredPps: pps, servedPps, utilisation, source, depth };
}

/** Of a queue with a priority: what those before it leave is all that serves it. */
function utilisationOf(load: QueueLoad, pps: number, servedPps: number): number {
  if (load.server === "device" || !load.priority) return pps / servedPps;
  const { higherPps, lowerPps, rates } = load.priority;
  const ownPps = Math.max(0, pps - higherPps - lowerPps);
  return ownPps / Math.max(1e-9, rates === "each" ? servedPps : servedPps - higherPps);
}

/** What the profile says against priorities that are strict. */
export function priorityNotes(label: string, { id, capabilities }: DeviceProfile): string[] {
  const found = capabilities.find(({ name }) => name === "priorities");
  if (!found) return [`${label}: ${id} publishes nothing of its priorities: they are taken to be strict`];
  return found.support === "yes"
    ? []
    : [
        `${label}: priorities of ${id} are ${found.support === "no" ? "not supported" : found.support}: its packets may wait as those without`,
      ];
}
