import type { Annotation, TableDeclaration } from "../../p4/index.ts";

/**
 * Whether p4c gives the P4Runtime id `digits` to a table or action: what `@id` says, `id`, else made from the hash of
 * the name: its low 24 bits, in older versions 16, below a byte for the kind.
 */
export function hasId(name: string, digits: string, id: number | null = null): boolean {
  if (!/^[1-9][0-9]*$/.test(digits)) return false;
  const number = Number(digits) % 2 ** 24;
  if (id !== null) return number === id % 2 ** 24;
  const hash = jenkinsHash(name);
  return number === hash % 2 ** 24 || number === hash % 2 ** 16;
}

/** The number of `@id`; null: there is none. */
export function idGiven(annotations: readonly Annotation[]): number | null {
  const token = annotations.find(({ name }) => name.text === "id")?.tokens[0];
  if (token === undefined) return null;
  const id = Number(token.replaceAll("_", "").replace(/^\d+w/, ""));
  return Number.isInteger(id) && id > 0 ? id : null;
}

/**
 * Ids of all keys of a table (those of a selector have one too), parameters or fields in their order, as p4c gives
 * them: `@id`, else their place, or the next that is free.
 */
export function fieldIds(all: readonly (readonly Annotation[])[]): number[] {
  const given = all.map(idGiven);
  const taken = new Set(given.filter((id) => id !== null));
  let next = 1;
  return given.map((id) => {
    if (id !== null) {
      next++;
      return id;
    }
    while (taken.has(next)) next++;
    taken.add(next);
    return next;
  });
}

/** P4Runtime's ids of the keys of a table, in their order; 0 for those of a selector, which controllers do not see. */
export function keyIds(table: TableDeclaration | null): number[] {
  const keys = (table?.properties ?? []).flatMap((each) =>
    each.kind === "keyProperty" ? each.elements : [],
  );
  const ids = fieldIds(keys.map(({ annotations }) => annotations));
  return keys.map(({ matchKind }, index) => (matchKind.text === "selector" ? 0 : ids[index]!));
}

/** Jenkins' one-at-a-time hash, 32 bits, over the characters of an ASCII name. */
export function jenkinsHash(text: string): number {
  let hash = 0;
  for (const byte of new TextEncoder().encode(text)) {
    hash = (hash + byte) | 0;
    hash = (hash + (hash << 10)) | 0;
    hash ^= hash >>> 6;
  }
  hash = (hash + (hash << 3)) | 0;
  hash ^= hash >>> 11;
  return (hash + (hash << 15)) >>> 0;
}
