import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { verifyChain } from "./chain.ts";
import type { NewAuditEntry } from "./schema.ts";
import { createAuditStore } from "./store.ts";

const DAY_MS = 86_400_000;
let database: TestDatabase;
let store: ReturnType<typeof createAuditStore>;
beforeEach(async () => {
  database = await createTestDatabase();
  store = createAuditStore(database);
});
afterEach(() => database.close());

const entry = (action: string, agoDays = 0): NewAuditEntry => ({
  at: new Date(Date.now() - agoDays * DAY_MS).toISOString(),
  actorId: "u1",
  actorName: "Åda, 工程師 \0",
  via: null,
  address: "::1",
  userAgent: "x".repeat(2_000),
  workspaceId: null,
  action,
  objectKind: "program",
  objectId: null,
  objectName: null,
  outcome: "done",
  times: 1,
  before: null,
  after: { "10": 1, "9": [0.1, -0, 1e21, "\u0000\ud800"], b: null },
  input: null,
});
const add = async (count: number, agoDays = 0): Promise<void> => {
  for (let i = 0; i < count; i++) await store.append(entry(`a${i}`, agoDays));
};
const proof = () => verifyChain(store.all({}, 3));
const sql = (text: string) => database.pool.query(text);

test.each(["UPDATE audit_entry SET action = 'b'", "DELETE FROM audit_entry", "TRUNCATE audit_entry"])(
  "%s is refused, by the database, to its owner too",
  async (statement) => {
    await add(2);
    await expect(sql(statement)).rejects.toThrow("append only");
    await expect(sql(`SET session_replication_role = replica; ${statement}`)).rejects.toThrow("append only");
    expect(await proof()).toMatchObject({ ok: true, entries: 2 });
  },
);

const asOwner = (statement: string) =>
  sql(
    `ALTER TABLE audit_entry DISABLE TRIGGER USER; ${statement}; ALTER TABLE audit_entry ENABLE TRIGGER USER`,
  );

test.each([
  ["another name in an entry", "UPDATE audit_entry SET actor_name = 'Eve' WHERE seq = 4", { seq: 4 }],
  ["another state after", "UPDATE audit_entry SET after = '{}' WHERE seq = 4", { seq: 4 }],
  ["an entry that is gone", "DELETE FROM audit_entry WHERE seq = 4", { seq: 5 }],
  ["the first entries gone", "DELETE FROM audit_entry WHERE seq < 4", { seq: 4 }],
])(
  "%s is noticed although the owner of the database switched the triggers off",
  async (_what, statement, problem) => {
    await add(8);
    expect(await proof()).toMatchObject({ ok: true, entries: 8 });
    await asOwner(statement);
    expect(await proof()).toMatchObject({ ok: false, problem });
  },
);

test("entries missing at the end are noticed by a head that was noted", async () => {
  await add(8);
  const { head } = await proof();
  if (!head) throw new Error("no head");
  await asOwner("DELETE FROM audit_entry WHERE seq > 6");
  expect(await proof()).toMatchObject({ ok: true });
  expect(await verifyChain(store.all({}), [head])).toMatchObject({ ok: false, problem: { seq: 8 } });
});

test("entries of several connections at once are one chain", async () => {
  await Promise.all(Array.from({ length: 60 }, (_, i) => store.append(entry(`b${i}`))));
  expect(await proof()).toMatchObject({ ok: true, entries: 60, first: 1, head: { seq: 60 } });
});

test("retention takes the oldest away, says so, and the chain holds", async () => {
  const before = new Date(Date.now() - 100 * DAY_MS);
  const noted = (after: unknown): NewAuditEntry => ({ ...entry("audit.retention"), after });
  await add(5, 200);
  await add(3);
  // nothing is set: for ever
  await expect(store.prune(before, noted)).rejects.toThrow("append only");
  expect(await proof()).toMatchObject({ ok: true, entries: 8 });
  await sql(`INSERT INTO setting (key, value) VALUES ('settings', '{"auditRetentionDays": 100}')`);
  expect(await store.prune(before, noted)).toBe(5);
  expect(await proof()).toMatchObject({ ok: true, entries: 4, first: 6 });
  await expect(sql("DELETE FROM audit_entry")).rejects.toThrow("append only");
});
