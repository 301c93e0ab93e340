import type { TrafficClass } from "../../classes/synthesis.ts";

/** The numbers of `named` for those of `classes` that do the same with the same flows. */
export function numbersOf(
  classes: readonly TrafficClass[],
  named: readonly TrafficClass[],
): Map<TrafficClass, number> {
  const keyOf = ({ ending, writes, mtu, nextHop, dropsBroadcasts, state, flows }: TrafficClass): string =>
    JSON.stringify([ending, writes, mtu, nextHop, dropsBroadcasts, state, flows]);
  const ids = new Map(named.map((c) => [keyOf(c), c.id]));
  return new Map(
    classes.flatMap((c): [TrafficClass, number][] => {
      const id = ids.get(keyOf(c));
      return id === undefined ? [] : [[c, id]];
    }),
  );
}
