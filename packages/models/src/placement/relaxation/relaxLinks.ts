import type { Problem } from "../problem.ts";
import type { Placement } from "../result.ts";
import { linkLoads } from "../whatIf/routes.ts";
import { descend, type Oracle, roundUp, STEP } from "./oracle.ts";
import type { Relaxation } from "./relaxation.ts";

type Link = Problem["links"][number];

/** So few links are all tried alone; of more, those that an unlimited network would overload (our choice). */
const FEW_LINKS = 40;

/**
 * The least capacity of one link that makes the problem feasible, the others as they are; where no single one
 * suffices, capacities of a set of links none of which can stay, or be smaller while the others of the set
 * are as given.
 */
export async function relaxLinks(problem: Problem, oracle: Oracle): Promise<Relaxation[]> {
  const { links } = problem;
  if (links.length === 0) return [];
  const rates = problem.chains.map((c) => c.gbps * c.functions.length);
  /** more than all chains together can ever load */
  const plenty = 2 * rates.reduce((sum, gbps) => sum + gbps, 0) + 1;
  const free = await oracle.ask(withLinks(problem, new Map(links.map((l) => [l, Math.max(l.gbps, plenty)]))));
  if (free.placement === null) return [];
  const loadOf = loadsOf(problem, free.placement);
  const overloaded = links.filter((l) => loadOf(l) > l.gbps);
  const found: Relaxation[] = [];
  for (const link of links.length <= FEW_LINKS ? links : overloaded) {
    if (oracle.late()) return found;
    const alone = await leastCapacities(problem, oracle, [link], plenty);
    if (alone) found.push(alone);
  }
  if (found.length > 0) return found.sort((a, b) => a.amount - b.amount).slice(0, 1);
  let needed = overloaded;
  for (const link of overloaded) {
    const fewer = needed.filter((l) => l !== link);
    if (oracle.late()) return found;
    const verdict = await oracle.ask(withLinks(problem, new Map(fewer.map((l) => [l, plenty]))));
    if (verdict.placement !== null) needed = fewer;
  }
  const together = await leastCapacities(problem, oracle, needed, plenty);
  return together ? [together] : [];
}

const withLinks = (problem: Problem, capacities: ReadonlyMap<Link, number>): Problem => ({
  ...problem,
  links: problem.links.map((l) => {
    const gbps = capacities.get(l);
    return gbps === undefined ? l : { ...l, gbps };
  }),
});

/** Load of a link as its capacity counts it: the fuller direction, or both together. */
function loadsOf(problem: Problem, placement: Placement): (link: Link) => number {
  const loads = linkLoads(problem, placement);
  const both = problem.options.linkDirection === "half-duplex";
  return ({ a, b }) => {
    const there = loads.get(`${a} ${b}`) ?? 0;
    const back = loads.get(`${b} ${a}`) ?? 0;
    return both ? there + back : Math.max(there, back);
  };
}

async function leastCapacities(
  problem: Problem,
  oracle: Oracle,
  links: readonly Link[],
  plenty: number,
): Promise<Relaxation | null> {
  const capacities = new Map(links.map((l): [Link, number] => [l, plenty]));
  let proven = true;
  for (const link of links) {
    const loadWithin = async (gbps: number): Promise<number | { proof: boolean }> => {
      const verdict = await oracle.ask(withLinks(problem, new Map(capacities).set(link, gbps)));
      if (verdict.placement === null) return { proof: verdict.proof };
      return roundUp(loadsOf(problem, verdict.placement)(link));
    };
    const start = await loadWithin(plenty);
    if (typeof start !== "number") return null;
    const least = await descend(start, STEP, link.gbps, loadWithin);
    capacities.set(link, least.value);
    proven &&= least.proven;
  }
  const raised = [...capacities].filter(([link, gbps]) => gbps > link.gbps);
  if (raised.length === 0) return null;
  const words = raised.map(([{ a, b, gbps }, after]) => `link ${a} - ${b}: ${after} Gbps instead of ${gbps}`);
  return {
    kind: "link",
    message: words.join("; "),
    changes: raised.map(([{ a, b }, gbps]) => ({ kind: "link", a, b, gbps })),
    amount: Math.round(raised.reduce((sum, [link, gbps]) => sum + gbps - link.gbps, 0) * 1e6) / 1e6,
    unit: "Gbps",
    proven,
  };
}
