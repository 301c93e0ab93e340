import type { Problem } from "../problem.ts";

type LaidWay = {
  readonly functions: readonly number[];
  readonly route: readonly (readonly string[])[];
  readonly entry?: readonly string[] | undefined;
  readonly exit?: readonly string[] | undefined;
};

/** Where chains run: device of each function and the paths between them, as in a `Placement`, which is one. */
export type Layout = {
  readonly chains: readonly {
    readonly id: string;
    readonly hosts: readonly string[];
    readonly route: readonly (readonly string[])[];
    /** from the host where the chain starts, and to the one where it ends */
    readonly entry?: readonly string[] | undefined;
    readonly exit?: readonly string[] | undefined;
    /** of a chain that branches: positions of the functions of each, and its paths */
    readonly ways?: readonly LaidWay[] | undefined;
  }[];
};
export type LaidChain = Layout["chains"][number];

/** What is down, by id; links as their two ends in the order of the problem. */
export type Failed = {
  readonly nodes: readonly string[];
  readonly links: readonly (readonly [string, string])[];
};

/**
 * A problem, where its chains run, and what has failed: the state that changes are applied to. A plain value,
 * never mutated.
 */
export type WhatIf = { readonly problem: Problem; readonly layout: Layout; readonly failed: Failed };

/** State in which nothing has failed. The problem must have passed `parseProblem`; a `Placement` is a layout. */
export const startWhatIf = (problem: Problem, { chains }: Layout): WhatIf => ({
  problem,
  layout: {
    chains: chains.map(({ id, hosts, route, entry, exit, ways }) => ({
      ...{ id, hosts, route },
      ...(entry === undefined ? {} : { entry }),
      ...(exit === undefined ? {} : { exit }),
      ...(ways === undefined ? {} : { ways }),
    })),
  },
  failed: { nodes: [], links: [] },
});

/** The problem without what has failed: what is left for an engine to embed into. */
export function liveProblem({ problem, failed }: WhatIf): Problem {
  if (failed.nodes.length + failed.links.length === 0) return problem;
  const down = new Set(failed.nodes);
  const cut = new Set(failed.links.map(([a, b]) => `${a} ${b}`));
  return {
    ...problem,
    devices: problem.devices.filter((d) => !down.has(d.id)),
    switches: problem.switches.filter((s) => !down.has(s.id)),
    links: problem.links.filter((l) => !down.has(l.a) && !down.has(l.b) && !cut.has(`${l.a} ${l.b}`)),
  };
}
