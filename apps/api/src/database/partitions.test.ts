import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { dropPartitionsBefore, ensurePartitions, partitionedBytes } from "./partitions.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it("makes a day once, and drops it only when it lies wholly beyond the retention", async () => {
  const { pool } = database;
  const day = new Date("2020-03-01T13:00:00Z");
  await ensurePartitions(pool, [day]);
  await ensurePartitions(pool, [day]);
  const before = (instant: string) => {
    const oldest = new Date(instant);
    return dropPartitionsBefore(pool, {
      segment_window: oldest,
      segment_rollup_10: oldest,
      segment_rollup_60: oldest,
      segment_rollup_3600: oldest,
    });
  };
  expect(Object.values(await partitionedBytes(pool)).every((bytes) => bytes > 0)).toBe(true);
  expect(await before("2020-03-01T23:59:59Z")).toEqual([]);
  const days = ["segment_rollup_10_20200301", "segment_window_20200301"];
  expect((await before("2020-03-02T00:00:00Z")).sort()).toEqual(days);
  expect(await before("2020-03-02T00:00:00Z")).toEqual([]);
  expect(await before("2020-04-01T00:00:00Z")).toEqual(["segment_rollup_60_202003"]);
  expect(await before("2021-01-01T00:00:00Z")).toEqual(["segment_rollup_3600_2020"]);
});
