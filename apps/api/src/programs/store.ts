import { z } from "zod";
import type { Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import { versionedRows } from "../database/versionedRows.ts";
import type { VersionedSummary } from "../shared/schemas.ts";
import { toEntry, toSummary } from "../shared/versions.ts";
import type { ProgramVersion } from "./schema.ts";

const includesSchema = z.record(z.string(), z.string());

export type NewProgramVersion = {
  programId: string;
  hash: string;
  source: string;
  includes: Record<string, string>;
  createdBy: string | null;
};

/** Rows of programs and their versions. */
export function createProgramStore(scope: Scope) {
  const { db, workspaceId } = scope;
  return {
    ...versionedRows(scope, { table: "program", rows: (tx) => tx.program }),

    async list(): Promise<VersionedSummary[]> {
      const rows = await db.program.findMany({
        where: { workspaceId, removedAt: null },
        include: {
          versions: { orderBy: { number: "desc" }, take: 1 },
          _count: { select: { versions: true } },
        },
        orderBy: { createdAt: "desc" },
      });
      return rows.flatMap((row) => toSummary(row, row.name));
    },

    async get(versionId: string): Promise<ProgramVersion | null> {
      const row = await db.programVersion.findFirst({
        where: { id: versionId, program: { workspaceId } },
        include: { program: { include: { versions: { orderBy: { number: "desc" } } } } },
      });
      if (!row) return null;
      return {
        id: row.id,
        programId: row.programId,
        name: row.program.name,
        number: row.number,
        hash: row.hash,
        source: row.source,
        includes: includesSchema.parse(row.includes),
        createdAt: row.createdAt.toISOString(),
        versions: row.program.versions.map(toEntry),
      };
    },

    async addVersion(tx: Tx, version: NewProgramVersion & { number: number }): Promise<string> {
      const row = await tx.programVersion.create({
        data: { ...version, includes: toJson(version.includes) },
        select: { id: true },
      });
      return row.id;
    },
  };
}

export type ProgramStore = ReturnType<typeof createProgramStore>;
