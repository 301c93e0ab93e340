import type { Catalogue } from "../catalogue.ts";
import { createHeap } from "../exact/heap.ts";
import { functionFacts, sumOf } from "../instance.ts";
import { requiredTypes } from "../problem.ts";
import { factsAt, switchDelaysOf, wiringOf } from "./network.ts";
import type { WhatIf } from "./state.ts";

/** Delay of the required functions on a device of the problem (us), null where one of them does not run. */
export function forwarding(
  { problem }: Pick<WhatIf, "problem">,
  catalogue: Catalogue,
): (id: string) => number | null {
  const all = new Map([...catalogue.functions, ...problem.functions].map((f) => [f.type, f]));
  const required = requiredTypes(problem, catalogue.functions, "place").flatMap((type) => {
    const fn = all.get(type);
    return fn ? [functionFacts(fn)] : [];
  });
  const known = new Map<string, number | null>();
  return (id) => {
    const facts = factsAt(problem, catalogue, id);
    if (facts === null) return null;
    const us = known.get(facts.profile);
    if (us !== undefined) return us;
    const found = required.every((f) => f.runsOn(facts)) ? sumOf(required, (f) => f.delayUs(facts)) : null;
    known.set(facts.profile, found);
    return found;
  };
}

/**
 * The way from one device or host to another that adds least to the delay of Eq. 5.19, around what has failed, over
 * links that `room` lets pass; ids of the nodes, both ends included. Null when there is none.
 */
export function fastestRoute(
  state: WhatIf,
  catalogue: Catalogue,
  from: string,
  to: string,
  room: (a: string, b: string) => boolean,
): string[] | null {
  const { problem, failed } = state;
  const { ids, indexOf, first, to: ends, via, links, hangs, up } = wiringOf(problem);
  const start = indexOf.get(from);
  const goal = indexOf.get(to);
  if (start === undefined || goal === undefined) return null;
  // of the trees that hang on the network, only what lies above the two ends
  const open = new Set<number>();
  for (const end of [start, goal]) for (let at = end; at >= 0; at = up[at]!) open.add(at);
  const down = new Set(failed.nodes);
  const cut = new Set(failed.links.map(([a, b]) => `${a} ${b}`));
  const switchUs = switchDelaysOf(problem);
  const forwardUs = forwarding(state, catalogue);
  // a host adds nothing, and passes nothing on
  const isEnd = (node: number): boolean => node === start || node === goal;
  const hosts = new Set((problem.hosts ?? []).map((h) => h.id));
  const enterUs = (node: number): number => {
    if (hosts.has(ids[node]!)) return isEnd(node) ? 0 : Number.POSITIVE_INFINITY;
    return passUs(node);
  };
  const passUs = (node: number): number =>
    switchUs.get(ids[node]!) ?? factsAt(problem, catalogue, ids[node]!)?.baseUs ?? Number.POSITIVE_INFINITY;
  const leaveUs = (node: number): number =>
    switchUs.has(ids[node]!) || hosts.has(ids[node]!)
      ? 0
      : (forwardUs(ids[node]!) ?? Number.POSITIVE_INFINITY);
  const best = new Float64Array(ids.length).fill(Number.POSITIVE_INFINITY);
  const cameFrom = new Int32Array(ids.length).fill(-1);
  const queue = createHeap<{ node: number; us: number }>((a, b) => a.us < b.us);
  best[start] = 0;
  queue.push({ node: start, us: 0 });
  for (;;) {
    const next = queue.pop();
    if (next === undefined || next.node === goal) break;
    const node: number = next.node;
    if (next.us > best[node]!) continue;
    const left = next.us + leaveUs(node);
    for (let e: number = first[node]!; e < first[node + 1]!; e++) {
      const other: number = ends[e]!;
      if (hangs[other] === 1 && !open.has(other)) continue;
      const link = links[via[e]!]!;
      const there = left + (link.delayUs ?? 0) + enterUs(other);
      if (!(there < best[other]!) || down.has(ids[other]!)) continue;
      if (cut.has(`${link.a} ${link.b}`) || !room(ids[node]!, ids[other]!)) continue;
      best[other] = there;
      cameFrom[other] = node;
      queue.push({ node: other, us: there });
    }
  }
  if (best[goal] === Number.POSITIVE_INFINITY) return null;
  const path: string[] = [];
  for (let at = goal; at >= 0; at = cameFrom[at]!) path.unshift(ids[at]!);
  return path;
}
