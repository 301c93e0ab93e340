import type { Annotation } from "../../p4/index.ts";
import { idGiven, jenkinsHash } from "../../program/index.ts";

/** First byte of an id by what it is of. */
const ID_KIND = {
  action: 0x01,
  table: 0x02,
  valueSet: 0x03,
  controllerHeader: 0x04,
  actionProfile: 0x11,
  counter: 0x12,
  directCounter: 0x13,
  meter: 0x14,
  directMeter: 0x15,
  register: 0x16,
  digest: 0x17,
} as const;
export type IdKind = keyof typeof ID_KIND;

export type Named = { name: string; annotations: readonly Annotation[] };

/**
 * Ids of all that is of one kind, as p4c gives them: what `@id` says, else the low 24 bits of a hash of the name below
 * the byte of the kind; where two meet the next free number, in the order of names.
 */
export function idsOf(kind: IdKind, all: readonly Named[]): Map<string, number> {
  const top = ID_KIND[kind] * 2 ** 24;
  const ids = new Map<string, number>();
  const taken = new Set<number>();
  for (const { name, annotations } of all) {
    const given = idGiven(annotations);
    if (given === null) continue;
    const id = given < 2 ** 24 ? top + given : given;
    ids.set(name, id);
    taken.add(id);
  }
  for (const name of [...new Set(all.map((each) => each.name))].sort()) {
    if (ids.has(name)) continue;
    let low = jenkinsHash(name) % 2 ** 24;
    while (low === 0 || taken.has(top + low)) low = (low + 1) % 2 ** 24;
    ids.set(name, top + low);
    taken.add(top + low);
  }
  return ids;
}

/** The shortest end of each name that no other has. */
export function aliasesOf(names: readonly string[]): Map<string, string> {
  const all = [...new Set(names)];
  const ends = (name: string): string[] => {
    const parts = name.split(".");
    return parts.map((_, i) => parts.slice(parts.length - 1 - i).join("."));
  };
  const count = new Map<string, number>();
  for (const name of all) for (const end of ends(name)) count.set(end, (count.get(end) ?? 0) + 1);
  return new Map(all.map((name) => [name, ends(name).find((end) => count.get(end) === 1) ?? name]));
}
