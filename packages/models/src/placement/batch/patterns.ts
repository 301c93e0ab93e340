import type { DeviceFacts } from "../catalogue.ts";
import type { ChainInstance, DeviceInstance } from "../instance.ts";

/** On which kind of device each function of a chain runs, with the least delay that takes (us). */
export type Pattern = { kinds: readonly number[]; us: number };

/** Kinds of devices of a problem, each with one device for all. */
export type DeviceKind = { facts: DeviceFacts; device: DeviceInstance; count: number };

export function deviceKinds(devices: readonly DeviceInstance[]): DeviceKind[] {
  const kinds = new Map<DeviceFacts, DeviceKind>();
  for (const device of devices) {
    const kind = kinds.get(device.facts) ?? { facts: device.facts, device, count: 0 };
    kind.count++;
    kinds.set(device.facts, kind);
  }
  return [...kinds.values()];
}

/**
 * All patterns that can meet the budget of a chain, null when they are more than `most`. Delay: base on
 * entering the first device and on each change of kind, the functions, the required functions on leaving a
 * kind (Eq. 5.19 without what routes and other devices of the same kind add). Needs base plus forwarding of
 * every device to be 0 or more.
 */
export function patternsOf(
  chain: ChainInstance,
  kinds: readonly DeviceKind[],
  most: number,
): Pattern[] | null {
  const { functions, budgetUs } = chain;
  // least delay of what is still to come; moving costs something everywhere but on devices that make packets
  // faster by forwarding them
  const leastMove = Math.min(
    0,
    Math.min(...kinds.map((t) => t.facts.baseUs)) + Math.min(...kinds.map((t) => t.device.forwardUs)),
  );
  const rest = functions.map(() => 0);
  for (let k = functions.length - 2; k >= 0; k--) {
    const delays = kinds.flatMap(({ facts }) =>
      functions[k + 1]!.runsOn(facts) ? [functions[k + 1]!.delayUs(facts)] : [],
    );
    rest[k] = rest[k + 1]! + leastMove + Math.min(...delays);
  }
  const found: Pattern[] = [];
  const extend = (chosen: number[], us: number): boolean => {
    const k = chosen.length;
    if (k === functions.length) {
      found.push({ kinds: [...chosen], us });
      return found.length <= most;
    }
    const before = k > 0 ? kinds[chosen[k - 1]!]! : null;
    return kinds.every((kind, t) => {
      if (!functions[k]!.runsOn(kind.facts)) return true;
      let move = 0;
      if (before !== kind) {
        if (before && !before.device.forwards) return true;
        move = kind.facts.baseUs + (before?.device.forwardUs ?? 0);
      }
      const next = us + move + functions[k]!.delayUs(kind.facts);
      return next + rest[k]! > budgetUs || extend([...chosen, t], next);
    });
  };
  return extend([], 0) ? found : null;
}
