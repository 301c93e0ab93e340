import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { ensureDefaultWorkspace } from "../database/defaultWorkspace.ts";
import { createChunkStore } from "./chunkStore.ts";

const names = Array.from({ length: 2_500 }, (_, i) => i.toString(16).padStart(8, "0"));
const chunksOf = (hashes: readonly string[]) =>
  hashes.map((hash) => ({ hash, body: deflateRawSync(Buffer.from(hash)) }));

test("switches with the same entries are stored at a time, in whatever order their pieces come", async () => {
  const { db, close } = await createTestDatabase();
  const { id: workspaceId } = await ensureDefaultWorkspace(db);
  const store = createChunkStore({ db, workspaceId });
  const orders = [names, names.toReversed(), names.filter((_, i) => i % 3 > 0), names.slice(1_100)];
  const [old, now] = [new Date("2026-01-01"), new Date("2026-01-02")];
  // half of them are there before
  await db.$transaction((tx) => store.put(tx, chunksOf(names.filter((_, i) => i % 2 > 0)), old));
  const { deadlocks: before } = await deadlocks();
  await Promise.all(orders.map((order) => db.$transaction((tx) => store.put(tx, chunksOf(order), now))));
  expect(await store.texts(names)).toEqual(new Map(names.map((name) => [name, name])));
  expect((await deadlocks()).deadlocks).toBe(before);

  await db.$transaction((tx) => store.put(tx, chunksOf(["later"]), new Date("2026-01-04")));
  const inUse = new Set(names.slice(0, 10));
  expect(await store.sweep(inUse, now)).toBe(0);
  expect(await store.sweep(inUse, new Date("2026-01-03"))).toBe(names.length - 10);
  await expect(store.text(names[10]!)).rejects.toThrow(`a piece of a snapshot is missing: ${names[10]}`);
  expect(await store.text("later")).toBe("later");
  await close();

  async function deadlocks() {
    await db.$queryRaw`SELECT pg_stat_clear_snapshot()::text`;
    const [row] = await db.$queryRaw<[{ deadlocks: bigint }]>`
      SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`;
    return row;
  }
});
