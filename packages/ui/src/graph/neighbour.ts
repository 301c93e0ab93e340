/** Where the arrow keys lead. */
const DIRECTIONS: Record<string, readonly [dx: number, dy: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/**
 * Going astray counts double (our choice), so that a key leads to what lies ahead rather than to what is merely near.
 */
const SIDEWAYS = 2;

/** The place nearest to `id` in the direction of an arrow key; null when there is none or the key is another. */
export function neighbourInDirection(
  places: Readonly<Record<string, { x: number; y: number }>>,
  id: string,
  key: string,
): string | null {
  const direction = DIRECTIONS[key];
  const from = places[id];
  if (!direction || !from) return null;
  let best: string | null = null;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const [candidate, place] of Object.entries(places)) {
    const ahead = (place.x - from.x) * direction[0] + (place.y - from.y) * direction[1];
    const aside = Math.abs((place.x - from.x) * direction[1]) + Math.abs((place.y - from.y) * direction[0]);
    if (candidate === id || ahead <= 0 || aside > ahead * 3) continue;
    const cost = ahead + SIDEWAYS * aside;
    if (cost < bestCost) {
      best = candidate;
      bestCost = cost;
    }
  }
  return best;
}
