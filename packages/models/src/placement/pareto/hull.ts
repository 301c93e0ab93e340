import { NS_PER_US } from "../../core/index.ts";
import { CUT, DEFAULT_MAX_POINTS, SAME, STEP_US, type Tradeoff, undominated } from "./tradeoff.ts";

export type HullQuestion<A> = {
  /** best answer for these weights of value and delay; null when there is none */
  ask(value: number, delay: number): Promise<Tradeoff<A> | null>;
  /** no two different values are closer */
  grain: number;
  /** no value is larger */
  dearest: number;
  maxPoints?: number | undefined;
  late(): boolean;
  onPoint(points: number): void;
};

/** `points` in rising value; null when there is no answer at all. */
export type Hull<A> = { points: Tradeoff<A>[]; notes: string[] };

/**
 * The trade-offs that some weighting of both measures prefers: the two ends, then for two neighbours, the
 * farthest apart first, whatever the weighting finds for which both are equal. Each of them is one, as far as
 * its answer is optimal.
 */
export async function hullOf<A>({
  ask,
  grain,
  dearest,
  maxPoints = DEFAULT_MAX_POINTS,
  late,
  onPoint,
}: HullQuestion<A>): Promise<Hull<A> | null> {
  const notes = new Set<string>([CUT.hull]);
  const points: Tradeoff<A>[] = [];
  const add = (next: Tradeoff<A> | null): Tradeoff<A> | null => {
    if (next === null || !next.optimal) notes.add(CUT.unproven);
    if (next === null) return null;
    points.push(next);
    onPoint(undominated(points).length);
    return next;
  };
  const first = await ask(1, 0);
  if (first === null) return null;
  // less delay decides among equal values: its weight is too small to buy any
  const tie = first.delayUs > 0 ? grain / (2 * first.delayUs) : 0;
  const cheapest = add(await ask(1, tie)) ?? add({ ...first, optimal: false })!;
  // a nanosecond outweighs whatever the devices draw or cost; both stay well above the solver's tolerance
  const fastest = add(await ask(1 / Math.max(1, dearest), NS_PER_US)) ?? cheapest;
  const open: [Tradeoff<A>, Tradeoff<A>][] = [[cheapest, fastest]];
  const apart = ([a, b]: [Tradeoff<A>, Tradeoff<A>]): number => (b.value - a.value) * (a.delayUs - b.delayUs);
  for (;;) {
    open.sort((a, b) => apart(a) - apart(b));
    const pair = open.pop();
    if (!pair) break;
    const [cheap, fast] = pair;
    const [dearer, slower] = [fast.value - cheap.value, cheap.delayUs - fast.delayUs];
    if (dearer <= SAME || slower <= STEP_US) continue;
    if (late() || undominated(points).length >= maxPoints) {
      notes.add(late() ? CUT.time : CUT.points);
      break;
    }
    const weight = dearer / slower;
    const at = (p: Tradeoff<A>): number => p.value + weight * p.delayUs;
    const next = await ask(1, weight);
    if (next === null || !next.optimal) notes.add(CUT.unproven);
    if (next === null || at(next) >= at(cheap) - SAME * Math.max(1, Math.abs(at(cheap)))) continue;
    add(next);
    open.push([cheap, next], [next, fast]);
  }
  return { points: undominated(points), notes: [...notes] };
}
