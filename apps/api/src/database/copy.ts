import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

export type CopyValue = string | number | Date | Uint8Array | null;

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const escapeText = (text: string): string => text.replace(/[\\\t\n\r]/g, (c) => escapes[c] as string);

/** A value in the text format of COPY. */
function copyText(value: CopyValue): string {
  if (value === null) return "\\N";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return escapeText(value);
  if (value instanceof Date) return value.toISOString();
  return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}`;
}

/** Appends rows to a table by COPY: the fastest way in. `columns` and the values of each row are in the same order. */
export async function copyInto(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly CopyValue[]>,
): Promise<void> {
  function* lines(): Generator<string> {
    for (const row of rows) yield `${row.map(copyText).join("\t")}\n`;
  }
  await pipeline(
    Readable.from(lines()),
    client.query(copyFrom(`COPY ${table} (${columns.join(", ")}) FROM STDIN`)),
  );
}
