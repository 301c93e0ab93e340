import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { eventually } from "../../testing/eventually.ts";
import { createLog } from "../observability/log.ts";
import { createLeader } from "./leader.ts";

const KEY = 77;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

function candidate(name: string, at: string[]) {
  const work = {
    name,
    start: async () => void at.push(name),
    stop: async () => void at.splice(at.indexOf(name), 1),
  };
  const deps = { pool: database.pool, work, log: createLog("silent") };
  return createLeader({ name, key: KEY }, deps, { tryEveryMs: 20 });
}

it("one of several works; another when it stops, or when its connection breaks", async () => {
  const at: string[] = [];
  const [a, b, c] = ["a", "b", "c"].map((name) => candidate(name, at));
  for (const one of [a, b]) await one.start();
  expect([at, a.leads(), b.leads()]).toEqual([["a"], true, false]);

  await a.stop();
  await eventually(() => expect(at).toEqual(["b"]));

  await c.start();
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1",
    [KEY],
  );
  // either may take it again, and one of them does
  await eventually(() => expect([at.length, b.leads() !== c.leads()]).toEqual([1, true]));
  expect(at).toEqual([b.leads() ? "b" : "c"]);
  await b.stop();
  await c.stop();
  expect(at).toEqual([]);
});
