import type { FlowNode } from "../flow/flow.ts";
import type { Probabilities } from "../probabilities.ts";
import type { Arc, Vertex } from "./explore.ts";
import type { ProgramWalks } from "./programWalks.ts";

type Shares = Readonly<Record<string, number>>;

/**
 * Place that probabilities can name: what it is called, its shares if any, and the names of a way out, most
 * exact first.
 */
type Place = { name: string; shares: Shares | null; waysOf(arc: Arc): string[] };

/** Tells how packets at a vertex divide over its arcs, and remembers where equal shares had to be assumed. */
export class ArcShares {
  /** places with several ways and no probabilities */
  readonly assumed = new Set<string>();
  private readonly probabilities: Probabilities;

  constructor(probabilities: Probabilities) {
    this.probabilities = probabilities;
  }

  /** Shares of the arcs of `vertex` that lead to an end; they add up to 1. */
  of(vertex: Vertex): Map<Arc, number> {
    const arcs = vertex.arcs.filter((arc) => arc.to === null || arc.to.alive);
    const [only] = arcs;
    if (only && arcs.length === 1) return new Map([[only, 1]]);
    const place = placeOf(vertex.node, this.probabilities);
    const ways = new Map<string, Arc[]>();
    for (const arc of arcs) {
      const name = place.waysOf(arc).find((each) => place.shares && Object.hasOwn(place.shares, each));
      const key = name === undefined ? `* ${arc.edge}` : `= ${name}`;
      ways.set(key, [...(ways.get(key) ?? []), arc]);
    }
    const named = [...ways.keys()].filter((key) => key.startsWith("= "));
    const edges = new Set(arcs.map((arc) => arc.edge));
    if (named.length === 0 && edges.size > 1) this.assumed.add(place.name);
    const left = Math.max(0, 1 - sum(Object.values(place.shares ?? {})));
    const weights = new Map<Arc, number>();
    for (const [key, members] of ways) {
      const weight = key.startsWith("= ")
        ? (place.shares?.[key.slice(2)] ?? 0)
        : left / Math.max(1, ways.size - named.length);
      for (const arc of members) weights.set(arc, weight / members.length);
    }
    return normalised(weights);
  }
}

/** Names in `probabilities` that the program does not have, in words. */
export function unknownPlaces({ exploration }: ProgramWalks, probabilities: Probabilities): string[] {
  const tables = new Map<string, Set<string>>();
  const conditions = new Set<string>();
  const states = new Set<string>();
  for (const { node } of exploration.order.toReversed()) {
    if (node.tableRun) {
      const actions = tables.get(node.tableRun.name) ?? new Set();
      tables.set(node.tableRun.name, actions.add(node.tableRun.action));
    }
    if (node.kind === "condition" || node.kind === "switch")
      for (const name of conditionNames(node)) conditions.add(name);
    if (node.state !== undefined) states.add(node.state);
  }
  const has = (names: Iterable<string>, what: string, name: string): string[] => {
    const known = [...names];
    return known.includes(name) ? [] : [`no ${what} ${name}; there are ${known.join(", ") || "none"}`];
  };
  return [
    ...Object.entries(probabilities.tables).flatMap(([table, actions]) => {
      const known = tables.get(table);
      if (!known) return has(tables.keys(), "table", table);
      return Object.keys(actions).flatMap((way) =>
        has(known, `action of table ${table}`, way.replace(/^(hit|miss): /, "")),
      );
    }),
    ...Object.keys(probabilities.conditions).flatMap((name) => has(conditions, "condition", name)),
    ...Object.keys(probabilities.states).flatMap((name) => has(states, "parser state", name)),
  ];
}

export function placeOf(node: FlowNode, { tables, conditions, states }: Probabilities): Place {
  const labelOf = (arc: Arc): string => node.edges.find((edge) => edge.id === arc.edge)?.label ?? "";
  if (node.kind === "table") {
    return {
      name: `table ${node.label}`,
      shares: tables[node.label] ?? null,
      waysOf: (arc) => [labelOf(arc), ...(arc.to?.node.tableRun ? [arc.to.node.tableRun.action] : [])],
    };
  }
  if (node.state !== undefined) {
    return {
      name: `state ${node.state}`,
      shares: states[node.state] ?? null,
      waysOf: ({ to }) => [to?.node.state ?? (to?.node.label === "parser error" ? "reject" : "accept")],
    };
  }
  const named = conditionNames(node).find((name) => Object.hasOwn(conditions, name));
  const given = named === undefined ? null : (conditions[named] ?? null);
  const shares = typeof given === "number" ? { true: given, false: 1 - given } : given;
  return { name: `${node.kind} ${node.label}`, shares, waysOf: (arc) => [labelOf(arc)] };
}

/** A line names one condition, its text perhaps several. */
export const conditionNames = ({ label, span }: FlowNode): string[] => [
  ...(span ? [`line ${span.line}`] : []),
  label,
];

/** Where every way that is left has probability 0, those that are left are equally likely. */
function normalised(weights: ReadonlyMap<Arc, number>): Map<Arc, number> {
  const total = sum([...weights.values()]);
  return new Map([...weights].map(([arc, weight]) => [arc, total > 0 ? weight / total : 1 / weights.size]));
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
