import type { Placement } from "../result.ts";
import { type EvaluateOptions, evaluatePlacement } from "./evaluatePlacement.ts";
import type { WayEvaluation } from "./evaluation.ts";
import type { WhatIf } from "./state.ts";

/**
 * A layout made by hand as an answer, to save, compare or freeze; `timeMs` is 0. Chains without a sound place
 * are rejected, and every broken constraint stands in `conflicts`, which makes it infeasible.
 */
export function placementOf(state: WhatIf, options: EvaluateOptions, engine = "what-if"): Placement {
  const asked = evaluatePlacement(state, options);
  const { violations } = asked;
  const rejected = asked.chains.filter((c) => c.delay === null).map((c) => c.id);
  // what is rejected loads nothing
  const held = state.layout.chains.filter((c) => !rejected.includes(c.id));
  const { chains, powerWatts, objective, load } =
    asked.load === null ? asked : evaluatePlacement({ ...state, layout: { chains: held } }, options);
  const placed = chains.flatMap(({ id, hosts, ways, ...laid }) => {
    const route = routeOf(laid);
    if (route === null) return [];
    const taken = ways?.flatMap(({ functions, share, ...way }) => {
      const own = routeOf(way);
      return own === null ? [] : [{ functions: [...functions], share, ...own }];
    });
    return [{ id, hosts: [...hosts], ...route, ...(taken === undefined ? {} : { ways: taken }) }];
  });
  const broken = violations.filter((v) => v.constraint !== "DL");
  return {
    status: broken.length === 0 ? "feasible" : "infeasible",
    engine,
    powerWatts,
    objective,
    bound: null,
    gap: null,
    timeMs: 0,
    embedded: placed.length,
    rejected: chains.filter((c) => c.delay === null).map((c) => c.id),
    chains: placed,
    conflicts: violations,
    ...(load === null ? {} : { load }),
  };
}

/** Paths, delay and terms as an answer has them; null without a delay. */
function routeOf({ route, entry, exit, delay, terms }: Omit<WayEvaluation, "functions" | "share">) {
  if (delay === null) return null;
  return {
    route: route.map((path) => [...path]),
    ...(entry === undefined ? {} : { entry: [...entry] }),
    ...(exit === undefined ? {} : { exit: [...exit] }),
    ...delay,
    terms,
  };
}
