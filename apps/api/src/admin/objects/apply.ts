import { type Diagnostic, formatDiagnostic } from "@p4twin/models/core";
import type { Version } from "./collect.ts";
import { type Files, fileSchemas, type Kind } from "./kinds.ts";
import type { Plan, Step } from "./plan.ts";
import { type Reference, referencesToIds } from "./references.ts";
import type { ObjectServices } from "./services.ts";

/** Stored: ids of the object and of its version; for kinds without versions the object's. */
type Stored = { id: string; versionId: string };
type Task<K extends Kind> = {
  /** of the object that is there already; null: it is made */
  id: string | null;
  content: Files[K];
  source: string;
};
type Writer<K extends Kind> = (task: Task<K>, services: ObjectServices) => Promise<Stored>;

const by = null;
// what is hidden, and how it comes back
const hideable = ["devices", "programs", "engines", "topologies", "chains", "scenarios"] as const;
const isHideable = (kind: Kind): kind is (typeof hideable)[number] => hideable.some((each) => each === kind);

type Written<V> = { ok: true; version: V } | { ok: false; diagnostics: readonly Diagnostic[] };
function stored<V>(written: Written<V>): V {
  if (written.ok) return written.version;
  throw new Error(written.diagnostics.map((d) => formatDiagnostic(d)).join("\n"));
}

const writers: { [K in Kind]: Writer<K> } = {
  async settings({ content }, { system, drift, telemetry, engines, channels, clock }) {
    await system.saveSettings(content.system);
    await drift.saveDriftSettings(content.drift);
    await telemetry.saveAcceptance(content.acceptance, clock());
    await engines.setHosts(content.engineHosts);
    const known = await channels.mailServer();
    if (content.mailServer)
      await channels.saveMailServer({ ...content.mailServer, sealedPassword: known?.sealedPassword ?? null });
    return { id: "settings", versionId: "settings" };
  },

  async exporters({ content: { name, ...set } }, { telemetry, clock }) {
    await telemetry.upsert({ address: name, ...set }, clock());
    return { id: name, versionId: name };
  },

  async devices({ content }, { devices }) {
    const text = JSON.stringify({ ...content.document, version: 1 });
    const { id, versionId } = stored(await devices.create({ text, fileName: `${content.name}.json`, by }));
    return { id, versionId: versionId ?? id };
  },

  async programs({ id, content, source }, { programs }) {
    const includes = Object.fromEntries(
      Object.entries(content.includes).map(([path, lines]) => [path, lines.join("\n")]),
    );
    const made =
      id === null
        ? await programs.create({ name: content.name, source, includes, by })
        : await programs.addVersion({ id, source, includes, by });
    return { id: made.programId, versionId: made.id };
  },

  async engines({ id, content, source }, { engines }) {
    const engine = content.engine.kind === "python" ? { kind: "python" as const, source } : content.engine;
    const written =
      id === null
        ? await engines.create({ name: content.name, content: engine, by })
        : await engines.addVersion({ id, content: engine, by });
    if (!written.ok) throw new Error(`${content.name}: ${JSON.stringify(written)}`);
    return { id: written.version.engineId, versionId: written.version.id };
  },

  async topologies({ id, content }, { topologies }) {
    const document = { document: { ...content.document } };
    const version = stored(
      id === null
        ? await topologies.create({ content: document, name: content.name, by })
        : await topologies.addVersion({ id, content: document, by }),
    );
    return { id: version.topologyId, versionId: version.id };
  },

  async chains({ id, content }, { chains }) {
    const { chain, functions } = content.document;
    const file = { document: { version: 1, chains: [chain], functions } };
    if (id !== null) {
      const version = stored(await chains.addVersion({ id, content: file, by }));
      return { id: version.chainId, versionId: version.id };
    }
    const made = await chains.create({ content: file, by });
    if (!made.ok) return stored(made);
    const [version] = made.versions;
    return { id: version.chainId, versionId: version.id };
  },

  async scenarios({ id, content: { name, topology, chains, engine, parameters } }, { scenarios }) {
    const content = { topologyVersionId: topology, chainVersionIds: chains, engine, parameters };
    const version =
      id === null
        ? await scenarios.create({ name, content, by })
        : await scenarios.update({ id, content, by });
    return { id: version.scenarioId, versionId: version.id };
  },

  async deployments({ id, content: { name, status, chain, segments } }, { deployments }) {
    const made =
      id === null
        ? await deployments.create({ name, chainVersionId: chain, placementId: null, segments, by })
        : await deployments.get(id);
    const asWanted = id === null && status === "active";
    if (!asWanted) await deployments.update({ id: made.id, name, status, segments, by });
    return { id: made.id, versionId: made.id };
  },

  async channels({ id, content }, { channels }) {
    if (id === null) {
      const made = await channels.create(content, null, "import");
      return { id: made, versionId: made };
    }
    const known = await channels.get(id);
    await channels.update(id, content, known?.sealedSecret ?? null);
    return { id, versionId: id };
  },
};

/**
 * Stores what a plan says, in its order. A failure leaves what was stored before it: the next import goes on
 * from there.
 */
export async function applyPlan({ steps }: Plan, services: ObjectServices): Promise<void> {
  const ids = new Map<string, string>();
  const note = (place: string, version: Version, id: string): void => {
    ids.set(`${place}@${version.hash}`, id);
    ids.set(place, id);
  };
  for (const { item, here } of steps)
    for (const version of here?.versions ?? []) note(`${item.kind}/${item.key}`, version, version.id ?? "");
  const idOf = ({ kind, key, hash }: Reference): string => {
    const place = `${kind}/${key}`;
    const id = ids.get(hash === null ? place : `${place}@${hash}`);
    if (id === undefined) throw new Error(`${place}@${hash} was not stored`);
    return id;
  };
  const write = <K extends Kind>(kind: K, task: { id: string | null; content: unknown; source: string }) =>
    writers[kind](
      { ...task, content: fileSchemas[kind].parse(referencesToIds(task.content, idOf)) as Files[K] },
      services,
    );
  for (const step of steps) {
    if (step.action !== "create" && step.action !== "change") continue;
    const { item, here, add } = step;
    let id = here?.id ?? null;
    if (isHideable(item.kind) && here?.removed && id !== null) await services[item.kind].restore(id);
    for (const version of add) {
      const made = await write(item.kind, { id, content: version.content, source: version.source ?? "" });
      id = made.id;
      note(`${item.kind}/${item.key}`, version, made.versionId);
    }
    if (id !== null) await finish(step, id, services);
  }
}

async function finish({ item, here }: Step, id: string, services: ObjectServices): Promise<void> {
  if (!isHideable(item.kind)) return;
  const { name, kind, removed } = item;
  // the chain's own name is another than that of the object that holds it
  if (kind !== "devices" && (here === null ? kind === "chains" : here.name !== name))
    await services[kind].rename(id, name);
  if (removed) await services[kind].remove(id);
}
