import type { DeviceProfile } from "@p4twin/models/device";
import {
  decidingEntry,
  type FieldValue,
  hexOf,
  type Pass,
  passTime,
  recordingTimes,
  type Target,
  type TraceBranch,
  type TraceEvent,
} from "@p4twin/models/run";
import type { BranchTime, PacketRun, RunStep } from "./runQuestions.ts";

/** Steps that a page lists (our choice); the packet runs to its end all the same. */
const MOST_STEPS = 3000;

const NO_FIELDS: readonly FieldValue[] = [];

/** Runs a packet and puts its steps in the order of its copies, each with what the page shows of it. */
export function packetRun(
  target: Target,
  port: number,
  bytes: Uint8Array,
  device: DeviceProfile | null,
): PacketRun {
  const sent = target.receive(port, bytes);
  const recording = target.takeTrace();
  const { events, passes, branches } = recording;
  const times = device ? recordingTimes(recording, device) : events.map(() => null);
  const branchOf = (event: TraceEvent): number => event.branch ?? 0;
  const order = events
    .map((_, index) => index)
    .sort((a, b) => branchOf(events[a]!) - branchOf(events[b]!) || a - b);
  const listed = order.slice(0, MOST_STEPS);
  const position = new Map(listed.map((index, at) => [index, at]));
  const steps = listed.map((index): RunStep => {
    const { fields = NO_FIELDS, ...event } = events[index]!;
    const cause = event.kind === "fate" ? causeOf(events, branches, index) : null;
    return {
      branch: branchOf(event),
      event,
      entry: decidingEntry(target, event),
      fields,
      time: times[index] ?? null,
      cause: cause === null ? null : (position.get(cause) ?? null),
    };
  });
  const leaving = events.flatMap((event, index) =>
    event.kind === "fate" && event.fate === "sent" ? [index] : [],
  );
  return {
    hex: hexOf(bytes),
    branches,
    steps,
    leftOut: events.length - listed.length,
    sent: sent.map((packet, i) => ({
      branch: branchOf(events[leaving[i]!]!),
      step: position.get(leaving[i]!) ?? null,
      port: packet.port,
      hex: hexOf(packet.bytes),
      fields: events[leaving[i]!]?.fields ?? NO_FIELDS,
    })),
    times: device ? passes.map((pass) => branchTime(pass, device)) : [],
  };
}

function branchTime(pass: Pass, device: DeviceProfile): BranchTime {
  const time = passTime(pass, "the packet", device, null);
  const { meanUs, meanLowUs, meanHighUs, lowUs, highUs, notes } = time;
  return { branch: pass.branch, us: meanUs, meanLowUs, meanHighUs, lowUs, highUs, notes };
}

/** The event whose statement a drop names: the newest one there, of the copy or of what it was copied from. */
function causeOf(
  events: readonly TraceEvent[],
  branches: readonly TraceBranch[],
  index: number,
): number | null {
  const { at, branch = 0 } = events[index]!;
  if (at === null) return null;
  const lineage = new Set<number>();
  for (let each: number | null = branch; each !== null; each = branches[each]?.parent ?? null)
    lineage.add(each);
  for (let i = index - 1; i >= 0; i--) {
    const event = events[i]!;
    if (!lineage.has(event.branch ?? 0) || event.at === null) continue;
    if (event.at.file === at.file && event.at.start === at.start && event.at.end === at.end) return i;
  }
  return null;
}
