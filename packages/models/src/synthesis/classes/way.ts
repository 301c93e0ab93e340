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
