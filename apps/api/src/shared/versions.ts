import type { z } from "zod";
import type { VersionedSummary, versionEntrySchema } from "./schemas.ts";

type VersionEntry = z.infer<typeof versionEntrySchema>;
type VersionRow = { id: string; number: number; hash: string; createdAt: Date };
type ParentRow = { id: string; createdAt: Date; versions: VersionRow[]; _count: { versions: number } };

export const toEntry = (row: VersionRow): VersionEntry => ({
  id: row.id,
  number: row.number,
  hash: row.hash,
  createdAt: row.createdAt.toISOString(),
});

/** The list entry of an object whose newest version was read with it; empty when it has none. */
export function toSummary(row: ParentRow, name: string): VersionedSummary[] {
  const newest = row.versions[0];
  if (!newest) return [];
  return [
    {
      id: row.id,
      name,
      createdAt: row.createdAt.toISOString(),
      versionCount: row._count.versions,
      latest: toEntry(newest),
    },
  ];
}
