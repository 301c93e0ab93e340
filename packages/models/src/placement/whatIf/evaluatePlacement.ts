import type { NetworkFunction } from "../../chain/index.ts";
import { withinDelay } from "../../core/index.ts";
import type { Catalogue } from "../catalogue.ts";
import { delayTerms, embeddingOf } from "../embedding.ts";
import { sumOf } from "../instance.ts";
import { book, type DeviceUse, emptyLedger, type Ledger } from "../ledger.ts";
import { loadModelOf, loadTerms } from "../load/loadTerms.ts";
import type { Conflict, DelayTerm, LoadReport } from "../result.ts";
import { delayRange, segmentTerms } from "./delayRange.ts";
import {
  type ChainEvaluation,
  type DeviceEvaluation,
  type Evaluation,
  type LinkEvaluation,
  type SegmentEvaluation,
  shareOf,
} from "./evaluation.ts";
import { factsAt } from "./network.ts";
import { overuse, show } from "./overuse.ts";
import { soundness } from "./soundness.ts";
import type { LaidChain, WhatIf } from "./state.ts";
import { type UsedPart, usedPart } from "./usedPart.ts";

export type EvaluateOptions = { readonly catalogue: Catalogue };

/**
 * What a layout means: delay of each chain and segment term by term with interval, budget and slack; use, power and price of each device;
 * every constraint that is broken, in words (Eqs. 5.6, 5.9-5.12, 5.14, 5.19-5.31). A chain without a sound place has no delay and uses
 * nothing. With `options.latency: loaded` delays hold under the load of all chains, and one behind a queue that grows without limit has
 * none. Costs what the chains cost, whatever the size of the cloud.
 */
export function evaluatePlacement(state: WhatIf, { catalogue }: EvaluateOptions): Evaluation {
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
  const functions = new Map([...catalogue.functions, ...problem.functions].map((f) => [f.type, f]));
  const range = (terms: readonly DelayTerm[]) =>
    delayRange(
      terms,
      (id) => factsAt(problem, catalogue, id),
      (type): NetworkFunction | null => functions.get(type) ?? null,
    );
  const chains = problem.chains.map((chain): ChainEvaluation => {
    const terms = termsOf.get(chain.id) ?? null;
    const laid = laidOf.get(chain.id);
    const delay = terms && range(terms);
    const budgetUs = chain.maxDelayUs;
    if (delay !== null && budgetUs !== null && !withinDelay(delay.delayUs, budgetUs)) {
      const message = `chain ${chain.id} takes ${show(delay.delayUs)} us, ${show(delay.delayUs - budgetUs)} us more than its budget of ${show(budgetUs)} us`;
      violations.push({ constraint: "5.31", ids: [chain.id], message });
    }
    const segments = chain.segments.map((segment): SegmentEvaluation => {
      const own = terms ? segmentTerms(terms, segment.fromFunction, segment.toFunction) : [];
      const seen = terms && range(own);
      const { id, name = null, kind, plUs, dlUs } = segment;
      const state = seen && stateOf(seen.delayUs, plUs, dlUs);
      if (seen && state === "above-dl") {
        const message = `segment ${id} of chain ${chain.id} takes ${show(seen.delayUs)} us on average, more than its DL of ${show(dlUs)} us: its packets would be dropped`;
        violations.push({ constraint: "DL", ids: [chain.id, id], message });
      }
      return { id, name, kind, plUs, dlUs, delay: seen, terms: own, state };
    });
    return {
      id: chain.id,
      gbps: chain.gbps,
      hosts: laid?.hosts ?? [],
      route: laid?.route ?? [],
      delay,
      terms: terms ?? [],
      budgetUs,
      slackUs: delay === null || budgetUs === null ? null : budgetUs - delay.delayUs,
      segments,
    };
  });
  const devices = devicesOf(part, ledger, sound, loaded?.report.stations ?? []);
  const links = linksOf(part, ledger);
  violations.push(...overuse(devices, links, problem.options.linkDirection));
  const powerWatts = sumOf(devices, (d) => d.powerWatts);
  const costUsd = sumOf(devices, (d) => d.costUsd);
  const delayUs = sumOf(chains, (c) => c.delay?.delayUs ?? 0);
  const { power, delay, cost } = instance.weights;
  return {
    chains,
    devices,
    links,
    violations,
    powerWatts,
    costUsd,
    delayUs,
    objective: power * powerWatts + delay * delayUs + cost * costUsd,
    load: loaded?.report ?? null,
  };
}

const stateOf = (us: number, plUs: number, dlUs: number): SegmentEvaluation["state"] =>
  withinDelay(us, plUs) ? "within" : withinDelay(us, dlUs) ? "above-pl" : "above-dl";

function devicesOf(
  { instance }: UsedPart,
  ledger: Ledger,
  sound: readonly LaidChain[],
  stations: LoadReport["stations"],
): DeviceEvaluation[] {
  const queues = new Map(stations.map(({ device, ...queue }) => [device, queue]));
  const types = new Map(instance.problem.chains.map((c) => [c.id, c.functions]));
  const functionsOn = new Map<string, DeviceEvaluation["functions"]>();
  for (const { id: chain, hosts } of sound) {
    hosts.forEach((host, position) => {
      const list = functionsOn.get(host) ?? [];
      list.push({ chain, position, type: types.get(chain)![position]! });
      functionsOn.set(host, list);
    });
  }
  return instance.devices.flatMap(({ id, index, facts }): DeviceEvaluation[] => {
    const use: DeviceUse = ledger.devices[index]!;
    if (!use.on) return [];
    const { profile, powerWatts, costUsd } = facts;
    const constructs = { used: use.constructs, limit: facts.maxConstructs };
    const rules = { used: use.rules, limit: facts.maxRules };
    const ingressGbps = { used: use.ingressGbps, limit: facts.gbps };
    const egressGbps = { used: use.egressGbps, limit: facts.gbps };
    const externs = [...use.externGbps].map(([name, used]) => ({
      name,
      gbps: { used, limit: facts.externs.get(name) ?? null },
    }));
    const all = [constructs, rules, ingressGbps, egressGbps, ...externs.map((e) => e.gbps)];
    const shares = all.flatMap((u) => shareOf(u) ?? []);
    return [
      {
        id,
        profile,
        powerWatts,
        costUsd,
        functions: functionsOn.get(id) ?? [],
        forwards: use.forwards,
        constructs,
        rules,
        ingressGbps,
        egressGbps,
        externs,
        load: queues.get(id) ?? null,
        fullest: shares.length > 0 ? Math.max(...shares) : null,
      },
    ];
  });
}

const linksOf = ({ instance }: UsedPart, ledger: Ledger): LinkEvaluation[] =>
  instance.problem.links.map(({ a, b, gbps }, link) => ({
    a,
    b,
    gbps,
    thereGbps: ledger.arcGbps[2 * link]!,
    backGbps: ledger.arcGbps[2 * link + 1]!,
  }));
