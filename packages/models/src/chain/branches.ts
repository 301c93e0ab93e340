import type { Chain } from "./schema.ts";

/** One way of packets through a chain: positions of its functions, and the share of packets that take it. */
type ChainWay = { functions: number[]; share: number };
type Branching = { functions: readonly string[]; branches?: Chain["branches"] };

/** Ways that a chain may have (our choice). */
const MOST_WAYS = 64;
const SAME_SHARE = 1e-6;

/** Where packets go behind each function: as `branches` says, else on to the next; null: the chain ends there. */
const nextOf = (
  { functions, branches = [] }: Branching,
  from: number,
): { to: number | null; share: number }[] => {
  const stated = branches.filter((branch) => branch.from === from);
  if (stated.length > 0) return stated;
  return [{ to: from + 1 < functions.length ? from + 1 : null, share: 1 }];
};

/** The ways of packets through a chain whose branches have no faults, in the order of its functions. */
export function waysOfChain(chain: Branching): ChainWay[] {
  const ways: ChainWay[] = [];
  const follow = (functions: number[], share: number): void => {
    for (const { to, share: part } of nextOf(chain, functions.at(-1)!)) {
      if (ways.length > MOST_WAYS) return;
      if (to === null) ways.push({ functions, share: share * part });
      else follow([...functions, to], share * part);
    }
  };
  follow([0], 1);
  return ways;
}

/** What is wrong with the branches of a chain, each at its place in the list; in words. */
export function branchFaults(chain: Branching): { index: number; message: string }[] {
  const { functions, branches = [] } = chain;
  if (branches.length === 0 || functions.length === 0) return [];
  const last = functions.length - 1;
  const outside = branches.flatMap(({ from, to }, index) => {
    if (from > last || (to !== null && to > last))
      return [{ index, message: `the chain has functions 0 to ${last}; name one of these` }];
    if (to !== null && to <= from)
      return [
        { index, message: `packets go forward only, from ${from} to a later function or to the end (null)` },
      ];
    return [];
  });
  if (outside.length > 0) return outside;
  const faults: { index: number; message: string }[] = [];
  for (const from of new Set(branches.map((branch) => branch.from))) {
    const own = branches.flatMap((branch, index) => (branch.from === from ? [{ ...branch, index }] : []));
    const [first] = own;
    const sum = own.reduce((total, { share }) => total + share, 0);
    if (Math.abs(sum - 1) > SAME_SHARE)
      faults.push({
        index: first!.index,
        message: `the shares behind function ${from} add up to ${Number(sum.toPrecision(6))}, not 1`,
      });
    if (new Set(own.map(({ to }) => to)).size < own.length)
      faults.push({
        index: own.at(-1)!.index,
        message: `function ${from} has two branches to the same function`,
      });
  }
  if (faults.length > 0) return faults;
  const ways = waysOfChain(chain);
  if (ways.length > MOST_WAYS) return [{ index: 0, message: `the chain has more than ${MOST_WAYS} ways` }];
  const reached = new Set(ways.flatMap((way) => way.functions));
  const idle = functions.findIndex((_, k) => !reached.has(k));
  return idle < 0
    ? []
    : [
        {
          index: 0,
          message: `no packet reaches function ${idle} (${functions[idle]}); add a branch to it, or take it out`,
        },
      ];
}

/** Whether some way of a chain passes both functions. */
export const isOnOneWay = (chain: Branching, from: number, to: number): boolean =>
  waysOfChain(chain).some(({ functions }) => functions.includes(from) && functions.includes(to));
