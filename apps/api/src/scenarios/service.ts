import type { Chain } from "@p4twin/models/chain";
import { type Change, type Problem, problemSchema } from "@p4twin/models/placement";
import { toNetwork } from "@p4twin/models/topology";
import type { ChainService } from "../chains/service.ts";
import { DomainError, notFound } from "../errors.ts";
import { type Clock, found } from "../shared/service.ts";
import type { TopologyService } from "../topologies/service.ts";
import type { ScenarioContent, ScenarioVersion } from "./schema.ts";
import type { ScenarioStore } from "./store.ts";

// our choice: a plain switch without a delay adds 1 us
const DEFAULT_SWITCH_DELAY_US = 1;

/** A chain with the hosts that the scenario gives it; without any it keeps its own. */
function withEnds(chain: Chain, ends: { from: string | null; to: string | null } | undefined): Chain {
  if (ends === undefined) return chain;
  const { from: _, to: __, ...own } = chain;
  return {
    ...own,
    ...(ends.from === null ? {} : { from: ends.from }),
    ...(ends.to === null ? {} : { to: ends.to }),
  };
}

type Deps = { store: ScenarioStore; topologies: TopologyService; chains: ChainService; clock: Clock };
type By = { by: string | null };

/** Scenarios: immutable versions of topology + chains + engine + parameters. */
export function createScenarioService({ store, topologies, chains, clock }: Deps) {
  const get = async (versionId: string): Promise<ScenarioVersion> =>
    found(await store.get(versionId), "scenario version", versionId);

  /** Refuses content that names a topology or chain version that does not exist, by name. */
  const check = async (content: ScenarioContent): Promise<void> => {
    await topologies.get(content.topologyVersionId);
    await Promise.all(content.chainVersionIds.map((id) => chains.get(id)));
  };

  const create = async (input: { name: string; content: ScenarioContent } & By): Promise<ScenarioVersion> => {
    await check(input.content);
    const id = await store.transaction(async (tx) => {
      const scenarioId = await store.create(tx, input.name);
      return store.addVersion(tx, { scenarioId, number: 1, content: input.content, createdBy: input.by });
    });
    return get(id);
  };

  return {
    list: () => store.list(),
    get,
    create,

    /** Every change is a new version; placements keep naming the version that they answer. */
    async update(input: { id: string; content: ScenarioContent } & By): Promise<ScenarioVersion> {
      await check(input.content);
      const versionId = await store.transaction(async (tx) => {
        const newest = await store.lockLatest(tx, input.id);
        if (newest === null) throw notFound("scenario", input.id);
        const version = {
          scenarioId: input.id,
          number: newest + 1,
          content: input.content,
          createdBy: input.by,
        };
        return store.addVersion(tx, version);
      });
      return get(versionId);
    },

    async duplicate(input: { versionId: string; name?: string | undefined } & By): Promise<ScenarioVersion> {
      const { name, topologyVersionId, chainVersionIds, engine, parameters } = await get(input.versionId);
      const content = { topologyVersionId, chainVersionIds, engine, parameters };
      return create({ name: input.name ?? `${name} (copy)`, content, by: input.by });
    },

    /**
     * The placement problem of a scenario version's topology and chains, and the changes that were saved on
     * top of it. Refuses clouds and chains that cannot be joined.
     */
    async problemOf(versionId: string): Promise<{ problem: Problem; changes: Change[] }> {
      const scenario = await get(versionId);
      const topology = await topologies.get(scenario.topologyVersionId);
      const documents = await Promise.all(
        scenario.chainVersionIds.map(async (id) => (await chains.get(id)).document),
      );
      const placed = documents.map(({ chain }) => withEnds(chain, scenario.parameters.ends?.[chain.id]));
      const ends = new Set(placed.flatMap(({ from, to }) => [from ?? [], to ?? []].flat()));
      const network = toNetwork(topology.document, DEFAULT_SWITCH_DELAY_US, ends);
      if (!network.ok) {
        throw new DomainError(
          "bad_input",
          `Topology "${topology.name}" cannot carry functions.`,
          network.error,
        );
      }
      const functions = new Map(documents.flatMap((d) => d.functions.map((fn) => [fn.type, fn])));
      const problem = problemSchema.parse({
        version: 1,
        name: scenario.name,
        ...network.value,
        functions: [...functions.values()],
        chains: placed,
        required: scenario.parameters.required,
        options: scenario.parameters.options,
      });
      return { problem, changes: scenario.parameters.changes };
    },

    async rename(id: string, name: string): Promise<void> {
      if (!(await store.rename(id, name))) throw notFound("scenario", id);
    },

    async remove(id: string): Promise<void> {
      if (!(await store.setRemoved(id, clock()))) throw notFound("scenario", id);
    },

    async restore(id: string): Promise<void> {
      if (!(await store.setRemoved(id, null))) throw notFound("scenario", id);
    },
  };
}

export type ScenarioService = ReturnType<typeof createScenarioService>;
