export type Coordinates = { latitude: number; longitude: number };

const EARTH_RADIUS_KM = 6371;
/**
 * Light in fibre: c / 1.468 (group index of G.652 fibre at 1550 nm) is 204 km a ms, so 4.9 us a km; rounded
 * up as fibre bends.
 */
export const US_PER_KM = 5;

/** Great-circle distance in km (haversine). */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const h =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Width of a drawing in pixels (our choice; as the generated trees). */
const WIDTH = 1000;
/** Nodes of one place stand beside each other, this far apart. */
const BESIDE = 24;

/** Places in a drawing, north above, in the proportions of the middle latitude; null stays null. */
export function project(places: readonly (Coordinates | null)[]): ({ x: number; y: number } | null)[] {
  const known = places.filter((place) => place !== null);
  if (known.length === 0) return places.map(() => null);
  const [west, east] = range(known.map((place) => place.longitude));
  const [south, north] = range(known.map((place) => place.latitude));
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = WIDTH / Math.max((east - west) * narrowing, north - south, 1e-6);
  const taken = new Map<string, number>();
  const round = (value: number) => Math.round(value * 10) / 10;
  return places.map((place) => {
    if (place === null) return null;
    const x = (place.longitude - west) * narrowing * scale;
    const y = (north - place.latitude) * scale;
    const key = `${Math.round(x)},${Math.round(y)}`;
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    return { x: round(x + before * BESIDE), y: round(y + before * BESIDE) };
  });
}

function range(values: readonly number[]): [least: number, most: number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}
