import { type Facts, runsOn, TOLERANCE } from "./facts.ts";

/** One way to embed a chain: the device of each function, and links crossed, `2 * link` there, one more back. */
export type Way = {
  hosts: readonly number[];
  crossed: readonly number[];
  /** devices that the chain leaves, each once */
  left: readonly number[];
  us: number;
};

/**
 * All ways of a chain within its budget: every choice of devices with every simple route between them, less those
 * that cross and leave what another way with the same devices does, and more. Null when there are more than `most`.
 */
export function waysOf(facts: Facts, chain: number, most: number): Way[] | null {
  const { functions, maxDelayUs, gbps, from: start, to: end } = facts.problem.chains[chain]!;
  let ways: Way[] = [{ hosts: [], crossed: [], left: [], us: 0 }];
  const onward = (way: Way, to: number, from: number, own: number): Way[] =>
    routes(facts, from, to, gbps).map((route) => ({
      hosts: way.hosts,
      crossed: [...way.crossed, ...route.crossed],
      left: [...new Set([...way.left, ...route.left])],
      us: way.us + route.us + own,
    }));
  for (const type of functions) {
    const f = facts.fn(type);
    ways = ways.flatMap((way) =>
      facts.devices.flatMap((device, to) => {
        if (!runsOn(f, device)) return [];
        const own = device.functionUs(f)!;
        const from = way.hosts.at(-1) ?? (start === undefined ? null : facts.hostAt(start));
        if (from === null) return [{ ...way, hosts: [to], us: device.baseUs + own }];
        return onward({ ...way, hosts: [...way.hosts, to] }, to, from, own);
      }),
    );
    if (ways.length > most) return null;
  }
  if (end !== undefined) ways = ways.flatMap((way) => onward(way, facts.hostAt(end), way.hosts.at(-1)!, 0));
  if (ways.length > most) return null;
  const inTime = ways.filter((w) => maxDelayUs === null || w.us <= maxDelayUs + TOLERANCE);
  return withoutWorse(inTime);
}

type Route = { crossed: readonly number[]; left: readonly number[]; us: number };

function routes(
  facts: Facts,
  from: number,
  to: number,
  gbps: number,
  seen: readonly number[] = [from],
): Route[] {
  if (from === to) return [{ crossed: [], left: [], us: 0 }];
  const starts = seen.length === 1 && from >= facts.devices.length;
  if (!facts.forwards[from] && !starts) return [];
  const own = from < facts.devices.length ? [from] : [];
  return facts.links.flatMap(({ ends, us, gbps: capacity }, link) => {
    const side = ends.indexOf(from);
    const next = ends[1 - side];
    if (side < 0 || next === undefined || seen.includes(next) || gbps > capacity + TOLERANCE) return [];
    const enterUs = facts.devices[next]?.baseUs ?? 0;
    return routes(facts, next, to, gbps, [...seen, next]).map((rest) => ({
      crossed: [2 * link + side, ...rest.crossed],
      left: [...own, ...rest.left],
      us: facts.leaveUs[from]! + us + enterUs + rest.us,
    }));
  });
}

function withoutWorse(ways: readonly Way[]): Way[] {
  const byHosts = new Map<string, Way[]>();
  for (const way of ways)
    byHosts.set(way.hosts.join(" "), [...(byHosts.get(way.hosts.join(" ")) ?? []), way]);
  return [...byHosts.values()].flatMap((group) => {
    const kept: Way[] = [];
    group.sort((a, b) => a.crossed.length - b.crossed.length || a.left.length - b.left.length || a.us - b.us);
    for (const way of group)
      if (!kept.some((k) => k.us <= way.us && within(k.left, way.left) && within(k.crossed, way.crossed)))
        kept.push(way);
    return kept;
  });
}

/** Whether `all` holds each item of `part` at least as often. */
const within = (part: readonly number[], all: readonly number[]): boolean =>
  part.every((item) => count(part, item) <= count(all, item));
const count = (list: readonly number[], item: number): number => list.filter((i) => i === item).length;
