import { latencyText, significantText } from "../core/index.ts";
import type { CauseKind } from "./cause.ts";
import type { DriftState } from "./drift/driftState.ts";
import { intervalOfMean, type Prediction } from "./predict/prediction.ts";
import { DRIFT_TOLERANCE, judge, type Observation, residual, type Verdict } from "./verdict.ts";

/** Why the verdict is what it is; null where the model holds or nothing was observed. */
export const rulingCauses = [
  "loss",
  "path",
  "overload",
  "queueing",
  "processing",
  "vnf",
  "link",
  "late",
  "shift",
  "offset",
] as const;
type RulingCause = (typeof rulingCauses)[number];

/** An element of a segment: what it takes now and what is predicted of it at the load of now. */
export type ElementFacts = {
  /** its place among the elements of the segment */
  index: number;
  label: string;
  kind: "switch" | "vnf" | "link";
  meanUs: number | null;
  predicted: Pick<Prediction, "meanUs" | "highUs">;
};

export type RulingFacts = {
  observation: Observation & { dropped: number };
  /** at the load of now */
  prediction: Prediction;
  /** is the alarm of PL, DL or a percentile up? */
  alarmRaised: boolean;
  /** what the open event names as its cause, and the hop it is at; null without one */
  event: { cause: CauseKind; hop: string | null } | null;
  /** queues that have no steady state at the load of now, by the place of their switch */
  overloaded: readonly { index: number; label: string }[];
  /** queues that reports show and the load does not explain, by the place of their switch, with the packets in them */
  filled: readonly { index: number; label: string; depth: number }[];
  drift: Pick<DriftState, "phase" | "sinceMs" | "shift"> | null;
  /** what is different from the path that was described, in words; null when packets take it */
  pathChange: string | null;
  elements: readonly ElementFacts[];
};

/** The one verdict on a segment; every page, event and report shows this one. */
export type Ruling = {
  /** its stable code: holds, drifts, violated (a network problem) or noData */
  verdict: Verdict;
  title: (typeof verdictTitles)[Verdict];
  cause: RulingCause | null;
  /** does the prediction at the load of now explain what is observed? null when either is unknown */
  explained: boolean | null;
  /** since when the model drifts; null when it does not, or when that is not known */
  sinceMs: number | null;
  /** the culprit: its label, and its place among the elements; null when no element stands out */
  element: string | null;
  elementIndex: number | null;
  /** what happened and where, in a few words */
  headline: string;
  /** title, headline and the numbers behind them */
  line: string;
};

/** A larger share of dropped packets than this is a fault of the network (our choice; the alarm's rule is the same). */
const LOSS_SHARE = 0.01;

/** What a reader sees for each verdict. */
const verdictTitles = {
  holds: "model holds",
  drifts: "model drifts",
  violated: "network problem",
  noData: "no data",
} as const satisfies Record<Verdict, string>;

/** The decision table of SPEC.md, row by row: the first that applies decides. */
export function rule(facts: RulingFacts): Ruling {
  const { observation, prediction, drift, event, filled } = facts;
  const { count, dropped, meanUs } = observation;
  const off = residual(meanUs, prediction.meanUs);
  const explained = explains(prediction, observation);
  const numbers = [
    meanUs === null ? "no packet arrived" : `observed ${latencyText(meanUs, prediction.meanUs ?? meanUs)}`,
    prediction.meanUs === null
      ? "no prediction"
      : `predicted ${latencyText(prediction.meanUs, meanUs ?? prediction.meanUs)} ${filled.length > 0 ? "behind this queue" : "at this load"}`,
  ].join(", ");
  const culprit = culpritOf(facts);
  const at = culprit ? ` at ${culprit.label}` : "";
  const answer = (
    verdict: Verdict,
    cause: RulingCause | null,
    headline: string,
    details: readonly (string | null)[],
    more: Partial<Ruling> = {},
  ): Ruling => ({
    verdict,
    title: verdictTitles[verdict],
    cause,
    explained,
    sinceMs: null,
    element: cause === null ? null : (culprit?.label ?? null),
    elementIndex: cause === null ? null : (culprit?.index ?? null),
    headline,
    line: `${verdictTitles[verdict]}: ${[headline, ...details].filter(Boolean).join("; ")}`,
    ...more,
  });
  const who = culprit ? excessOf(culprit, meanUs) : null;

  if (count === 0 && dropped === 0)
    return answer("noData", null, "no reports for this segment in this range", []);
  const lossShare = dropped / (count + dropped);
  if (lossShare > LOSS_SHARE)
    return answer("violated", "loss", `${percent(lossShare)} of packets dropped${at}`, [who]);
  if (facts.pathChange !== null) return answer("violated", "path", facts.pathChange, [numbers]);
  if (facts.overloaded.length > 0) {
    const [first] = facts.overloaded;
    const labels = [...new Set(facts.overloaded.map(({ label }) => label))].join(", ");
    const where = { element: first?.label ?? null, elementIndex: first?.index ?? null };
    return answer("violated", "overload", `the load exceeds what ${labels} can serve`, [], where);
  }
  if (facts.alarmRaised) {
    const byQueue = explained === true && filled.length > 0;
    const cause = specific(event?.cause) ?? (explained === true && !byQueue ? "late" : causeAt(culprit));
    const headline =
      cause === "loss" ? `packet loss${at}, now below 1 %` : `latency above the alarm threshold${at}`;
    const byLoad = explained === true ? "the load explains it: the threshold is too tight" : who;
    const why = byQueue ? filled.map(queueWords).join(", ") : byLoad;
    return answer("violated", cause, headline, [numbers, why]);
  }
  if (drift?.phase === "drifted" && drift.shift !== null)
    return answer("drifts", "shift", `the residual moved by ${signed(drift.shift)}${at}`, [numbers, who], {
      sinceMs: drift.sinceMs,
    });
  if (judge(observation, prediction, false) === "drifts" && off)
    return answer("drifts", "offset", `off by ${signed(off.share)}${at}`, [numbers, who]);
  if (prediction.meanUs === null)
    return answer("holds", null, "no prediction", [], {
      line: `no prediction: ${prediction.notes[0] ?? "add a program and a profile"}`,
    });
  if (off && explained === null && Math.abs(off.share) > DRIFT_TOLERANCE)
    return answer("holds", null, `off by ${signed(off.share)}, and the prediction has no interval`, [], {
      line: `unknown whether the model holds: off by ${signed(off.share)}, and the prediction has no interval; ${numbers}`,
    });
  return answer("holds", null, numbers, []);
}

/** The cause of an open event where it says more than that something is late. */
const specific = (cause: CauseKind | undefined): RulingCause | null =>
  cause === undefined || cause === "drift" || cause === "unknown" ? null : cause;

const causeAt = (culprit: ElementFacts | null): RulingCause =>
  culprit === null ? "late" : culprit.kind === "vnf" ? "vnf" : "queueing";

/**
 * Does the observed mean lie inside the predicted interval of a mean of so many packets? Unknown without one of them.
 */
function explains(prediction: Prediction, { meanUs, count }: Observation): boolean | null {
  const around = intervalOfMean(prediction, count);
  if (meanUs === null || around === null) return null;
  return meanUs >= around.lowUs && meanUs <= around.highUs;
}

/** By how much an element exceeds what is predicted of it; null within its interval or where a side is unknown. */
function excessUs({ meanUs, predicted }: ElementFacts): number | null {
  if (meanUs === null || predicted.meanUs === null) return null;
  return meanUs > (predicted.highUs ?? predicted.meanUs) ? meanUs - predicted.meanUs : null;
}

/**
 * The element that the open event names, else the one with the largest excess over its prediction, else the one with
 * the deepest queue that its load does not explain. An event names a label, and a segment may pass one switch twice:
 * of its passes the one with the largest excess, the deepest such queue, or the longest time.
 */
function culpritOf({ elements, event, filled }: RulingFacts): ElementFacts | null {
  const depthAt = ({ index }: ElementFacts) => filled.find((queue) => queue.index === index)?.depth ?? 0;
  const most = (some: readonly ElementFacts[], by: (e: ElementFacts) => number): ElementFacts | null =>
    some.reduce<ElementFacts | null>((best, e) => (by(e) > (best ? by(best) : 0) ? e : best), null);
  const largest = (some: readonly ElementFacts[]) =>
    most(some, (e) => excessUs(e) ?? 0) ?? most(some, depthAt);
  const named = elements.filter((e) => e.label === event?.hop);
  return largest(named) ?? most(named, (e) => e.meanUs ?? 0) ?? named[0] ?? largest(elements);
}

const queueWords = ({ label, depth }: RulingFacts["filled"][number]): string =>
  `${depth < 10 ? significantText(depth, 2) : Math.round(depth)} packets in the queue of ${label} explain it, other traffic fills it`;

/** What the culprit takes against its prediction; without one, what it takes of all that is observed. */
function excessOf(element: ElementFacts, observedUs: number | null): string | null {
  const { label, meanUs, predicted } = element;
  if (meanUs === null) return null;
  if (predicted.meanUs === null)
    return observedUs === null
      ? null
      : `${label} takes ${latencyText(meanUs, observedUs)} of ${latencyText(observedUs)}`;
  return excessUs(element) === null
    ? null
    : `${label} takes ${latencyText(meanUs)}, predicted ${latencyText(predicted.meanUs, meanUs)}`;
}

const percent = (share: number): string =>
  `${share < 1 ? significantText(100 * share, 2) : Math.round(100 * share)} %`;
const signed = (share: number): string => `${share > 0 ? "+" : "−"}${percent(Math.abs(share))}`;
