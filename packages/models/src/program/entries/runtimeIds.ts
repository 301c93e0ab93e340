import type { TableEntries } from "./entries.ts";
import type { ProgramTable } from "./programTables.ts";

/**
 * Entries with full control-plane names for tables, and actions as the program calls them. A name may leave out parts
 * in front when no other has the same end, or have more in front (`pipe.`). p4c makes a P4Runtime id from the hash of
 * the name: its low 24 bits, in older versions 16, below a byte for the kind. What no table or action of the program
 * is called stays.
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
export function matching<T extends { name: string }>(name: string, named: readonly T[]): T[] {
  const exact = named.find((each) => each.name === name || hasId(each.name, name));
  if (exact) return [exact];
  return named.filter((each) => each.name.endsWith(`.${name}`) || name.endsWith(`.${each.name}`));
}

/** Whether p4c gives the P4Runtime id `id` (in digits) to the table or action `name`. */
export function hasId(name: string, id: string): boolean {
  if (!/^[1-9][0-9]*$/.test(id)) return false;
  const number = Number(id) % 2 ** 24;
  const hash = jenkinsHash(name);
  return number === hash % 2 ** 24 || number === hash % 2 ** 16;
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
