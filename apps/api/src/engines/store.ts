import { z } from "zod";
import type { Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import { versionedRows } from "../database/versionedRows.ts";
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
export function createEngineStore(scope: Scope) {
  const { db, workspaceId } = scope;
  return {
    ...versionedRows(scope, { table: "engine", rows: (tx) => tx.engine }),

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

    async addVersion(tx: Tx, { content, ...version }: NewEngineVersion): Promise<string> {
      const source = content.kind === "python" ? content.source : content.url;
      const data = { ...version, kind: content.kind, source };
      return (await tx.engineVersion.create({ data, select: { id: true } })).id;
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
