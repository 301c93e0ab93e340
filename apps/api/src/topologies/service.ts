import type { Diagnostic } from "@p4twin/models/core";
import { fatTree, fatTreeDefaults, type Topology } from "@p4twin/models/topology";
import { notFound } from "../errors.ts";
import { hashJson } from "../shared/hash.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
import { type Clock, found } from "../shared/service.ts";
import type { FatTreeInput, TopologyInput, TopologyVersion, WrittenTopology } from "./schema.ts";
import type { TopologyStore } from "./store.ts";

type By = { by: string | null };

type Deps = { store: TopologyStore; clock: Clock; parsing: Parsing };

/** Topologies: immutable versions of the topology file. Input is validated, access was checked by the caller. */
export function createTopologyService({ store, clock, parsing }: Deps) {
  const read = async (
    input: TopologyInput,
  ): Promise<{ topology: Topology | null; diagnostics: Diagnostic[] }> => {
    const asked =
      "document" in input
        ? input
        : {
            text: input.text,
            fileName: input.fileName,
            options: {
              ...(input.deviceProfile === undefined ? {} : { deviceProfile: input.deviceProfile }),
              ...(input.linkGbps === undefined ? {} : { linkGbps: input.linkGbps }),
            },
          };
    const done = await parsing.read("topology", asked, "fileName" in input ? input.fileName : "the topology");
    return done.ok ? done.value : { topology: null, diagnostics: done.diagnostics };
  };

  const get = async (versionId: string): Promise<TopologyVersion> =>
    found(await store.get(versionId), "topology version", versionId);

  const createFrom = async (
    document: Topology,
    name: string,
    by: string | null,
  ): Promise<TopologyVersion> => {
    const id = await store.transaction(async (tx) => {
      const topologyId = await store.create(tx, name);
      return store.addVersion(tx, {
        topologyId,
        number: 1,
        hash: hashJson(document),
        document,
        createdBy: by,
      });
    });
    return get(id);
  };

  return {
    list: () => store.list(),
    heads: () => store.heads(),
    get,

    /**
     * A file with mistakes is not stored: the answer lists them. With one that is stored it lists what was
     * not kept or supposed.
     */
    async create(
      input: { content: TopologyInput; name?: string | undefined } & By,
    ): Promise<WrittenTopology> {
      const { topology, diagnostics } = await read(input.content);
      if (!topology) return { ok: false, diagnostics };
      const version = await createFrom(topology, input.name ?? topology.name, input.by);
      return { ok: true, version, diagnostics };
    },

    /** Same content as the newest version: that version is the answer, nothing is stored. */
    async addVersion(input: { id: string; content: TopologyInput } & By): Promise<WrittenTopology> {
      const { topology: document, diagnostics } = await read(input.content);
      if (!document) return { ok: false, diagnostics };
      const hash = hashJson(document);
      const versionId = await store.transaction(async (tx) => {
        const latest = await store.lockLatest(tx, input.id);
        if (!latest) throw notFound("topology", input.id);
        if (latest.hash === hash) return latest.id;
        const number = latest.number + 1;
        return store.addVersion(tx, { topologyId: input.id, number, hash, document, createdBy: input.by });
      });
      return { ok: true, version: await get(versionId), diagnostics };
    },

    async generateFatTree({ name, by, ...shape }: FatTreeInput & By): Promise<TopologyVersion> {
      const given = Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined));
      const document = fatTree({ ...fatTreeDefaults, ...shape, ...given });
      return createFrom(name ? { ...document, name } : document, name ?? document.name, by);
    },

    async rename(id: string, name: string): Promise<void> {
      if (!(await store.rename(id, name))) throw notFound("topology", id);
    },

    async remove(id: string): Promise<void> {
      if (!(await store.setRemoved(id, clock()))) throw notFound("topology", id);
    },

    async restore(id: string): Promise<void> {
      if (!(await store.setRemoved(id, null))) throw notFound("topology", id);
    },
  };
}

export type TopologyService = ReturnType<typeof createTopologyService>;
