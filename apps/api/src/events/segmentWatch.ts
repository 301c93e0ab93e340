import type { BoundSegment } from "@p4twin/models/twin";
import {
  type AlarmRule,
  type AlarmState,
  alarmLevelUs,
  type Cause,
  type CauseState,
  calm,
  defaultAlarm,
  diagnose,
  isQuiet,
  type Severity,
  severityOf,
  stepAlarm,
  stepCause,
} from "@p4twin/models/twin";
import type { WindowRow } from "../bus/windowRow.ts";
import { droppedShareOf, exceeds } from "./message.ts";
import { type Evidence, evidenceSchema, type SegmentEvent } from "./schema.ts";
import { createSegmentMemory } from "./segmentMemory.ts";
import type { EventContent } from "./store.ts";

/** What a window made of a segment's event. */
export type Transition =
  | { kind: "opened" | "changed"; atMs: number; content: EventContent }
  | { kind: "closed" | "suppressed"; atMs: number };

/** What a watch asks of a window beyond its counts. */
type Asked = { percentileUs(share: number): number | null; drifts(): boolean };

/** The alarm of one segment: its hysteresis, what its elements usually take, and what its open event says. */
export function createSegmentWatch(bound: BoundSegment) {
  let segment = bound;
  let rule: AlarmRule = bound.alarm ?? defaultAlarm(bound.plUs);
  let memory = createSegmentMemory(bound);
  let alarm: AlarmState = calm();
  /** what the open event says; null while the alarm is down, or up within the quiet time */
  let open: { causes: CauseState; severity: Severity } | null = null;
  /** an event is open because of a drift alone */
  let drifting = false;
  let lastClosedMs: number | null = null;

  const evidenceOf = (row: WindowRow, asked: Asked, { blame, missing, added }: Cause): Evidence =>
    evidenceSchema.parse({
      p99Us: asked.percentileUs(0.99),
      triggerUs: rule.triggerUs,
      resetUs: rule.resetUs,
      plUs: segment.plUs,
      dlUs: segment.dlUs,
      count: row.count,
      abovePl: row.abovePl,
      aboveDl: row.aboveDl,
      dropped: row.dropped,
      sequenceGaps: row.sequenceGaps,
      budgets: rule.budgets.map((b) => ({ ...b, observedUs: asked.percentileUs(b.percent / 100) })),
      elements: memory.elements(),
      missing,
      added,
      blame,
    });

  const causeOf = (row: WindowRow, asked: Asked): Cause =>
    diagnose({
      elements: memory.elements(),
      undescribed: memory.undescribed(),
      droppedShare: droppedShareOf(row),
      drifts: asked.drifts(),
    });

  const contentOf = (row: WindowRow, asked: Asked, cause: Cause, severity: Severity): EventContent => ({
    severity,
    cause: cause.kind,
    hop: cause.hop,
    evidence: evidenceOf(row, asked, cause),
  });

  const opened = (row: WindowRow, asked: Asked, kind: "opened" | "changed" = "opened"): Transition => {
    const cause = causeOf(row, asked);
    const severity = severityOf(asked.percentileUs(0.99), segment.dlUs, droppedShareOf(row));
    open = { causes: { cause, other: null, times: 0 }, severity };
    return { kind, atMs: row.startMs, content: contentOf(row, asked, cause, severity) };
  };

  /** While it is open: another cause is taken over when it lasts, a higher severity at once, a lower one never. */
  const reviewed = (row: WindowRow, asked: Asked, event: NonNullable<typeof open>): Transition | null => {
    const { state, changed } = stepCause(event.causes, causeOf(row, asked));
    const worse =
      event.severity === "warning" &&
      severityOf(asked.percentileUs(0.99), segment.dlUs, droppedShareOf(row)) === "critical";
    const severity = worse ? "critical" : event.severity;
    open = { causes: state, severity };
    if (!changed && !worse) return null;
    return { kind: "changed", atMs: row.startMs, content: contentOf(row, asked, state.cause, severity) };
  };

  const closedAfter = (row: WindowRow): Transition => {
    lastClosedMs = row.startMs + 1000 * row.lengthS;
    return { kind: "closed", atMs: lastClosedMs };
  };

  const cleared = (row: WindowRow): Transition | null => {
    if (!open) return null;
    open = null;
    return closedAfter(row);
  };

  /** While the alarm is down: a drift opens an event where the rule says so, and closes it when it is over. */
  const steppedByDrift = (row: WindowRow, asked: Asked): Transition | null => {
    if (rule.drift !== true && !drifting) return null;
    const drifts = rule.drift === true && asked.drifts();
    if (drifts === drifting) return null;
    if (!drifts) {
      drifting = false;
      return closedAfter(row);
    }
    if (isQuiet(rule, lastClosedMs, row.startMs)) return null;
    drifting = true;
    const cause: Cause = { kind: "drift", hop: null, blame: null, missing: [], added: [] };
    return { kind: "opened", atMs: row.startMs, content: contentOf(row, asked, cause, "warning") };
  };

  return {
    get raised(): boolean {
      return alarm.raised;
    },
    /** Is an event of it open, or may be? */
    get hasEvent(): boolean {
      return alarm.raised || drifting;
    },

    /** Takes over bindings and thresholds; what is usual is kept while the elements are the same. */
    rebind(next: BoundSegment): void {
      if (JSON.stringify(next.elements) !== JSON.stringify(segment.elements))
        memory = createSegmentMemory(next);
      segment = next;
      rule = next.alarm ?? defaultAlarm(next.plUs);
    },

    /** An event of this segment was open when the process began. */
    resume({ cause: kind, hop, severity, evidence }: SegmentEvent): void {
      const { missing, added } = evidence;
      if (kind === "drift" && !exceeds(evidence)) {
        drifting = true;
        return;
      }
      alarm = { raised: true, recent: [], quiet: 0 };
      open = {
        causes: { cause: { kind, hop, blame: null, missing, added }, other: null, times: 0 },
        severity,
      };
    },

    /** Its last event closed then. */
    closedBefore(atMs: number): void {
      lastClosedMs = atMs;
    },

    /** One second further: the window of the segment and those of its parts. */
    step(row: WindowRow, parts: readonly WindowRow[], asked: Asked): Transition | null {
      const levelUs = alarmLevelUs(rule, {
        percentileUs: asked.percentileUs,
        droppedShare: droppedShareOf(row),
      });
      const quiet = !alarm.raised && !alarm.recent.includes(true) && (levelUs ?? 0) <= rule.triggerUs;
      memory.note(row, parts, quiet);
      const { state, change } = stepAlarm(alarm, rule, levelUs);
      alarm = state;
      if (change === "cleared") return cleared(row);
      if (!alarm.raised) return steppedByDrift(row, asked);
      if (open) return reviewed(row, asked, open);
      // one event a segment: that of the drift says the alarm from now on
      if (drifting) {
        drifting = false;
        return opened(row, asked, "changed");
      }
      // closed in what is the future now: the clock went back, and the quiet time begins anew instead of
      // lasting as long as the step
      if (lastClosedMs !== null && lastClosedMs > row.startMs) lastClosedMs = row.startMs;
      if (!isQuiet(rule, lastClosedMs, row.startMs)) return opened(row, asked);
      return change === "raised" ? { kind: "suppressed", atMs: row.startMs } : null;
    },
  };
}
export type SegmentWatch = ReturnType<typeof createSegmentWatch>;
