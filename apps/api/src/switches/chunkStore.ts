import { inflateRawSync } from "node:zlib";
import { Prisma, type Tx } from "../database/client.ts";
import type { Scope } from "../database/scope.ts";

/** Pieces in one statement (our choice): some megabytes. */
const BATCH = 1_000;

type Chunk = { hash: string; body: Uint8Array };

function* batches<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH);
}

/** Pieces of snapshots by the hash of their content: what is equal in many snapshots of a workspace is stored once. */
export function createChunkStore({ db, workspaceId }: Scope) {
  const locked = (hashes: readonly string[]) => Prisma.sql`
    SELECT hash FROM snapshot_chunk WHERE workspace_id = ${workspaceId}::uuid AND hash = ANY(${hashes})
    ORDER BY hash FOR UPDATE`;
  return {
    /**
     * Stores those that are not there yet, in the transaction that stores what refers to them. Rows are locked in
     * the order of their hashes, those that are there before new ones: two switches with the same entries never wait
     * for each other.
     */
    async put(tx: Tx, chunks: readonly Chunk[], usedAt: Date): Promise<void> {
      const ordered = [...chunks].sort((a, b) => (a.hash < b.hash ? -1 : 1));
      const known = new Set<string>();
      for (const part of batches(ordered)) {
        const hashes = part.map(({ hash }) => hash);
        // what is used again does not go with the next sweep
        const again = await tx.$queryRaw<{ hash: string }[]>`
          UPDATE snapshot_chunk SET used_at = ${usedAt} FROM (${locked(hashes)}) AS own
          WHERE workspace_id = ${workspaceId}::uuid AND snapshot_chunk.hash = own.hash RETURNING own.hash`;
        for (const { hash } of again) known.add(hash);
      }
      const fresh = ordered.filter(({ hash }) => !known.has(hash));
      for (const part of batches(fresh)) {
        const data = part.map(({ hash, body }) => ({
          workspaceId,
          hash,
          body: new Uint8Array(body),
          usedAt,
        }));
        await tx.snapshotChunk.createMany({ data, skipDuplicates: true });
      }
    },

    /** As they are stored, deflated. Throws when one is missing: a snapshot is stored with all that it is made of. */
    async bodies(hashes: readonly string[]): Promise<Map<string, Uint8Array>> {
      const found = new Map<string, Uint8Array>();
      for (const part of batches(hashes)) {
        const rows = await db.snapshotChunk.findMany({ where: { workspaceId, hash: { in: part } } });
        for (const { hash, body } of rows) found.set(hash, body);
      }
      const missing = hashes.find((hash) => !found.has(hash));
      if (missing !== undefined) throw new Error(`a piece of a snapshot is missing: ${missing}`);
      return found;
    },

    async texts(hashes: readonly string[]): Promise<Map<string, string>> {
      const found = await this.bodies(hashes);
      return new Map([...found].map(([hash, body]) => [hash, inflateRawSync(body).toString("utf8")]));
    },

    /** Removes pieces that `inUse` does not name and that nobody stored a snapshot with since `before`. */
    async sweep(inUse: ReadonlySet<string>, before: Date): Promise<number> {
      const old = await db.snapshotChunk.findMany({
        where: { workspaceId, usedAt: { lt: before } },
        select: { hash: true },
      });
      const unused = old.flatMap(({ hash }) => (inUse.has(hash) ? [] : [hash]));
      let removed = 0;
      for (const part of batches(unused))
        removed += await db.$executeRaw`
          DELETE FROM snapshot_chunk USING (${locked(part)}) AS own
          WHERE workspace_id = ${workspaceId}::uuid AND snapshot_chunk.hash = own.hash AND used_at < ${before}`;
      return removed;
    },

    async text(hash: string): Promise<string> {
      return (await this.texts([hash])).get(hash) ?? "";
    },
  };
}
export type ChunkStore = ReturnType<typeof createChunkStore>;
