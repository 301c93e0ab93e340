import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { dropPartitionsBefore, ensurePartitions } from "./partitions.ts";

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
  expect(await dropPartitionsBefore(pool, new Date("2020-03-01T23:59:59Z"))).toEqual([]);
  const dropped = await dropPartitionsBefore(pool, new Date("2020-03-02T00:00:00Z"));
  expect(dropped.sort()).toEqual(["exporter_counter_20200301", "segment_window_20200301"]);
  expect(await dropPartitionsBefore(pool, new Date("2020-03-02T00:00:00Z"))).toEqual([]);
});
