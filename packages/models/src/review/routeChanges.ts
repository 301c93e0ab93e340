import { type Route, shortestRoute, type Topology } from "../topology/index.ts";

/** Our choices: routes that are named, and the work that seeking them may take (pairs times nodes squared). */
const MOST_NAMED = 50;
const MOST_WORK = 200_000_000;

/**
 * Routes between `ends` that are longer, shorter or gone another way, in words; pairs that only one side joins are not
 * among them. A route that is as good as before and still there has not changed, whichever is found first.
 */
export function routeChanges(
  before: Topology,
  after: Topology,
  ends: readonly string[],
): { texts: string[]; notCompared: string[] } {
  const size = Math.max(before.nodes.length, after.nodes.length, 1);
  const most = Math.floor(MOST_WORK / size ** 2);
  const texts: string[] = [];
  let pairs = 0;
  let changed = 0;
  for (const [i, from] of ends.entries())
    for (const to of ends.slice(i + 1)) {
      pairs++;
      if (pairs > most) continue;
      const [old, now] = [routeOf(before, from, to), routeOf(after, from, to)];
      if (!old || !now || (isAsGood(old, now) && holds(after, old))) continue;
      changed++;
      if (changed <= MOST_NAMED)
        texts.push(`${from} reaches ${to} by ${words(after, now)}, was ${words(before, old)}`);
    }
  const unsought = Math.max(0, pairs - most);
  return {
    texts,
    notCompared: [
      ...(changed > MOST_NAMED ? [`${changed - MOST_NAMED} more routes change; the first are listed`] : []),
      ...(unsought > 0
        ? [`routes of ${unsought} of ${pairs} pairs: the cloud is too large to seek all`]
        : []),
    ],
  };
}

/** Where every link says its delay the fastest, else the one over the fewest links. */
const routeOf = (topology: Topology, from: string, to: string): Route | null =>
  shortestRoute(topology, from, to, knowsDelays(topology) ? "delay" : "hops");

const knowsDelays = ({ links }: Topology): boolean => links.every(({ delayUs }) => delayUs !== undefined);

const isAsGood = (old: Route, now: Route): boolean =>
  old.hops === now.hops && Math.abs(old.delayUs - now.delayUs) < 1e-9;

/** Whether the links of a route are still there. */
function holds({ links }: Topology, { nodes }: Route): boolean {
  const joined = new Set(links.flatMap(({ a, b }) => [`${a}\0${b}`, `${b}\0${a}`]));
  return nodes.every((node, i) => i === 0 || joined.has(`${nodes[i - 1]}\0${node}`));
}

function words(topology: Topology, { nodes, hops, delayUs }: Route): string {
  const between = nodes.slice(1, -1);
  const by = between.length === 0 ? "their link" : between.join(", ");
  const links = `${hops} ${hops === 1 ? "link" : "links"}`;
  return `${by} (${links}${knowsDelays(topology) ? `, ${delayUs.toFixed(2)} us` : ""})`;
}
