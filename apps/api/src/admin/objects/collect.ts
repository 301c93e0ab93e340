import type { Scope } from "../../database/scope.ts";
import { createEngineStore } from "../../engines/store.ts";
import { createChannelStore } from "../../notifications/channelStore.ts";
import { createSystemStore } from "../../system/store.ts";
import { createTelemetryStore } from "../../telemetry/store.ts";
import { createTwinSettings } from "../../twin/settings.ts";
import { fileSchemas, isVersioned, type Kind } from "./kinds.ts";
import { idsToReferences, referenceTo } from "./references.ts";
import { shortHash, slugOf, stableText } from "./stable.ts";

/** One version of an object as a file would hold it. `id`: of its row here; null when it came from a file. */
export type Version = { id: string | null; content: object; source: string | null; hash: string };
/** An object with its versions, oldest first; kinds without versions have one. */
export type Item = {
  kind: Kind;
  /** name of its file, unique within its kind */
  key: string;
  name: string;
  removed: boolean;
  /** id of its row here; null when it came from a file */
  id: string | null;
  versions: Version[];
};

/** A version of this content: the name is the object's, so that a new name changes no reference to a version. */
export function versionOf(content: object, source: string | null, id: string | null): Version {
  const own = { ...content, name: undefined, removed: undefined };
  return { id, content, source, hash: shortHash(`${stableText(own)}\0${source ?? ""}`) };
}

type Row = { id: string; name: string; removedAt: Date | null; versions: RawVersion[] };
type RawVersion = { id: string; content: object; source: string | null };
const byAge = { orderBy: [{ createdAt: "asc" as const }, { id: "asc" as const }] };
const versionsInOrder = { orderBy: { number: "asc" as const } };

/**
 * Everything of a workspace that a user made or set, as files would hold it. Ids are references by name and content.
 */
export async function collect(scope: Scope): Promise<Item[]> {
  const { db, workspaceId } = scope;
  const items: Item[] = [];
  const known = new Map<string, string>();

  const add = (kind: Kind, rows: readonly Row[]): void => {
    const taken = new Map<string, number>();
    for (const { id, name, removedAt, versions } of rows) {
      const slug = slugOf(name);
      const nth = (taken.get(slug) ?? 0) + 1;
      taken.set(slug, nth);
      const key = nth === 1 ? slug : `${slug}~${nth}`;
      const removed = removedAt !== null;
      const made = versions.map((raw) => {
        const content = idsToReferences(raw.content, (of) => known.get(of) ?? null);
        const parsed = fileSchemas[kind].parse({ name, ...Object(content), ...(removed ? { removed } : {}) });
        const version = versionOf(parsed, raw.source, raw.id);
        known.set(raw.id, referenceTo(kind, key, isVersioned(kind) ? version.hash : null));
        return version;
      });
      items.push({ kind, key, name, removed, id, versions: made });
    }
  };
  const one = (id: string, name: string, content: object): Row => ({
    id,
    name,
    removedAt: null,
    versions: [{ id, content, source: null }],
  });

  const telemetry = createTelemetryStore(scope);
  const mail = await createChannelStore(scope).mailServer();
  const { sealedPassword: _, ...mailServer } = mail ?? { sealedPassword: null };
  add("settings", [
    one("settings", "settings", {
      system: await createSystemStore(scope).settings(),
      drift: await createTwinSettings(scope).driftSettings(),
      acceptance: await telemetry.acceptance(),
      engineHosts: await createEngineStore(scope).hosts(),
      mailServer: mail && mailServer,
    }),
  ]);
  add(
    "exporters",
    (await telemetry.exporters()).map(({ address, updatedAt: _at, ...set }) => one(address, address, set)),
  );

  const where = { workspaceId };
  const devices = await db.deviceProfile.findMany({
    where,
    ...byAge,
    include: { versions: versionsInOrder },
  });
  add(
    "devices",
    devices.map((row) => ({
      ...row,
      id: row.slug,
      name: row.slug,
      versions: row.versions.map((v) => {
        const { version: _version, ...document } = Object(v.document);
        return { id: v.id, content: { document }, source: null };
      }),
    })),
  );
  const programs = await db.program.findMany({ where, ...byAge, include: { versions: versionsInOrder } });
  add(
    "programs",
    programs.map((row) => ({
      ...row,
      versions: row.versions.map((v) => {
        const texts = Object.entries(Object(v.includes) as Record<string, string>);
        const includes = Object.fromEntries(texts.map(([path, text]) => [path, text.split("\n")]));
        return { id: v.id, content: { includes }, source: v.source };
      }),
    })),
  );
  const engines = await db.engine.findMany({ where, ...byAge, include: { versions: versionsInOrder } });
  add(
    "engines",
    engines.map((row) => ({
      ...row,
      versions: row.versions.map(({ id, kind, source, estimates, places }) =>
        kind === "python"
          ? { id, content: { engine: { kind } }, source }
          : { id, content: { engine: { kind, url: source, estimates, places } }, source: null },
      ),
    })),
  );
  const documents = (rows: { id: string; document: unknown }[]): RawVersion[] =>
    rows.map(({ id, document }) => ({ id, content: { document }, source: null }));
  const withDocuments = { where, ...byAge, include: { versions: versionsInOrder } };
  const topologies = await db.topology.findMany(withDocuments);
  add(
    "topologies",
    topologies.map((row) => ({ ...row, versions: documents(row.versions) })),
  );
  const chains = await db.chain.findMany(withDocuments);
  add(
    "chains",
    chains.map((row) => ({ ...row, versions: documents(row.versions) })),
  );
  const scenarios = await db.scenario.findMany({
    where,
    ...byAge,
    include: { versions: { ...versionsInOrder, include: { chains: { orderBy: { position: "asc" } } } } },
  });
  add(
    "scenarios",
    scenarios.map((row) => ({
      ...row,
      versions: row.versions.map(({ id, topologyVersionId, chains, engine, parameters }) => ({
        id,
        source: null,
        content: {
          topology: topologyVersionId,
          chains: chains.map((c) => c.chainVersionId),
          engine,
          parameters,
        },
      })),
    })),
  );
  const alive = { ...where, removedAt: null };
  const deployments = await db.deployment.findMany({ where: alive, ...byAge });
  add(
    "deployments",
    deployments.map(({ id, name, status, chainVersionId, segments }) =>
      one(id, name, { status, chain: chainVersionId, segments }),
    ),
  );
  const channels = await db.notificationChannel.findMany({ where: alive, ...byAge });
  add(
    "channels",
    channels.map(({ id, name, enabled, target, filter }) => one(id, name, { enabled, target, filter })),
  );
  return items;
}
