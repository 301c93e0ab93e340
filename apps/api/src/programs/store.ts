import { z } from "zod";
import type { Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
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
export function createProgramStore({ db, workspaceId }: Scope) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.$transaction(work),

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

    async create(tx: Tx, name: string): Promise<string> {
      return (await tx.program.create({ data: { workspaceId, name }, select: { id: true } })).id;
    },

    /** The newest version, its program's row locked until the transaction ends; null when the program is unknown. */
    async lockLatest(
      tx: Tx,
      programId: string,
    ): Promise<{ id: string; number: number; hash: string } | null> {
      const locked = await tx.$queryRaw<{ id: string }[]>`
        SELECT id FROM program
        WHERE id = ${programId}::uuid AND workspace_id = ${workspaceId}::uuid AND removed_at IS NULL FOR UPDATE`;
      if (locked.length === 0) return null;
      return tx.programVersion.findFirst({
        where: { programId },
        orderBy: { number: "desc" },
        select: { id: true, number: true, hash: true },
      });
    },

    async addVersion(tx: Tx, version: NewProgramVersion & { number: number }): Promise<string> {
      const row = await tx.programVersion.create({
        data: { ...version, includes: toJson(version.includes) },
        select: { id: true },
      });
      return row.id;
    },

    async rename(id: string, name: string): Promise<boolean> {
      const { count } = await db.program.updateMany({ where: { id, workspaceId }, data: { name } });
      return count > 0;
    },

    async setRemoved(id: string, removedAt: Date | null): Promise<boolean> {
      const { count } = await db.program.updateMany({ where: { id, workspaceId }, data: { removedAt } });
      return count > 0;
    },
  };
}

export type ProgramStore = ReturnType<typeof createProgramStore>;
