import { withinDelay } from "../../core/index.ts";
import type { Catalogue } from "../catalogue.ts";
import { segmentTerms } from "../delayRange.ts";
import { delayRangeIn, delaySumOf } from "../delayRangeIn.ts";
import { delayTerms, embeddingOf } from "../embedding.ts";
import { sumOf } from "../instance.ts";
import { book, emptyLedger } from "../ledger.ts";
import { loadModelOf, loadTerms } from "../load/loadTerms.ts";
import type { Conflict, DelayTerm } from "../result.ts";
import { foldEvaluations, unfoldState } from "./branches.ts";
import type { ChainEvaluation, DelayRange, Evaluation, SegmentEvaluation } from "./evaluation.ts";
import { overuse, show } from "./overuse.ts";
import { soundness } from "./soundness.ts";
import type { LaidChain, WhatIf } from "./state.ts";
import { usedPart } from "./usedPart.ts";
import { devicesOf, linksOf } from "./useOf.ts";

export type EvaluateOptions = { readonly catalogue: Catalogue };

/**
 * What a layout means: delay of each chain and segment term by term with interval, budget and slack; use,
 * power and price of each device; every constraint that is broken, in words (Eqs. 5.6, 5.9-5.12, 5.14,
 * 5.19-5.31). A chain without a sound place has no delay and uses nothing. With `options.latency: loaded`
 * delays hold under the load of all chains, and one behind a queue that grows without limit has none. Costs
 * what the chains cost, whatever the size of the cloud.
 */
export function evaluatePlacement(asked: WhatIf, { catalogue }: EvaluateOptions): Evaluation {
  const state = unfoldState(asked);
  const { problem, layout } = state;
  const faults = soundness(state, catalogue);
  const laidOf = new Map(layout.chains.map((c) => [c.id, c]));
  const violations: Conflict[] = [];
  const sound: LaidChain[] = [];
  for (const chain of problem.chains) {
    const laid = laidOf.get(chain.id) ?? null;
    const found = faults(chain, laid);
    violations.push(...found);
    if (laid !== null && found.length === 0) sound.push(laid);
  }
  const part = usedPart(state, catalogue, sound);
  const { instance, lookup } = part;
  const ledger = emptyLedger(instance);
  const empty: { id: string; terms: DelayTerm[] }[] = [];
  for (const laid of sound) {
    const embedding = embeddingOf(instance, laid, lookup);
    book(instance, ledger, embedding);
    empty.push({ id: laid.id, terms: delayTerms(instance, embedding) });
  }
  const model = loadModelOf(problem);
  const loaded = model && loadTerms(instance.problem, catalogue, model, empty);
  violations.push(...(loaded?.violations ?? []));
  const termsOf = loaded?.terms ?? new Map(empty.map(({ id, terms }) => [id, terms]));
  const range = delayRangeIn(problem, catalogue);
  const chains = problem.chains.map((chain) =>
    chainEvaluation(chain, laidOf.get(chain.id) ?? null, termsOf.get(chain.id) ?? null, range),
  );
  violations.push(...chains.flatMap(tooLate));
  const devices = devicesOf(part, ledger, sound, loaded?.report.stations ?? []);
  const links = linksOf(part, ledger);
  violations.push(...overuse(devices, links, problem.options.linkDirection));
  const powerWatts = sumOf(devices, (d) => d.powerWatts);
  const costUsd = sumOf(devices, (d) => d.costUsd);
  const folded = foldEvaluations(asked, problem, chains);
  const placed = folded.flatMap(({ delay, terms }) => (delay ? [{ delayUs: delay.delayUs, terms }] : []));
  const sum = delaySumOf(problem, catalogue, placed);
  const { power, delay, cost } = instance.weights;
  return {
    chains: folded,
    devices,
    links,
    violations: violations.map((v) => ({
      ...v,
      ids: [...new Set(v.ids.map((id) => problem.ways?.[id]?.chain ?? id))],
    })),
    powerWatts,
    costUsd,
    ...sum,
    objective: power * powerWatts + delay * sum.delayUs + cost * costUsd,
    load: loaded?.report ?? null,
  };
}

type Chain = WhatIf["problem"]["chains"][number];

function chainEvaluation(
  chain: Chain,
  laid: LaidChain | null,
  terms: DelayTerm[] | null,
  range: (terms: readonly DelayTerm[]) => DelayRange,
): ChainEvaluation {
  const delay = terms && range(terms);
  const budgetUs = chain.maxDelayUs;
  return {
    id: chain.id,
    gbps: chain.gbps,
    hosts: laid?.hosts ?? [],
    route: laid?.route ?? [],
    ...(laid?.entry === undefined ? {} : { entry: laid.entry }),
    ...(laid?.exit === undefined ? {} : { exit: laid.exit }),
    delay,
    terms: terms ?? [],
    budgetUs,
    slackUs: delay === null || budgetUs === null ? null : budgetUs - delay.delayUs,
    segments: chain.segments.map((segment): SegmentEvaluation => {
      const { id, name = null, kind, plUs, dlUs, fromFunction, toFunction } = segment;
      const own = terms ? segmentTerms(terms, fromFunction, toFunction) : [];
      const seen = terms && range(own);
      const state = seen && stateOf(seen.delayUs, plUs, dlUs);
      return { id, name, kind, plUs, dlUs, delay: seen, terms: own, state };
    }),
  };
}

/** The budget (5.31) and the drop latencies that a chain breaks, in words. */
function tooLate({ id, delay, budgetUs, segments }: ChainEvaluation): Conflict[] {
  const found: Conflict[] = [];
  if (delay !== null && budgetUs !== null && !withinDelay(delay.delayUs, budgetUs)) {
    const message = `chain ${id} takes ${show(delay.delayUs)} us, ${show(delay.delayUs - budgetUs)} us more than its budget of ${show(budgetUs)} us`;
    found.push({ constraint: "5.31", ids: [id], message });
  }
  for (const segment of segments) {
    if (segment.state !== "above-dl") continue;
    const message = `segment ${segment.id} of chain ${id} takes ${show(segment.delay!.delayUs)} us on average, more than its DL of ${show(segment.dlUs)} us: its packets would be dropped`;
    found.push({ constraint: "DL", ids: [id, segment.id], message });
  }
  return found;
}

const stateOf = (us: number, plUs: number, dlUs: number): SegmentEvaluation["state"] =>
  withinDelay(us, plUs) ? "within" : withinDelay(us, dlUs) ? "above-pl" : "above-dl";
