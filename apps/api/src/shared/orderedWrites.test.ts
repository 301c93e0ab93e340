import { expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { createLog } from "../observability/log.ts";
import { createOrderedWrites, orderedWritesConfig } from "./orderedWrites.ts";

function database() {
  const state = { there: true, rows: [] as string[] };
  const insert = (row: string) => async () => {
    if (!state.there) throw new Error("connect ECONNREFUSED");
    if (row.startsWith("bad")) throw new Error("violates a constraint");
    state.rows.push(row);
  };
  const writes = createOrderedWrites(
    { reachable: async () => state.there, what: "a row", log: createLog("silent") },
    { ...orderedWritesConfig, maxWaiting: 5, firstWaitMs: 1, longestWaitMs: 2 },
  );
  return { state, insert, writes };
}

test("an event that is raised while the database is away is stored when it is back, in its order", async () => {
  const { state, insert, writes } = database();
  state.there = false;
  for (const row of ["opened", "changed", "closed"]) writes.add(insert(row));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(state.rows).toEqual([]);
  state.there = true;
  await eventually(() => expect(state.rows).toEqual(["opened", "changed", "closed"]));
  expect(writes.counters()).toEqual({ waiting: 0, lost: 0 });
});

test("a row that no database takes does not hold up those behind it, and is counted", async () => {
  const { state, insert, writes } = database();
  for (const row of ["a", "bad", "b"]) writes.add(insert(row));
  await eventually(() => expect(state.rows).toEqual(["a", "b"]));
  expect(writes.counters().lost).toBe(1);
});

test("what waits is bounded, and what is refused counted; a stop tries each once more", async () => {
  const { state, insert, writes } = database();
  state.there = false;
  for (let i = 0; i < 9; i++) writes.add(insert(`row ${i}`));
  // one is under way, five wait
  expect(writes.counters()).toEqual({ waiting: 5, lost: 3 });
  await writes.stop();
  expect(writes.counters()).toEqual({ waiting: 0, lost: 9 });
  state.there = true;
  writes.add(insert("later"));
  await eventually(() => expect(state.rows).toEqual(["later"]));
});
