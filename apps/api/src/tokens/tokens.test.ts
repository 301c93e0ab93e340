import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { createWorld, type World } from "../../testing/world.ts";
import type { Actor } from "../auth/actor.ts";
import type { RequiredRole } from "../auth/roles.ts";
import { appRouter } from "../router.ts";
import { tokenNounSchema } from "./schema.ts";
import { createTokenVerifier, defaultVerifierConfig, hashOf } from "./verifier.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

async function get(path: string, token: string) {
  const app = await world.http();
  const answer = await app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } });
  return { status: answer.statusCode, body: answer.json() };
}

describe("what a token may do", () => {
  test("no more than its role, and no more than its owner may now", async () => {
    const owner = await world.as("owner");
    const { token, entry } = await owner.users.tokens.create({ name: "reads", role: "viewer" });
    expect(entry).toMatchObject({ role: "viewer", nouns: null });
    expect((await get("/me", token)).body).toMatchObject({ role: "viewer" });
    expect(await get("/users", token)).toMatchObject({
      status: 403,
      body: { detail: "This needs the role owner; the token has the role viewer." },
    });
    const { user } = await owner.users.invite({ email: "o@example.org", name: "o", role: "operator" });
    const person = { ...user, memberships: [], via: "session", credentialId: "none" } as const;
    const actor: Actor = { ...person, role: "operator", installationOwner: false };
    const made = await world.services.tokens.create(actor, { name: "x", nouns: null, expiresInDays: 1 });
    expect((await get("/me", made.token)).body).toMatchObject({ role: "operator" });
    await owner.users.setRole({ id: user.id, role: "viewer" });
    expect((await get("/me", made.token)).body).toMatchObject({ role: "viewer" });
    await owner.users.remove({ id: user.id });
    expect((await get("/me", made.token)).body).toBeNull();
  });

  test("nobody makes a token that may do more than they", async () => {
    const operator = await world.as("operator");
    await expect(operator.users.tokens.create({ name: "x", role: "owner" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  test("a token for some nouns does nothing with others", async () => {
    const operator = await world.as("operator");
    const { token } = await operator.users.tokens.create({ name: "ci", nouns: ["programs"] });
    expect((await get("/programs", token)).status).toBe(200);
    expect(await get("/topologies", token)).toMatchObject({
      status: 403,
      body: { detail: "The token is for programs only, not for topologies." },
    });
  });

  test("a token ends: after 90 days unless it says otherwise, after 366 at most", async () => {
    const operator = await world.as("operator");
    world.time.now = new Date("2026-01-01T00:00:00Z");
    const { token, entry } = await operator.users.tokens.create({ name: "quarter" });
    expect(entry.expiresAt).toBe("2026-04-01T00:00:00.000Z");
    expect((await get("/me", token)).body).not.toBeNull();
    world.time.now = new Date("2026-04-01T00:00:00Z");
    expect((await get("/me", token)).body).toBeNull();
    await expect(operator.users.tokens.create({ name: "x", expiresInDays: 367 })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    const eternal = { name: "x", expiresInDays: null };
    // @ts-expect-error there is no eternal token any more
    await expect(operator.users.tokens.create(eternal)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("a workspace that was just made is entered with a token that was used before", async () => {
    const owner = await world.as("owner");
    const { token } = await owner.users.tokens.create({ name: "before" });
    expect((await get("/me", token)).status).toBe(200);
    const { id } = await owner.workspaces.create({ name: "new" });
    expect((await get(`/programs?workspace=${id}`, token)).status).toBe(200);
    await owner.workspaces.archive({ id });
    expect((await get(`/programs?workspace=${id}`, token)).status).toBe(404);
  });

  test("a revoked token is nobody at once", async () => {
    const operator = await world.as("operator");
    const { token, entry } = await operator.users.tokens.create({ name: "gone" });
    expect((await get("/me", token)).body).not.toBeNull();
    await operator.users.tokens.revoke({ id: entry.id });
    expect((await get("/me", token)).body).toBeNull();
  });

  test("tokens made before they had roles go on, shown as eternal", async () => {
    const operator = await world.as("operator");
    const [any] = await operator.users.tokens.list();
    const { db } = world.database;
    const owner = await db.apikey.findUniqueOrThrow({ where: { id: any?.id ?? "" } });
    const token = `p4t_${"a".repeat(64)}`;
    // as better-auth's plugin for API keys wrote them
    const key = createHash("sha256").update(token).digest("base64url");
    const id = randomUUID();
    await db.apikey.create({
      data: { id, key, referenceId: owner.referenceId, name: "old", requestCount: 7 },
    });
    expect((await get("/me", token)).body).toMatchObject({ role: "operator" });
    expect((await operator.users.tokens.list()).find((t) => t.id === id)).toMatchObject({
      expiresAt: null,
      role: null,
      nouns: null,
    });
  });

  test("every noun of the API can be named, or is one of accounts", () => {
    const nouns = Object.keys(appRouter._def.record).filter(
      (noun) => !["users", "account", "workspaces"].includes(noun),
    );
    // a new noun belongs into tokenNounSchema, or into accountNouns of auth/access.ts when it administers access
    expect(nouns.sort()).toEqual([...tokenNounSchema.options].sort());
  });
});

test("many requests with one token look once and write once a minute", async () => {
  let looked = 0;
  const uses: Date[] = [];
  let nowMs = 0;
  const role: RequiredRole & "viewer" = "viewer";
  const stored = { id: "t", userId: "u", role, nouns: null, expiresAt: null, lastUsedAt: null };
  const verifier = createTokenVerifier(defaultVerifierConfig, {
    store: {
      byHash: async (hash) => {
        looked++;
        return hash === hashOf("p4t_right") ? stored : null;
      },
      used: async (_id, at) => {
        uses.push(at);
      },
    },
    actorOf: async (id) => ({ id, name: "u", email: "u@example.org", role, memberships: [] }),
    clock: () => new Date(nowMs),
    nowMs: () => nowMs,
  });
  await Promise.all(Array.from({ length: 500 }, () => verifier.identify("p4t_right")));
  expect([looked, uses.length]).toEqual([1, 1]);
  for (nowMs = 0; nowMs < 120_000; nowMs += 100) await verifier.identify("p4t_right");
  // once in five seconds, and the first
  expect([looked, uses.length]).toEqual([24, 2]);
  // another process may have revoked it: that is known after five seconds at the latest
  stored.userId = "v";
  nowMs += defaultVerifierConfig.rememberMs;
  expect(await verifier.identify("p4t_right")).toMatchObject({ id: "v" });
  for (let i = 0; i < 100; i++) expect(await verifier.identify(`p4t_wrong${i}`)).toBeNull();
  expect(verifier.remembered).toBe(1);
});

test("the last use is noted", async () => {
  const operator = await world.as("operator");
  const { token, entry } = await operator.users.tokens.create({ name: "used" });
  await get("/me", token);
  await eventually(async () =>
    expect((await operator.users.tokens.list()).find((t) => t.id === entry.id)?.lastUsedAt).not.toBeNull(),
  );
});
