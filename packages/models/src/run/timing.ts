import { constructs, noFeatures } from "../core/index.ts";
import type { DeviceProfile, Source } from "../device/index.ts";
import {
  estimatePath,
  findExtern,
  linearForm,
  type PathEstimate,
  referenceBytesOf,
} from "../latency/index.ts";
import type { Pass } from "./pass.ts";
import type { Recording, TraceBranch, TraceEvent } from "./trace.ts";

/**
 * What a step takes on a device, in us. Errors are published for whole paths, so the interval is that of the time since
 * the pass began, this step included: of its mean (`mean…`) and of a packet; null where there is none.
 */
export type StepTime = {
  us: number;
  elapsedUs: number;
  meanLowUs: number | null;
  meanHighUs: number | null;
  lowUs: number | null;
  highUs: number | null;
  /** where the number comes from */
  source: Source | null;
};

type Sizes = readonly (number | null)[];

/**
 * The time of each step of one pass: null where it counts nothing. The first event has the base, with the first
 * extraction and table (Eq. 4.6); a step beyond a threshold of the device has what it adds. They sum up to `passTime`.
 */
function stepTimes(events: readonly TraceEvent[], device: DeviceProfile): (StepTime | null)[] {
  const features = noFeatures();
  const externs: string[] = [];
  const added: (number | null)[] = [];
  const removed: (number | null)[] = [];
  let beforeUs = 0;
  // what is said of the machine before the packet enters it takes no time
  const first = events.findIndex(({ kind, at }) => kind !== "message" || at !== null);
  return events.map((event, index) => {
    const { counts, extern } = event;
    if (index !== first && counts === undefined && extern === undefined) return null;
    for (const construct of constructs) features[construct] += counts?.[construct] ?? 0;
    if (extern !== undefined) externs.push(extern);
    added.push(...(event.addedBytes ?? []));
    removed.push(...(event.removedBytes ?? []));
    const path = { id: "", features, externs, ...sizes(added, removed) };
    const { meanUs, meanLowUs, meanHighUs, lowUs, highUs } = estimatePath(
      path,
      device,
      linearForm,
      referenceBytesOf(device),
    );
    if (meanUs === null) return null;
    const us = Math.round((meanUs - beforeUs) * 1e6) / 1e6;
    beforeUs = meanUs;
    const source = sourceOf(event, index === first, device);
    return { us, elapsedUs: meanUs, meanLowUs, meanHighUs, lowUs, highUs, source };
  });
}

function sourceOf({ construct, extern }: TraceEvent, isFirst: boolean, device: DeviceProfile): Source | null {
  const { linear } = device;
  if (isFirst) return linear?.baseUs.source ?? null;
  if (extern !== undefined) return findExtern(device, extern)?.latencyUs.source ?? null;
  return (construct && linear?.slopesUs[construct].source) ?? null;
}

/** Sizes as the analysis gives them: only where all are known. */
const sizes = (added: Sizes, removed: Sizes) => ({
  ...(isKnown(added) ? { addedHeaderBytes: added } : {}),
  ...(isKnown(removed) ? { removedHeaderBytes: removed } : {}),
});
const isKnown = (all: Sizes): all is readonly number[] => all.every((bytes) => bytes !== null);

/** The times of all steps of a packet; what a copy has in common with what it comes from counts in its pass. */
export function recordingTimes({ events, branches }: Recording, device: DeviceProfile): (StepTime | null)[] {
  const times: (StepTime | null)[] = events.map(() => null);
  branches.forEach((_, branch) => {
    const pass = passOf(events, branches, branch);
    const all = stepTimes(
      pass.map((index) => events[index]!),
      device,
    );
    pass.forEach((index, i) => {
      if ((events[index]!.branch ?? 0) === branch) times[index] = all[i] ?? null;
    });
  });
  return times;
}

/** Indices of the events of a copy, those before it was copied included unless it is counted anew. */
function passOf(events: readonly TraceEvent[], branches: readonly TraceBranch[], branch: number): number[] {
  const found: number[] = [];
  let end = events.length;
  for (let at: number | null = branch; at !== null; ) {
    for (let i = end - 1; i >= 0; i--) if ((events[i]!.branch ?? 0) === at) found.push(i);
    const { isNewPass, from, parent }: TraceBranch = branches[at]!;
    at = isNewPass ? null : parent;
    end = from;
  }
  return found.reverse();
}

/** The time of one pass with its interval, as the analysis estimates a path with these counts. */
export function passTime(
  pass: Pass,
  id: string,
  device: DeviceProfile,
  packetBytes: number | null,
): PathEstimate {
  const path = {
    id,
    features: pass.features(),
    externs: [...pass.externs],
    outcome: pass.outcome,
    ...sizes(pass.addedBytes, pass.removedBytes),
  };
  return estimatePath(path, device, linearForm, packetBytes ?? referenceBytesOf(device));
}
