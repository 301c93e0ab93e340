import { csvLine } from "../shared/csv.ts";
import type { AuditEntry } from "./schema.ts";

const columns = [
  "seq",
  "at",
  "actorId",
  "actorName",
  "via",
  "address",
  "userAgent",
  "workspaceId",
  "action",
  "objectKind",
  "objectId",
  "objectName",
  "outcome",
  "times",
  "before",
  "after",
  "input",
  "prevHash",
  "hash",
] as const satisfies (keyof AuditEntry)[];

/** Entries as JSON lines, letter by letter what was hashed. */
export async function* toJsonLines(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  for await (const entry of entries)
    yield `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, entry[name]])))}\n`;
}

/** Entries as CSV (RFC 4180), the states as JSON in their cells. */
export async function* toCsvLines(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield csvLine([...columns]);
  for await (const entry of entries)
    yield csvLine(
      columns.map((name) => {
        const value = entry[name];
        return typeof value === "string" || typeof value === "number" || value === null
          ? value
          : JSON.stringify(value);
      }),
    );
}
