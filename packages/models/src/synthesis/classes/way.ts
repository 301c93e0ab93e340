/** The units that a class crossed, as a shared trie: equal ways are the same object. */
export type Way = { unit: string | null; length: number; before: Way | null; onward: Map<string, Way> };

export const noWay = (): Way => ({ unit: null, length: 0, before: null, onward: new Map() });

export function wayOver(way: Way, unit: string): Way {
  let next = way.onward.get(unit);
  if (!next) {
    next = { unit, length: way.length + 1, before: way, onward: new Map() };
    way.onward.set(unit, next);
  }
  return next;
}

/** Unit ids from the entry on. */
export function unitsOfWay(way: Way): string[] {
  const out: string[] = [];
  for (let at: Way | null = way; at !== null; at = at.before) if (at.unit !== null) out.push(at.unit);
  return out.reverse();
}

/** The least number of `mtus` (by unit) on a way, null when none is on it. */
export function leastMtu(way: Way, mtus: ReadonlyMap<string, number>): number | null {
  let least: number | null = null;
  for (let at: Way | null = way; at !== null; at = at.before) {
    const mtu = at.unit === null ? undefined : mtus.get(at.unit);
    if (mtu !== undefined && (least === null || mtu < least)) least = mtu;
  }
  return least;
}

/** Whether one of `units` is on a way. */
export function crosses(way: Way, units: ReadonlySet<string>): boolean {
  if (units.size === 0) return false;
  for (let at: Way | null = way; at !== null; at = at.before)
    if (at.unit !== null && units.has(at.unit)) return true;
  return false;
}
