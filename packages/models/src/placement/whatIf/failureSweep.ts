import { assert } from "../../core/index.ts";
import type { Catalogue } from "../catalogue.ts";
import type { PlacementSolver } from "../engine.ts";
import { waysOf } from "../ways.ts";
import { applyChange, applyChanges } from "./applyChange.ts";
import type { Change } from "./change.ts";
import { evaluatePlacement } from "./evaluatePlacement.ts";
import type { Evaluation } from "./evaluation.ts";
import { profilesOf, wiringOf } from "./network.ts";
import { reembed } from "./reembed.ts";
import { pathsAlong } from "./routedWays.ts";
import { liveProblem, startWhatIf, type WhatIf } from "./state.ts";
import type { FailureSweep, StrickenChain, SweepCase } from "./sweepResult.ts";

export type SweepOptions = {
  readonly catalogue: Catalogue;
  /** monotonic clock */
  readonly nowMs: () => number;
  /** engines that may place everything anew where the stricken chains alone find no place; none when left out */
  readonly engines?: readonly PlacementSolver[] | undefined;
  /** seconds for the whole sweep; what is left then is counted */
  readonly timeLimitS?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
};

type Element = Pick<SweepCase, "kind" | "ids"> & { failure: Change };

const MS_PER_S = 1000;

/**
 * What every single failure of a device, switch or link that the layout uses would do: which chains it hits,
 * what their detours take, whether the lost ones can be embedded anew. Worst first. Between failures the
 * thread takes other work; it rejects only with the signal's reason.
 */
export async function failureSweep(state: WhatIf, options: SweepOptions): Promise<FailureSweep> {
  const { catalogue, nowMs, timeLimitS, signal, onProgress } = options;
  const started = nowMs();
  const endsMs = timeLimitS === undefined ? Number.POSITIVE_INFINITY : started + timeLimitS * MS_PER_S;
  const base = evaluatePlacement(state, { catalogue });
  const elements = elementsOf(state, base);
  const cases: SweepCase[] = [];
  for (const element of elements) {
    signal?.throwIfAborted();
    if (nowMs() >= endsMs) break;
    cases.push(await sweepOne(state, base, element, options, endsMs));
    onProgress?.({ done: cases.length, total: elements.length });
    await new Promise((resolve) => setTimeout(resolve));
  }
  const { problem } = state;
  const used = (kind: SweepCase["kind"]): number => elements.filter((e) => e.kind === kind).length;
  return {
    cases: cases.sort(worstFirst),
    unused: {
      devices: problem.devices.length - used("device"),
      switches: problem.switches.length - used("switch"),
      links: problem.links.length - used("link"),
    },
    left: elements.length - cases.length,
  };
}

/** What carries a sound chain, in the order in which chains meet it. */
function elementsOf({ problem }: WhatIf, base: Evaluation): Element[] {
  const elements = new Map<string, Element>();
  const devices = profilesOf(problem);
  const ends = new Set((problem.hosts ?? []).map((h) => h.id));
  const { linkOf } = wiringOf(problem);
  for (const { delay, hosts, ...laid } of base.chains) {
    if (delay === null) continue;
    const ways = (laid.ways ?? [laid]).flatMap((way) => waysOf({ hosts, ...way }));
    for (const node of [...hosts, ...ways.flat()]) {
      // a host is no part of the cloud: without it there is no chain
      if (ends.has(node)) continue;
      const kind = devices.has(node) ? "device" : "switch";
      elements.set(node, { kind, ids: [node], failure: { kind: "fail", node } });
    }
    for (const path of ways) {
      path.slice(1).forEach((node, i) => {
        const link = linkOf(path[i]!, node);
        assert(link !== null, "a sound chain follows links");
        const { a, b } = link;
        elements.set(`${a} ${b}`, { kind: "link", ids: [a, b], failure: { kind: "fail-link", a, b } });
      });
    }
  }
  return [...elements.values()];
}

async function sweepOne(
  state: WhatIf,
  base: Evaluation,
  { kind, ids, failure }: Element,
  options: SweepOptions,
  endsMs: number,
): Promise<SweepCase> {
  const { catalogue, nowMs } = options;
  const failed = applyChange(state, failure, catalogue);
  assert(failed.ok, "what carries a chain is in the problem");
  const down = evaluatePlacement(failed.value, { catalogue });
  const hit = base.chains.flatMap(({ id, delay }, i) =>
    delay !== null && down.chains[i]!.delay === null ? [id] : [],
  );
  const [gone] = ids;
  const hosted = (id: string): boolean =>
    kind === "device" && base.chains.find((c) => c.id === id)!.hosts.includes(gone!);
  const detours = hit.filter((id) => !hosted(id)).map((chain): Change => ({ kind: "reroute", chain }));
  const around = applyChanges(failed.value, detours, catalogue).state;
  const detoured = evaluatePlacement(around, { catalogue });
  const delayOf = (e: Evaluation, id: string): number | null =>
    e.chains.find((c) => c.id === id)?.delay?.delayUs ?? null;
  const chains = hit.map((id): StrickenChain => {
    const afterUs = delayOf(detoured, id);
    const { budgetUs, slackUs } = detoured.chains.find((c) => c.id === id)!;
    return {
      id,
      effect: hosted(id) ? "host" : afterUs === null ? "no-way" : "detour",
      beforeUs: delayOf(base, id)!,
      afterUs,
      budgetUs,
      withinBudget: afterUs === null || slackUs === null ? null : !breaks(detoured, "5.31", id),
    };
  });
  const before = new Set(base.violations.map((v) => v.message));
  const crowded = detoured.violations.filter(
    (v) => !before.has(v.message) && !v.ids.some((id) => hit.includes(id)),
  );
  const anew = new Set(
    chains
      .filter((c) => c.afterUs === null || c.withinBudget === false || crowded.length > 0)
      .map((c) => c.id),
  );
  const found = anew.size > 0 ? await placeAnew(around, anew, options, () => nowMs() >= endsMs) : null;
  const last = found ? evaluatePlacement(found.state, { catalogue }) : detoured;
  const added = hit.flatMap((id) => {
    const us = delayOf(last, id);
    return us === null ? [] : [us - delayOf(base, id)!];
  });
  return {
    kind,
    ids,
    chains,
    violations: crowded.map((v) => v.message),
    reembedding: found && {
      chains: [...anew],
      engine: found.engine,
      keepsOthers: found.keepsOthers,
      lost: found.lost,
      proven: found.proven,
      powerWatts: last.powerWatts,
    },
    addedUs: added.length > 0 ? Math.max(...added) : null,
    changes: [
      failure,
      ...hit.flatMap((chain): Change[] => (anew.has(chain) ? [] : [{ kind: "reroute", chain }])),
      ...(found ? placesOf(found, anew) : []),
    ],
  };
}

const breaks = (e: Evaluation, constraint: string, id: string): boolean =>
  e.violations.some((v) => v.constraint === constraint && v.ids[0] === id);

/**
 * Changes that put the chains where the new layout has them, on its ways: the fastest ones, chosen one by
 * one, may not fit together.
 */
const placesOf = ({ state, keepsOthers, lost }: Anew, anew: ReadonlySet<string>): Change[] =>
  state.layout.chains.flatMap((laid): Change[] => {
    const { id, hosts } = laid;
    if ((keepsOthers && !anew.has(id)) || lost.includes(id)) return [];
    const chain = state.problem.chains.find((c) => c.id === id);
    const ways = chain?.branches === undefined ? waysOf(laid) : pathsAlong(chain, laid);
    const route = ways.length > 0 || laid.ways ? ways : laid.route;
    return [{ kind: "place", chain: id, hosts: [...hosts], route: route.map((path) => [...path]) }];
  });

type Anew = { state: WhatIf; engine: string | null; keepsOthers: boolean; lost: string[]; proven: boolean };

/** First the stricken chains alone, the others staying; then, where engines are given, everything anew. */
async function placeAnew(
  state: WhatIf,
  anew: ReadonlySet<string>,
  { catalogue, engines = [], nowMs, signal }: SweepOptions,
  stop: () => boolean,
): Promise<Anew> {
  const found = reembed(state, catalogue, anew, stop);
  const beside = { ...state, layout: found.layout };
  // places are found without load; those that do not hold under it are none
  const late = lateUnderLoad(beside, anew, catalogue);
  const lost = [...found.lost, ...late];
  const proven = found.proven && late.length === 0;
  const kept = { state: beside, keepsOthers: true, lost, proven };
  if (lost.length === 0) return { ...kept, engine: "exact" };
  const problem = liveProblem(state);
  for (const engine of engines) {
    if (stop()) break;
    const answer = await engine.place(problem, { catalogue, nowMs, signal, timeLimitS: ENGINE_LIMIT_S });
    if (answer.status === "infeasible") continue;
    const { layout: moved } = startWhatIf(problem, answer);
    return { state: { ...state, layout: moved }, engine: engine.id, keepsOthers: false, lost: [], proven };
  }
  return { ...kept, engine: null };
}

/** Chains among these that have a place, but under load no delay or one over their budget. */
function lateUnderLoad(state: WhatIf, chains: ReadonlySet<string>, catalogue: Catalogue): string[] {
  const evaluation = evaluatePlacement(state, { catalogue });
  if (evaluation.load === null) return [];
  const placed = new Set(state.layout.chains.map((c) => c.id));
  return evaluation.chains
    .filter((c) => chains.has(c.id) && placed.has(c.id))
    .filter((c) => c.delay === null || breaks(evaluation, "5.31", c.id))
    .map((c) => c.id);
}

/** Seconds for one engine after one failure (our choice). */
const ENGINE_LIMIT_S = 10;

function worstFirst(a: SweepCase, b: SweepCase): number {
  const lost = (c: SweepCase): number => c.reembedding?.lost.length ?? 0;
  const stricken = (c: SweepCase): number => c.reembedding?.chains.length ?? 0;
  return (
    lost(b) - lost(a) ||
    stricken(b) - stricken(a) ||
    b.chains.length - a.chains.length ||
    (b.addedUs ?? 0) - (a.addedUs ?? 0) ||
    a.ids.join(" ").localeCompare(b.ids.join(" "))
  );
}
