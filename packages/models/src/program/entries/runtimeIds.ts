import type { Annotation } from "../../p4/index.ts";
import type { TableEntries } from "./entries.ts";
import type { ProgramTable } from "./programTables.ts";

/**
 * Entries with full control-plane names for tables, and actions as the program calls them. A name may leave out parts
 * in front when no other has the same end, or have more in front (`pipe.`). A P4Runtime id is what `@id` says, else
 * p4c makes it from the hash of the name: its low 24 bits, in older versions 16, below a byte for the kind. What no
 * table or action of the program is called stays.
 */
export function resolveNames(entries: TableEntries, tables: readonly ProgramTable[]): TableEntries {
  return {
    table_entries: entries.table_entries.map((entry) => {
      const [table, another] = matching(entry.table, tables);
      if (!table || another) return entry;
      const [action] = matching(entry.action_name, table.actions);
      return { ...entry, table: table.name, action_name: action?.called ?? entry.action_name };
    }),
  };
}

/** Those of `named` that `name` can mean: the one that is called so, else all that end so. */
export function matching<T extends { name: string; id: number | null }>(
  name: string,
  named: readonly T[],
): T[] {
  const exact = named.find((each) => each.name === name || hasId(each.name, name, each.id));
  if (exact) return [exact];
  return named.filter((each) => each.name.endsWith(`.${name}`) || name.endsWith(`.${each.name}`));
}

/** Whether p4c gives the P4Runtime id `digits` to a table or action; `id`: that of its `@id`. */
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
