import { type Entity, keyOf, placeOf } from "./entity.ts";

export type EntityChange =
  | { change: "added"; after: Entity }
  | { change: "removed"; before: Entity }
  | { change: "changed"; before: Entity; after: Entity };

type EntityCounts = { added: number; removed: number; changed: number };

export type EntityComparison = EntityCounts & {
  /** in the order of their keys */
  changes: EntityChange[];
  /** by table, profile or kind; places without a change are left out */
  places: ({ place: string } & EntityCounts)[];
};

/** What a controller would have to write to make `after` of `before`. The order of both does not matter. */
export function compareEntities(before: Iterable<Entity>, after: Iterable<Entity>): EntityComparison {
  const [old, now] = [byKey(before), byKey(after)];
  const found: { key: string; change: EntityChange }[] = [];
  for (const [key, entity] of now) {
    const known = old.get(key);
    if (!known) found.push({ key, change: { change: "added", after: entity } });
    else if (!isSame(known, entity))
      found.push({ key, change: { change: "changed", before: known, after: entity } });
  }
  for (const [key, entity] of old)
    if (!now.has(key)) found.push({ key, change: { change: "removed", before: entity } });
  found.sort((a, b) => (a.key < b.key ? -1 : 1));
  const changes = found.map((each) => each.change);
  const places = new Map<string, EntityCounts>();
  const all: EntityCounts = { added: 0, removed: 0, changed: 0 };
  for (const each of changes) {
    const place = placeOf(each.change === "removed" ? each.before : each.after);
    const counts = places.get(place) ?? { added: 0, removed: 0, changed: 0 };
    places.set(place, counts);
    counts[each.change]++;
    all[each.change]++;
  }
  return { ...all, changes, places: [...places].map(([place, counts]) => ({ place, ...counts })) };
}

const byKey = (entities: Iterable<Entity>): Map<string, Entity> => {
  const found = new Map<string, Entity>();
  for (const entity of entities) found.set(keyOf(entity), entity);
  return found;
};

/** Equal in content; the order of fields and parameters does not matter. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const [one, other] = [Object.entries(a), Object.keys(b)];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    one.length === other.length &&
    one.every(([key, value]) => isSame(value, Reflect.get(b, key)))
  );
}
