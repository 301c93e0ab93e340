import { type Blame, blame, type ElementReading } from "./blame.ts";

/** Why a segment is late or loses packets, from the most to the least specific. */
export const causeKinds = [
  "path",
  "queueing",
  "processing",
  "vnf",
  "link",
  "loss",
  "drift",
  "unknown",
] as const;
export type CauseKind = (typeof causeKinds)[number];

/** A hop that packets of the segment pass although its binding does not name it, and the share of packets that do. */
export type UndescribedHop = { label: string; share: number; usualShare: number };

/** What is known of a segment while its alarm is up. */
export type SegmentReading = {
  elements: readonly ElementReading[];
  undescribed: readonly UndescribedHop[];
  droppedShare: number;
  /** the twin says that the observed mean has left the predicted interval */
  drifts: boolean;
};

/**
 * The cause, the element it is at, and the numbers that show it: the growth (`blame`) or the hops that came and went.
 */
export type Cause = {
  kind: CauseKind;
  hop: string | null;
  blame: Blame | null;
  missing: readonly string[];
  added: readonly string[];
};

/** Shares of packets that make an element part of the path, or not (our choice). */
const USUALLY_PASSED = 0.9;
const NOW_PASSED = 0.5;
const USUALLY_ABSENT = 0.1;
/** Drops above this share are a cause of their own (our choice; the share that p99 leaves out). */
const MAX_DROPPED = 0.01;
/** A queue has grown when it holds half as many packets again, and one more at least (our choice). */
const QUEUE_GROWTH = 1.5;
/** Packets in a queue that stands, whatever is usual (our choice). */
const STANDING_QUEUE = 2;

/** Did the queue of a switch grow? `null` where its depth is not known. */
function queueGrew({ queueDepth, usualQueueDepth }: ElementReading): boolean | null {
  if (queueDepth == null || usualQueueDepth == null) return null;
  return queueDepth > QUEUE_GROWTH * usualQueueDepth && queueDepth >= usualQueueDepth + 1;
}

function kindOf(found: Blame, element: ElementReading): CauseKind {
  if (found.kind !== "switch") return found.kind;
  // that it holds most of the time is no growth: a queue is named where its depth shows one
  if (found.usualUs === null) return (element.queueDepth ?? 0) >= STANDING_QUEUE ? "queueing" : "unknown";
  // without a depth: a P4 pipeline takes a fixed time per packet, so what grew is the wait (P8, Sec. V)
  return queueGrew(element) === false ? "processing" : "queueing";
}

/**
 * Names the cause. A changed path comes first, for it explains every other number; then the element that grew
 * most; then drops without any growth; then what the model says; else nothing stands out.
 */
export function diagnose({ elements, undescribed, droppedShare, drifts }: SegmentReading): Cause {
  const missing = elements.filter(
    (e) => (e.usualShare ?? 0) >= USUALLY_PASSED && (e.share ?? 1) < NOW_PASSED,
  );
  const added = undescribed.filter((s) => s.share >= NOW_PASSED && s.usualShare < USUALLY_ABSENT);
  const found = blame(elements);
  const cause = (kind: CauseKind, hop: string | null): Cause => ({
    kind,
    hop,
    blame: found,
    missing: missing.map((e) => e.label),
    added: added.map((s) => s.label),
  });
  if (missing.length > 0 || added.length > 0)
    return cause("path", added[0]?.label ?? missing[0]?.label ?? null);
  if (found) return cause(kindOf(found, elements[found.index] as ElementReading), found.label);
  if (droppedShare > MAX_DROPPED) return cause("loss", null);
  return cause(drifts ? "drift" : "unknown", null);
}

/** What an open event says, and which other cause the last windows named how often in a row. */
export type CauseState = { cause: Cause; other: Cause | null; times: number };

/** Windows in a row that must name another cause before the event takes it over (our choice: one alone is noise). */
const CHANGE_AFTER = 3;

const same = (a: Cause, b: Cause): boolean => a.kind === b.kind && a.hop === b.hop;

/**
 * One window further: takes another cause over when three windows in a row name it. Nothing standing out
 * changes nothing.
 */
export function stepCause(state: CauseState, now: Cause): { state: CauseState; changed: boolean } {
  const { cause, other } = state;
  if (now.kind === "unknown" && now.hop === null)
    return { state: { cause, other: null, times: 0 }, changed: false };
  // the same cause with the numbers of now
  if (same(now, cause)) return { state: { cause: now, other: null, times: 0 }, changed: false };
  const times = other && same(now, other) ? state.times + 1 : 1;
  return times >= CHANGE_AFTER
    ? { state: { cause: now, other: null, times: 0 }, changed: true }
    : { state: { cause, other: now, times }, changed: false };
}

export type Severity = "warning" | "critical";

/** Critical: packets are dropped, or p99 is beyond DL, where they are of no use any more. */
export const severityOf = (p99Us: number | null, dlUs: number, droppedShare: number): Severity =>
  droppedShare > MAX_DROPPED || (p99Us !== null && p99Us > dlUs) ? "critical" : "warning";
