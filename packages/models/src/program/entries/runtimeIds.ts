import type { TableEntries } from "./entries.ts";
import type { ProgramTable } from "./programTables.ts";

/**
 * Entries with names in place of P4Runtime ids. p4c makes an id from the hash of the name: its low 24 bits, in older
 * versions 16, below a byte for the kind. An id that no name of the program gives stays, and is refused as unknown.
 */
export function nameIds(entries: TableEntries, tables: readonly ProgramTable[]): TableEntries {
  return {
    table_entries: entries.table_entries.map((entry) => {
      const table = tables.find(({ name }) => entry.table === name || hasId(name, entry.table));
      const action = table?.actions.find((name) => hasId(name, entry.action_name));
      return { ...entry, table: table?.name ?? entry.table, action_name: action ?? entry.action_name };
    }),
  };
}

/** Whether p4c gives the P4Runtime id `id` (in digits) to the table or action `name`. */
export function hasId(name: string, id: string): boolean {
  if (!/^[1-9][0-9]*$/.test(id)) return false;
  const number = Number(id) % 2 ** 24;
  const hash = jenkinsHash(name);
  return number === hash % 2 ** 24 || number === hash % 2 ** 16;
}

/** Jenkins' one-at-a-time hash, 32 bits, over the characters of an ASCII name. */
function jenkinsHash(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) {
    hash = (hash + text.charCodeAt(index)) | 0;
    hash = (hash + (hash << 10)) | 0;
    hash ^= hash >>> 6;
  }
  hash = (hash + (hash << 3)) | 0;
  hash ^= hash >>> 11;
  return (hash + (hash << 15)) >>> 0;
}
