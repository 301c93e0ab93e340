import { inflateRawSync } from "node:zlib";
import type { Tx } from "../database/client.ts";
import type { Scope } from "../database/scope.ts";

/** Pieces in one statement (our choice): some megabytes. */
const BATCH = 1_000;

/** Pieces of snapshots by the hash of their content: what is equal in many snapshots of a workspace is stored once. */
export function createChunkStore({ db, workspaceId }: Scope) {
  /** Until the transaction ends: two that change many of the same pieces would wait for each other. */
  const alone = (tx: Tx) =>
    tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('snapshot_chunk'), hashtext(${workspaceId}))`;
  return {
    /** Stores those that are not there yet, in the transaction that stores what refers to them. */
    async put(tx: Tx, chunks: readonly { hash: string; body: Uint8Array }[], usedAt: Date): Promise<void> {
      await alone(tx);
      for (let at = 0; at < chunks.length; at += BATCH) {
        const part = chunks.slice(at, at + BATCH);
        const known = await tx.snapshotChunk.findMany({
          where: { workspaceId, hash: { in: part.map(({ hash }) => hash) } },
          select: { hash: true },
        });
        // what is used again does not go with the next sweep
        const again = known.map(({ hash }) => hash);
        await tx.snapshotChunk.updateMany({ where: { workspaceId, hash: { in: again } }, data: { usedAt } });
        const has = new Set(again);
        const data = part.flatMap(({ hash, body }) =>
          has.has(hash) ? [] : [{ workspaceId, hash, body: new Uint8Array(body), usedAt }],
        );
        if (data.length > 0) await tx.snapshotChunk.createMany({ data, skipDuplicates: true });
      }
    },

    /** As they are stored, deflated. Throws when one is missing: a snapshot is stored with all that it is made of. */
    async bodies(hashes: readonly string[]): Promise<Map<string, Uint8Array>> {
      const found = new Map<string, Uint8Array>();
      for (let at = 0; at < hashes.length; at += BATCH) {
        const rows = await db.snapshotChunk.findMany({
          where: { workspaceId, hash: { in: hashes.slice(at, at + BATCH) } },
        });
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
      for (let at = 0; at < unused.length; at += BATCH) {
        const hash = { in: unused.slice(at, at + BATCH) };
        const { count } = await db.$transaction(async (tx) => {
          await alone(tx);
          return tx.snapshotChunk.deleteMany({ where: { workspaceId, hash, usedAt: { lt: before } } });
        });
        removed += count;
      }
      return removed;
    },

    async text(hash: string): Promise<string> {
      return (await this.texts([hash])).get(hash) ?? "";
    },
  };
}
export type ChunkStore = ReturnType<typeof createChunkStore>;
