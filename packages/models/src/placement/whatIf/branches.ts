import { unfoldBranches, wayId } from "../branching/unfold.ts";
import type { Problem } from "../problem.ts";
import type { ChainEvaluation, WayEvaluation } from "./evaluation.ts";
import type { LaidChain, WhatIf } from "./state.ts";

/** The state with each way of a chain that branches as a chain of its own. */
export function unfoldState<S extends Pick<WhatIf, "problem" | "layout">>(state: S): S {
  const problem = unfoldBranches(state.problem);
  if (problem === state.problem) return state;
  const chains = state.layout.chains.flatMap(({ id, hosts, ways, ...laid }): LaidChain[] =>
    ways === undefined
      ? [{ id, hosts, ...laid }]
      : ways.map(({ functions, route, entry, exit }, index) => ({
          ...{ id: wayId(id, index), hosts: functions.map((k) => hosts[k]!), route },
          ...(entry === undefined ? {} : { entry }),
          ...(exit === undefined ? {} : { exit }),
        })),
  );
  return { ...state, problem, layout: { chains } };
}

/** Evaluations of ways under their chain: it is judged by its slowest way, a segment by the slowest that passes it. */
export function foldEvaluations(
  { problem, layout }: WhatIf,
  { ways }: Problem,
  evaluations: readonly ChainEvaluation[],
): ChainEvaluation[] {
  if (ways === undefined) return [...evaluations];
  return problem.chains.map((chain): ChainEvaluation => {
    const own = evaluations.filter(({ id }) => (ways[id]?.chain ?? id) === chain.id);
    if (chain.branches === undefined) return own[0]!;
    const slowest = slowestOf(own, ({ delay }) => delay?.delayUs ?? Number.POSITIVE_INFINITY);
    const laid = layout.chains.find(({ id }) => id === chain.id);
    const segments = chain.segments.map(({ id }) =>
      slowestOf(
        own.flatMap((way) => way.segments.filter((segment) => segment.id === id)),
        ({ delay }) => delay?.delayUs ?? Number.POSITIVE_INFINITY,
      ),
    );
    const taken = own.map(({ id, route, entry, exit, delay, terms }): WayEvaluation => {
      const { positions, share } = ways[id]!;
      return { functions: positions, share, route, entry, exit, delay, terms };
    });
    const { id, gbps } = chain;
    return { ...slowest, id, gbps, hosts: laid?.hosts ?? [], segments, ways: taken };
  });
}

const slowestOf = <T>(list: readonly T[], us: (item: T) => number): T =>
  list.reduce((most, item) => (us(item) > us(most) ? item : most));
