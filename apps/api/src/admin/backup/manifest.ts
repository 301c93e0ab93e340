import { z } from "zod";

export const MANIFEST = "manifest.json";
/** Raised when what stands in an archive changes in a way that an older P4Twin would misread. */
export const FORMAT_VERSION = 1;

const count = z.int().min(0);

/** What a backup holds. It is the last entry of the archive: an archive without it was never finished. */
export const manifestSchema = z.object({
  format: z.literal("p4twin-backup"),
  formatVersion: z.int(),
  product: z.string().describe("version of the P4Twin that made it"),
  takenAt: z.iso.datetime(),
  withoutTelemetry: z.boolean(),
  /** the schema that the tables have, as names and checksums of the migrations that made it */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count })),
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/), called: z.boolean() })),
  /** days of windows that lay in a hypertable, which has no partitions of its own to name */
  windowDays: z.array(z.iso.datetime()),
  /** whether the secret that signs sessions is among the files, or was given by AUTH_SECRET */
  authSecret: z.enum(["file", "environment"]),
  entries: z.array(z.object({ name: z.string(), bytes: count, sha256: z.string().length(64) })),
  notes: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

export type TableName = string;
const TABLES = "tables/";
const FILES = "files/";
const PART_DIGITS = 6;

/** Name of a part of a table's rows: `tables/chain/000001.copy`, in the text format of COPY. */
export const tableEntry = (table: TableName, part: number): string =>
  `${TABLES}${table}/${String(part).padStart(PART_DIGITS, "0")}.copy`;
export const fileEntry = (path: string): string => `${FILES}${path}`;

/** What an entry holds; null for what this version does not know. */
export function entryOf(name: string): { table: TableName } | { path: string } | null {
  if (name.startsWith(FILES)) return { path: name.slice(FILES.length) };
  const [, table] = /^tables\/([^/]+)\/\d+\.copy$/.exec(name) ?? [];
  return table === undefined ? null : { table };
}
