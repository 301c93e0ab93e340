import type { Problem } from "./problem.ts";
import type { PlacedChain, PlacedWay } from "./result.ts";
import { type Report, TOLERANCE } from "./verifyFacts.ts";

type Asked = Problem["chains"][number];
/** A chain, or one way of a chain that branches (`of`), as a chain of its own with its place. */
export type AskedWay = { of: string; takesRoom: boolean[]; chain: Asked; placed: PlacedChain };

/** A chain without branches is its only way. */
export function checkSingle(chain: Asked, placed: PlacedChain, report: Report): AskedWay[] {
  if (placed.ways !== undefined)
    report("5.6", [chain.id], `chain ${chain.id} does not branch, but the answer gives it ways`);
  return [{ of: chain.id, takesRoom: chain.functions.map(() => true), chain, placed }];
}

/**
 * The ways of a chain that branches (BR1): each function on one device, each stretch between two of them one path, the
 * slowest way the delay of the chain. Ways are followed here from the last function back, by names alone.
 */
export function waysApart(chain: Asked, placed: PlacedChain, report: Report): AskedWay[] {
  const { id } = chain;
  if (placed.hosts.length !== chain.functions.length) {
    report(
      "5.6",
      [id],
      `chain ${id} has ${chain.functions.length} functions, the answer gives ${placed.hosts.length} hosts`,
    );
    return [];
  }
  const asked = new Map(waysBack(chain).map((way) => [way.functions.join(" "), way.share]));
  const given = placed.ways ?? [];
  const named = new Set(given.map((way) => way.functions.join(" ")));
  const isWhole =
    named.size === given.length && named.size === asked.size && [...named].every((way) => asked.has(way));
  if (!isWhole) {
    report(
      "5.6",
      [id],
      `chain ${id} has ${asked.size} ways, the answer gives ${given.length} of them, or others`,
    );
    return [];
  }
  const slowestUs = Math.max(...given.map((way) => way.delayUs));
  if (!(Math.abs(placed.delayUs - slowestUs) <= TOLERANCE))
    report(
      "delayUs",
      [id],
      `the answer states ${placed.delayUs} us for chain ${id}, its slowest way takes ${slowestUs} us`,
    );
  const pathOf = new Map<string, string>();
  const seen = new Set<number>();
  return given.map((way, w) => {
    const { functions, share, ...route } = way;
    const expected = asked.get(functions.join(" "))!;
    if (!(Math.abs(share - expected) <= TOLERANCE))
      report("5.6", [id], `the answer lets ${share} of chain ${id} take a way that ${expected} take`);
    for (const [stretch, path] of stretches(placed, way)) {
      const known = pathOf.get(stretch) ?? path;
      pathOf.set(stretch, known);
      if (known !== path)
        report(
          "5.28",
          [id],
          `ways of chain ${id} go from function ${stretch} along ${known} and along ${path}; packets do not know their way yet`,
        );
    }
    const takesRoom = functions.map((k) => !seen.has(k));
    for (const k of functions) seen.add(k);
    const name = `${id}/${w + 1}`;
    return {
      of: id,
      takesRoom,
      chain: {
        ...chain,
        id: name,
        functions: functions.map((k) => chain.functions[k]!),
        gbps: chain.gbps * share,
      },
      placed: { ...route, id: name, hosts: functions.map((k) => placed.hosts[k]!) },
    };
  });
}

/** Every way, found from where the chain may end. */
function waysBack({ functions, branches = [] }: Asked): { functions: number[]; share: number }[] {
  const behind = (k: number) => {
    const own = branches.filter((b) => b.from === k);
    return own.length > 0 ? own : [{ from: k, to: k + 1 === functions.length ? null : k + 1, share: 1 }];
  };
  const steps = functions.flatMap((_, k) => behind(k));
  const back = (way: number[], share: number): { functions: number[]; share: number }[] =>
    way[0] === 0
      ? [{ functions: way, share }]
      : steps.filter((s) => s.to === way[0]).flatMap((s) => back([s.from, ...way], s.share * share));
  return steps.filter((s) => s.to === null).flatMap((s) => back([s.from], s.share));
}

/** Each stretch of a way that crosses links, by the functions at its ends, and its path. */
function stretches({ hosts }: PlacedChain, { functions, route, entry, exit }: PlacedWay): [string, string][] {
  const paths = route.filter((path) => path.length > 1);
  let next = 0;
  const between = functions.slice(1).map((to, i): [string, string] => {
    const from = functions[i]!;
    const path = hosts[from] === hosts[to] ? [hosts[to]!] : (paths[next++] ?? []);
    return [`${from} to ${to}`, path.join(" - ")];
  });
  return [
    ...between,
    ...(entry ? [["entry", entry.join(" - ")] as [string, string]] : []),
    ...(exit ? [[`${functions.at(-1)} to the end`, exit.join(" - ")] as [string, string]] : []),
  ];
}
