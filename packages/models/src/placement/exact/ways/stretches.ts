import { type ChainInstance, type Instance, sumOf } from "../../instance.ts";

/** From one function of a chain to the next, or, of its first function, its place: what a search decides in one go. */
type Stretch = {
  /** keys (`ChainWay`); null: the chain begins */
  from: number | null;
  to: number;
  /** the way that is followed, and its position of `to` */
  way: number;
  k: number;
  /** whether `to` has its device by now */
  isPlaced: boolean;
  /** Gbps of all ways that share it */
  gbps: number;
  /** ways of which it is the last stretch that is decided */
  completes: readonly number[];
};

/** A chain that branches as a search sees it: its ways, keys by number, and what is to be decided in turn. */
export type WayPlan = {
  chains: readonly ChainInstance[];
  /** of each way, the keys of its functions */
  keys: readonly (readonly number[])[];
  stretches: readonly Stretch[];
  /** of each way, the stretch to its function `k`; that of the first is its place */
  stretchOf: readonly (readonly number[])[];
  /** of each way, what its functions from `k` on take at least, wherever they run */
  restUs: readonly (readonly number[])[];
};

/** Way by way, and of each what the ways before have not decided. */
export function planWays(instance: Instance, group: readonly number[]): WayPlan {
  const chains = group.map((index) => instance.chains[index]!);
  const numbers = new Map<string, number>();
  const numberOf = (key: string): number => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  const stretches: (Stretch & { completes: number[] })[] = [];
  const known = new Map<string, number>();
  const placed = new Set<number>();
  const keys = chains.map(({ way }) => way!.keys.map(numberOf));
  const stretchOf = chains.map(({ chain }, way) => {
    const own = keys[way]!.map((to, k) => {
      const from = k === 0 ? null : keys[way]![k - 1]!;
      const name = `${from} ${to}`;
      const index = known.get(name) ?? stretches.length;
      if (index === stretches.length)
        stretches.push({ from, to, way, k, isPlaced: placed.has(to), gbps: 0, completes: [] });
      known.set(name, index);
      placed.add(to);
      stretches[index]!.gbps += chain.gbps;
      return index;
    });
    stretches[Math.max(...own)]!.completes.push(way);
    return own;
  });
  return { chains, keys, stretches, stretchOf, restUs: chains.map((chain) => restOf(instance, chain)) };
}

function restOf({ devices }: Instance, { functions }: ChainInstance): number[] {
  const least = functions.map((f) =>
    Math.min(...devices.flatMap(({ facts }) => (f.runsOn(facts) ? [f.delayUs(facts)] : []))),
  );
  return [...functions, null].map((_, k) => sumOf(least.slice(k), (us) => us));
}
