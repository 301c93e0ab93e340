import type { Catalogue, Problem } from "../../src/placement/index.ts";
import { type Facts, factsOf, TOLERANCE } from "./facts.ts";
import { type Way, waysOf } from "./ways.ts";

/** The least objective of a placement; null: there is none. */
export type Least = { objective: number | null };

/** Ways of a chain, and steps of the search, beyond which a problem is left out. */
const MOST_WAYS = 2_000;
const MOST_STEPS = 20_000;

/**
 * The least objective over all placements by enumeration: chain after chain, each in all its ways (`waysOf`), with
 * the resources counted anew at each step. Shares no code with the engines and their models. `known`: the objective
 * of a placement that the checker accepted; only better ones are looked for. Null when the search gets too large.
 */
export function leastPlacement(problem: Problem, catalogue: Catalogue, known: number | null): Least | null {
  const facts = factsOf(problem, catalogue);
  const ways: Way[][] = [];
  for (const [chain, { functions, gbps, maxDelayUs, packetBytes, from, to }] of problem.chains.entries()) {
    // chains that are alike have the same ways
    const alike = problem.chains.findIndex(
      (c) =>
        c.functions.join() === functions.join() &&
        c.gbps === gbps &&
        c.maxDelayUs === maxDelayUs &&
        c.packetBytes === packetBytes &&
        c.from === from &&
        c.to === to,
    );
    const own = alike < chain ? ways[alike]! : waysOf(facts, chain, MOST_WAYS);
    if (own === null) return null;
    ways.push(alike < chain ? own : own.sort((a, b) => priceOf(facts, [a]) - priceOf(facts, [b])));
  }
  // the chain with the fewest ways first; those that are alike stay together
  const order = [...ways.keys()].sort((a, b) => ways[a]!.length - ways[b]!.length || a - b);
  let best = known;
  let steps = 0;
  const search = (placed: readonly { chain: number; way: Way; at: number }[]): boolean => {
    if (++steps > MOST_STEPS) return false;
    const price = priceOf(
      facts,
      placed.map((p) => p.way),
    );
    if (best !== null && price >= best - TOLERANCE * Math.max(1, Math.abs(best))) return true;
    if (!holds(facts, placed)) return true;
    const chain = order[placed.length];
    if (chain === undefined) {
      best = price;
      return true;
    }
    const before = placed.at(-1);
    const from = before && ways[before.chain] === ways[chain] ? before.at : 0;
    return ways[chain]!.every((way, at) => at < from || search([...placed, { chain, way, at }]));
  };
  return search([]) ? { objective: best } : null;
}

/** The weighted objective of some chains; more chains cost no less. */
function priceOf({ weights, devices }: Facts, ways: readonly Way[]): number {
  const used = new Set(ways.flatMap((w) => [...w.hosts, ...w.left]));
  const perDevice = [...used].map(
    (d) => weights.power * devices[d]!.powerWatts + weights.cost * devices[d]!.costUsd,
  );
  return perDevice.reduce((sum, p) => sum + p, 0) + weights.delay * ways.reduce((us, w) => us + w.us, 0);
}

/** Eqs. 5.11, 5.12, 5.14, 5.26, 5.27, 5.30, and the cycles of servers. */
function holds(facts: Facts, placed: readonly { chain: number; way: Way }[]): boolean {
  const { problem, devices, links } = facts;
  const chainOf = (p: { chain: number }) => problem.chains[p.chain]!;
  const fits = (used: number, limit: number | null): boolean => limit === null || used <= limit + TOLERANCE;
  const total = (list: readonly number[]): number => list.reduce((sum, n) => sum + n, 0);
  const crossing = links.map(() => [0, 0]);
  for (const p of placed) for (const c of p.way.crossed) crossing[c >> 1]![c & 1]! += chainOf(p).gbps;
  const half = problem.options.linkDirection === "half-duplex";
  const linksHold = links.every(({ gbps }, l) =>
    fits(half ? total(crossing[l]!) : Math.max(...crossing[l]!), gbps),
  );
  if (!linksHold) return false;
  return devices.every((device, d) => {
    const here = placed.flatMap((p) =>
      p.way.hosts.flatMap((host, k) =>
        host === d
          ? [{ f: facts.fn(chainOf(p).functions[k]!), chain: chainOf(p), ends: endsOf(chainOf(p), k) }]
          : [],
      ),
    );
    const left = placed.some((p) => p.way.left.includes(d));
    const installed = [...here.map((h) => h.f), ...(left ? facts.required : [])];
    const sized = problem.options.sharing ? [...new Set(installed)] : installed;
    const rate = (end: 0 | -1): number =>
      total(placed.map((p) => (p.way.hosts.at(end) === d ? chainOf(p).gbps : 0)));
    const { software } = device;
    const cycles = here.map(({ f, chain, ends }) => {
      if (software === null) return 0;
      const bytes = (chain.packetBytes ?? 1500) + software.overheadBytes;
      const batched = (f.cyclesPerBatch ?? 0) / software.batchPackets;
      return (
        (chain.gbps / (8 * bytes)) * ((f.cyclesPerPacket ?? 0) + batched + (ends * software.ioCycles) / 2)
      );
    });
    return (
      fits(total(sized.flatMap((f) => Object.values(f.features))), device.maxConstructs) &&
      fits(total(installed.map((f) => f.rules)), device.maxRules) &&
      fits(rate(0), device.gbps) &&
      fits(rate(-1), device.gbps) &&
      fits(total(cycles), software?.gigacycles ?? null) &&
      [...device.externs].every(([name, gbps]) =>
        fits(
          total(
            here.map(({ f, chain }) => (f.externs.some((e) => e.toLowerCase() === name) ? chain.gbps : 0)),
          ),
          gbps,
        ),
      )
    );
  });
}

/** Ends of the chain that function `k` is: there packets come in or go out. */
const endsOf = ({ functions }: { functions: readonly unknown[] }, k: number): number =>
  (k === 0 ? 1 : 0) + (k === functions.length - 1 ? 1 : 0);
