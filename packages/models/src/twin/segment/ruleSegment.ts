import type { DriftState } from "../drift/driftState.ts";
import { type ElementFacts, type Ruling, type RulingFacts, rule } from "../ruling.ts";
import type { BoundSegment } from "./boundSegment.ts";
import { isVisible } from "./elements.ts";
import type { SegmentPrediction } from "./segmentPrediction.ts";
import type { Summary } from "./windows.ts";

/** Share of a segment's packets from which a hop is part of their way. */
const ON_THE_WAY = 0.5;

/**
 * What is known of a segment over the time that is judged. `parts`: 0 the segment, i its i-th element, beyond
 * them hops that are not described.
 */
export type RulingInput = {
  segment: BoundSegment;
  parts: readonly Summary[];
  predicted: SegmentPrediction;
  alarmRaised: boolean;
  event: RulingFacts["event"];
  drift: Pick<DriftState, "phase" | "sinceMs" | "shift"> | null;
};

/** One line about a segment, by the decision table of twin/SPEC (T14). */
export function ruleSegment({ segment, parts, predicted, alarmRaised, event, drift }: RulingInput): Ruling {
  const whole = parts.find((p) => p.part === 0);
  const meanOf = (part: number): number | null => parts.find((p) => p.part === part)?.meanUs ?? null;
  return rule({
    observation: {
      count: whole?.count ?? 0,
      dropped: whole?.dropped ?? 0,
      meanUs: whole?.meanUs ?? null,
      p99Us: whole?.p99Us ?? null,
    },
    prediction: predicted.prediction,
    alarmRaised,
    event,
    overloaded: predicted.queues
      .filter((q) => (q.utilisation ?? 0) >= 1)
      .map(({ element: index, label }) => ({ index, label })),
    filled: predicted.queues.flatMap(({ element: index, label, depth }) =>
      depth === null ? [] : [{ index, label, depth }],
    ),
    drift,
    pathChange: pathChangeOf(segment, parts),
    elements: segment.elements.flatMap((element, i): ElementFacts[] => {
      const prediction = predicted.elementPredictions[i];
      if (!prediction || !isVisible(segment.elements, i)) return [];
      return [
        { index: i, label: element.label, kind: element.kind, meanUs: meanOf(i + 1), predicted: prediction },
      ];
    }),
  });
}

/**
 * Packets that show a hop nobody described, and no longer one that is described, take another path. One of
 * the two alone may be the binding's fault.
 */
function pathChangeOf({ elements }: BoundSegment, parts: readonly Summary[]): string | null {
  const all = parts.find((p) => p.part === 0)?.count ?? 0;
  if (all === 0 || elements.length === 0) return null;
  const shareOf = (part: number): number => (parts.find((p) => p.part === part)?.count ?? 0) / all;
  const undescribed = parts.some((p) => p.part > elements.length && p.count / all >= ON_THE_WAY);
  const missing = elements.flatMap((e, i) =>
    isVisible(elements, i) && shareOf(i + 1) < ON_THE_WAY ? [e.label] : [],
  );
  return undescribed && missing.length > 0
    ? `packets no longer pass ${missing.join(", ")} but a hop that is not described`
    : null;
}
