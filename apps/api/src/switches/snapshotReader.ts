import {
  compareEntities,
  type Entity,
  type EntityComparison,
  entitiesOf,
  leavesOf,
  type Snapshot,
  snapshotSchema,
} from "@p4twin/models/snapshot";
import type { ChunkStore } from "./chunkStore.ts";
import {
  deploymentPieceSchema,
  type Manifest,
  manifestSchema,
  piecesOf,
  profilePieceSchema,
  type Surroundings,
  topologyPieceSchema,
} from "./surroundings/pieces.ts";

/** Leaves that are read at once: some 10,000 entities. */
const LEAVES = 300;

/** Snapshots as they were stored, by the hash of their root. */
export function createSnapshotReader(chunks: ChunkStore) {
  const snapshot = async (root: string): Promise<Snapshot> =>
    snapshotSchema.parse(JSON.parse(await chunks.text(root)));

  const leavesIn = async (nodes: readonly string[]): Promise<string[]> => {
    const texts = await chunks.texts(nodes);
    return nodes.flatMap((node) => leavesOf(texts.get(node) ?? ""));
  };
  async function* entitiesIn(leaves: readonly string[]): AsyncGenerator<Entity> {
    for (let at = 0; at < leaves.length; at += LEAVES) {
      const part = leaves.slice(at, at + LEAVES);
      const texts = await chunks.texts(part);
      for (const leaf of part) yield* entitiesOf(texts.get(leaf) ?? "");
    }
  }
  const all = async (leaves: readonly string[]): Promise<Entity[]> => {
    const found: Entity[] = [];
    for await (const entity of entitiesIn(leaves)) found.push(entity);
    return found;
  };

  const manifestOf = async (hash: string): Promise<Manifest> =>
    manifestSchema.parse(JSON.parse(await chunks.text(hash)));
  const namedBy = async (hash: string): Promise<string[]> => [hash, ...piecesOf(await manifestOf(hash))];

  return {
    snapshot,

    /** What it names of where its switch stood; null as for `surroundings`. */
    manifest: async ({ bound }: Snapshot): Promise<Manifest | null> =>
      bound.around === undefined ? null : manifestOf(bound.around),

    /** Where its switch stood; null for a snapshot from before that was kept. */
    async surroundings({ bound }: Snapshot): Promise<Surroundings | null> {
      if (bound.around === undefined) return null;
      const manifest = await manifestOf(bound.around);
      const texts = await chunks.texts(piecesOf(manifest));
      const read = (piece: string): unknown => JSON.parse(texts.get(piece) ?? "null");
      const { profile, topologies, deployments } = manifest;
      return {
        profile: profile === null ? null : profilePieceSchema.parse(read(profile)),
        topologies: topologies.map(({ piece, ...each }) => ({
          ...{ ...each, document: topologyPieceSchema.parse(read(piece)) },
        })),
        deployments: deployments.map(({ piece, ...each }) => ({
          ...{ ...each, document: deploymentPieceSchema.parse(read(piece)) },
        })),
      };
    },

    /** Hashes of everything that these snapshots are made of. */
    async pieces(roots: Iterable<string>): Promise<Set<string>> {
      const found = new Set<string>();
      for (const root of roots) {
        const { nodes, pipeline, bound } = await snapshot(root);
        const fresh = nodes.filter((node) => !found.has(node));
        const around =
          bound.around === undefined || found.has(bound.around) ? [] : await namedBy(bound.around);
        const own = [root, pipeline.p4Info, pipeline.config, ...around];
        for (const hash of [...own, ...nodes, ...(await leavesIn(fresh))]) if (hash !== null) found.add(hash);
      }
      return found;
    },

    /** Its leaves in the order of their keys, as they are stored. */
    async *leaves(root: string): AsyncGenerator<Uint8Array> {
      const names = await leavesIn((await snapshot(root)).nodes);
      for (let at = 0; at < names.length; at += LEAVES) {
        const part = names.slice(at, at + LEAVES);
        const bodies = await chunks.bodies(part);
        for (const name of part) yield bodies.get(name)!;
      }
    },

    /** Its entities in the order of their keys, some at a time. */
    async *entities(root: string): AsyncGenerator<Entity> {
      yield* entitiesIn(await leavesIn((await snapshot(root)).nodes));
    },

    /** Two snapshots; only leaves that one of them does not have are read. */
    async compare(
      before: string,
      after: string,
    ): Promise<EntityComparison & { pipelineChanged: boolean; before: Snapshot; after: Snapshot }> {
      const [old, now] = await Promise.all([snapshot(before), snapshot(after)]);
      const shared = new Set(old.nodes.filter((node) => now.nodes.includes(node)));
      const own = (nodes: readonly string[]) => nodes.filter((node) => !shared.has(node));
      const [oldLeaves, newLeaves] = await Promise.all([leavesIn(own(old.nodes)), leavesIn(own(now.nodes))]);
      const [inOld, inNew] = [new Set(oldLeaves), new Set(newLeaves)];
      const [gone, come] = await Promise.all([
        all(oldLeaves.filter((leaf) => !inNew.has(leaf))),
        all(newLeaves.filter((leaf) => !inOld.has(leaf))),
      ]);
      return {
        ...compareEntities(gone, come),
        pipelineChanged:
          old.pipeline.p4Info !== now.pipeline.p4Info || old.pipeline.config !== now.pipeline.config,
        before: old,
        after: now,
      };
    },
  };
}
export type SnapshotReader = ReturnType<typeof createSnapshotReader>;
