import { z } from "zod";
import type { Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import { toEntry } from "../shared/versions.ts";
import { ownEngineId } from "./ownEngines.ts";
import { type Engine, type EngineContent, type EngineVersion, engineHostsSchema } from "./schema.ts";

const HOSTS_KEY = "engine-hosts";
const storedKindSchema = z.enum(["python", "http"]);

type Does = { estimates: boolean; places: boolean };
export type NewEngineVersion = Does & {
  engineId: string;
  number: number;
  hash: string;
  content: EngineContent;
  createdBy: string | null;
};

const contentOf = (row: Does & { kind: string; source: string }): EngineContent =>
  storedKindSchema.parse(row.kind) === "python"
    ? { kind: "python", source: row.source }
    : { kind: "http", url: row.source, estimates: row.estimates, places: row.places };

/** Rows of own engines and their versions, and the hosts that they may be at. */
export function createEngineStore({ db, workspaceId }: Scope) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.$transaction(work),

    /** The newest version of every engine, as it is chosen. */
    async list(): Promise<Engine[]> {
      const rows = await db.engine.findMany({
        where: { workspaceId, removedAt: null },
        include: { versions: { orderBy: { number: "desc" }, take: 1 } },
        orderBy: { name: "asc" },
      });
      return rows.flatMap((row) =>
        row.versions.map((version) => ({
          id: ownEngineId(version.id),
          title: `${row.name}, version ${version.number}`,
          estimates: version.estimates,
          expects: false,
          places: version.places,
          instant: false,
          kind: storedKindSchema.parse(version.kind),
          own: {
            engineId: row.id,
            versionId: version.id,
            number: version.number,
            createdAt: version.createdAt.toISOString(),
          },
        })),
      );
    },

    async get(versionId: string): Promise<EngineVersion | null> {
      const row = await db.engineVersion.findFirst({
        where: { id: versionId, engine: { workspaceId } },
        include: { engine: { include: { versions: { orderBy: { number: "desc" } } } } },
      });
      if (!row) return null;
      return {
        id: row.id,
        engineId: row.engineId,
        name: row.engine.name,
        number: row.number,
        hash: row.hash,
        content: contentOf(row),
        estimates: row.estimates,
        places: row.places,
        createdAt: row.createdAt.toISOString(),
        versions: row.engine.versions.map(toEntry),
      };
    },

    async create(tx: Tx, name: string): Promise<string> {
      return (await tx.engine.create({ data: { workspaceId, name }, select: { id: true } })).id;
    },

    /** The newest version, its engine's row locked until the transaction ends; null when the engine is unknown. */
    async lockLatest(tx: Tx, id: string): Promise<{ id: string; number: number; hash: string } | null> {
      const locked = await tx.$queryRaw<{ id: string }[]>`
        SELECT id FROM engine
        WHERE id = ${id}::uuid AND workspace_id = ${workspaceId}::uuid AND removed_at IS NULL FOR UPDATE`;
      if (locked.length === 0) return null;
      return tx.engineVersion.findFirst({
        where: { engineId: id },
        orderBy: { number: "desc" },
        select: { id: true, number: true, hash: true },
      });
    },

    async addVersion(tx: Tx, { content, ...version }: NewEngineVersion): Promise<string> {
      const source = content.kind === "python" ? content.source : content.url;
      const data = { ...version, kind: content.kind, source };
      return (await tx.engineVersion.create({ data, select: { id: true } })).id;
    },

    async rename(id: string, name: string): Promise<boolean> {
      return (await db.engine.updateMany({ where: { id, workspaceId }, data: { name } })).count > 0;
    },

    async setRemoved(id: string, removedAt: Date | null): Promise<boolean> {
      return (await db.engine.updateMany({ where: { id, workspaceId }, data: { removedAt } })).count > 0;
    },

    async hosts(): Promise<string[]> {
      const row = await db.setting.findUnique({ where: { key: HOSTS_KEY } });
      return row ? engineHostsSchema.parse(row.value).hosts : [];
    },

    async saveHosts(hosts: readonly string[]): Promise<void> {
      const value = toJson({ hosts });
      await db.setting.upsert({
        where: { key: HOSTS_KEY },
        create: { key: HOSTS_KEY, value },
        update: { value, updatedAt: new Date() },
      });
    },
  };
}

export type EngineStore = ReturnType<typeof createEngineStore>;
