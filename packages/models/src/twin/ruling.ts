import type { DriftState } from "./drift/detectDrift.ts";
import type { Prediction } from "./predict/prediction.ts";
import { judge, type Observation, residual, type Verdict } from "./verdict.ts";

/** Why the verdict is what it is; null where the model holds or nothing was observed. */
type RulingCause = "loss" | "path" | "overload" | "queueing" | "vnf" | "late" | "shift" | "offset";

/** An element of a segment: what it takes now and what is predicted of it at the load of now. */
export type ElementFacts = {
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
  /** queues that have no steady state at the load of now */
  overloaded: readonly string[];
  drift: Pick<DriftState, "phase" | "sinceMs" | "shift"> | null;
  /** what is different from the path that was described, in words; null when packets take it */
  pathChange: string | null;
  elements: readonly ElementFacts[];
};

/** One line about a segment. `verdict` is its stable code: holds, drifts, violated (the network misbehaves) or noData. */
export type Ruling = {
  verdict: Verdict;
  title: "model holds" | "model drifts" | "network misbehaves" | "no data";
  cause: RulingCause | null;
  /** does the prediction at the load of now explain what is observed? null when either is unknown */
  explained: boolean | null;
  /** since when the model drifts; null when it does not, or when that is not known */
  sinceMs: number | null;
  /** the element that stands out; null when none does */
  element: string | null;
  line: string;
};

/** A larger share of dropped packets than this is a fault of the network (our choice; the alarm's rule is the same). */
const LOSS_SHARE = 0.01;

/** What a reader sees for each verdict. */
const verdictTitles = {
  holds: "model holds",
  drifts: "model drifts",
  violated: "network misbehaves",
  noData: "no data",
} as const satisfies Record<Verdict, Ruling["title"]>;

/** The decision table of SPEC.md, row by row: the first that applies decides. */
export function rule(facts: RulingFacts): Ruling {
  const { observation, prediction, drift } = facts;
  const { count, dropped, meanUs } = observation;
  const off = residual(meanUs, prediction.meanUs);
  const explained = explains(prediction, meanUs);
  const seen = meanUs === null ? "no packet arrived" : `observed ${us(meanUs)}`;
  const said =
    prediction.meanUs === null ? "nothing is predicted" : `predicted ${us(prediction.meanUs)} at this load`;
  const beside = `${seen}, ${said}`;
  const answer = (
    verdict: Verdict,
    cause: RulingCause | null,
    line: string,
    more: Partial<Ruling> = {},
  ): Ruling => ({
    verdict,
    title: verdictTitles[verdict],
    cause,
    explained,
    sinceMs: null,
    element: null,
    line,
    ...more,
  });

  if (count === 0 && dropped === 0)
    return answer("noData", null, "no data: no report of this segment arrived");
  const lossShare = dropped / (count + dropped);
  if (lossShare > LOSS_SHARE)
    return answer("violated", "loss", `network misbehaves: ${percent(lossShare)} of the packets are dropped`);
  if (facts.pathChange !== null)
    return answer("violated", "path", `network misbehaves: ${facts.pathChange}; ${beside}`);
  if (facts.overloaded.length > 0)
    return answer(
      "violated",
      "overload",
      `network misbehaves: the load is more than ${facts.overloaded.join(", ")} can serve`,
      { element: facts.overloaded[0] ?? null },
    );
  const standsOut = standingOut(facts.elements);
  const who = standsOut
    ? `; ${standsOut.label} takes ${us(standsOut.meanUs)} instead of ${us(standsOut.predictedUs)}`
    : "";
  if (facts.alarmRaised) {
    const cause =
      explained === true ? "late" : standsOut?.kind === "vnf" ? "vnf" : standsOut ? "queueing" : "late";
    const why =
      explained === true ? "; the model explains it by the load: the budget is too tight for it" : who;
    return answer("violated", cause, `network misbehaves: the budget is exceeded, ${beside}${why}`, {
      element: standsOut?.label ?? null,
    });
  }
  if (drift?.phase === "drifted" && drift.shift !== null)
    return answer(
      "drifts",
      "shift",
      `model drifts: the residual moved by ${signed(drift.shift)}; ${beside}${who}`,
      { sinceMs: drift.sinceMs, element: standsOut?.label ?? null },
    );
  if (judge(observation, prediction, false) === "drifts" && off)
    return answer("drifts", "offset", `model drifts: it is off by ${signed(off.share)}; ${beside}${who}`, {
      element: standsOut?.label ?? null,
    });
  if (prediction.meanUs === null)
    return answer("holds", null, `nothing to hold against: ${prediction.notes[0] ?? "nothing is predicted"}`);
  return answer("holds", null, `model holds: ${beside}`);
}

/** Does the observed mean lie inside the predicted interval? Unknown without one of them. */
function explains({ lowUs, highUs }: Prediction, meanUs: number | null): boolean | null {
  if (meanUs === null || lowUs === null || highUs === null) return null;
  return meanUs >= lowUs && meanUs <= highUs;
}

type StandingOut = { label: string; kind: ElementFacts["kind"]; meanUs: number; predictedUs: number };

/** The element with the largest excess over what is predicted of it, when that is beyond its interval. */
function standingOut(elements: readonly ElementFacts[]): StandingOut | null {
  let most: StandingOut | null = null;
  for (const { label, kind, meanUs, predicted } of elements) {
    if (meanUs === null || predicted.meanUs === null) continue;
    if (meanUs <= (predicted.highUs ?? predicted.meanUs)) continue;
    if (most && meanUs - predicted.meanUs <= most.meanUs - most.predictedUs) continue;
    most = { label, kind, meanUs, predictedUs: predicted.meanUs };
  }
  return most;
}

const us = (value: number): string =>
  value >= 1e4 ? `${(value / 1e3).toPrecision(3)} ms` : `${value.toPrecision(3)} µs`;
const percent = (share: number): string =>
  `${share < 1 ? (100 * share).toPrecision(2) : Math.round(100 * share)} %`;
const signed = (share: number): string => `${share > 0 ? "+" : "−"}${percent(Math.abs(share))}`;
