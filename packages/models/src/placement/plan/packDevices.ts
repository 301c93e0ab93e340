import { deviceHolds, type Kind, mostOn, type PlanInstance } from "./planInstance.ts";

/** Functions of each item on one device. */
export type Load = readonly number[];

/**
 * Distributes `counts[i]` functions of each item over `devices` devices of one kind: first those of which the
 * fewest fit on a device, each on the first device with room, then, where that fails, on the emptiest. Null
 * when neither works, which does not prove that nothing does.
 */
export function packDevices(
  plan: PlanInstance,
  kind: Kind,
  counts: readonly number[],
  devices: number,
): Load[] | null {
  const most = plan.items.map((_, i) => mostOn(plan, kind, i));
  const order = plan.items.map((_, i) => i).sort((a, b) => most[a]! - most[b]!);
  for (const emptiestFirst of [false, true]) {
    const loads = Array.from({ length: devices }, () => plan.items.map(() => 0));
    const fill = loads.map(() => 0);
    const turn = loads.map((_, d) => d);
    const placedAll = order.every((i) => {
      for (let n = 0; n < counts[i]!; n++) {
        if (emptiestFirst) turn.sort((a, b) => fill[a]! - fill[b]! || a - b);
        const device = turn.find((d) => {
          loads[d]![i]!++;
          if (deviceHolds(plan, kind, loads[d]!)) return true;
          loads[d]![i]!--;
          return false;
        });
        if (device === undefined) return false;
        fill[device] = fill[device]! + 1 / most[i]!;
      }
      return true;
    });
    if (placedAll) return loads;
  }
  return null;
}
