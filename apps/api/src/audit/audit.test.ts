import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { createBrowser } from "../../testing/personBrowser.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { procedures } from "../rest/operations.ts";
import { ruleOf } from "./objects.ts";
import type { AuditEntry } from "./schema.ts";

let world: World;
let owner: Awaited<ReturnType<World["as"]>>;
beforeAll(async () => {
  world = await createWorld();
  owner = await world.as("owner");
});
afterAll(() => world.dispose());

const mutations = procedures().flatMap(([path, { _def }]) => (_def.type === "mutation" ? [path] : []));
/** Entries of one action, newest first. */
const entriesOf = async (action: string): Promise<AuditEntry[]> =>
  (await owner.audit.list({ action, limit: 500 })).entries.filter((e) => e.action === action);
const newestOf = async (action: string): Promise<AuditEntry> => {
  const [entry] = await entriesOf(action);
  if (!entry) throw new Error(`no entry of ${action}`);
  return entry;
};
const callOf = (caller: object, path: string) => {
  const call = path.split(".").reduce<unknown>((at, key) => Reflect.get(Object(at), key), caller);
  if (typeof call !== "function") throw new Error(`${path} cannot be called`);
  return (input: unknown): Promise<unknown> => Promise.resolve(call(input));
};

describe("no change goes unnoted", () => {
  test("every mutation of the product writes an entry, also when it is refused", async () => {
    const viewer = await world.as("viewer");
    for (const path of mutations) await callOf(viewer, path)({ note: "asked by the test" }).catch(() => {});
    for (const path of mutations)
      expect(await entriesOf(path), path).toMatchObject([
        {
          action: path,
          actorName: "viewer",
          address: "127.0.0.1",
          // what needs no input is done to the own account
          outcome: expect.stringMatching(
            path.startsWith("account.") ? /^(forbidden|bad_request|done)$/ : /^(forbidden|bad_request)$/,
          ),
        },
      ]);
  });

  test("what a mutation changes can be read before and after; those that change nothing stored are named here", () => {
    expect(mutations.filter((path) => ruleOf(path) === null)).toEqual([
      "demo.setCongestion",
      "demo.setSlowDevice",
      "demo.setVnfDelay",
    ]);
  });

  test("a change whose process ended before the entry was written is noted as unknown", async () => {
    const { db } = world.database;
    const { seq: _seq, hash: _hash, prevHash: _prev, ...begun } = await newestOf("programs.rename");
    const data = { id: randomUUID(), at: world.time.now, entry: JSON.stringify(begun) };
    await db.auditPending.create({ data });
    await world.services.audit.housekeep();
    expect(await db.auditPending.count()).toBe(1);
    world.time.now = new Date(world.time.now.getTime() + 3_600_000);
    await world.services.audit.housekeep();
    expect(await newestOf("programs.rename")).toMatchObject({ outcome: "unknown", actorName: "viewer" });
    expect(await db.auditPending.count()).toBe(0);
  });

  test("a change that cannot be noted is not made", async () => {
    const { db, pool } = world.database;
    await pool.query("ALTER TABLE audit_pending RENAME TO away");
    await expect(owner.deployments.create({ name: "unnoted" })).rejects.toThrow();
    await pool.query("ALTER TABLE away RENAME TO audit_pending");
    expect(await db.deployment.count({ where: { name: "unnoted" } })).toBe(0);
  });
});

describe("an entry says what was before and after", () => {
  test("a program: made, versioned, renamed, removed", async () => {
    const operator = await world.as("operator");
    const { programId } = await operator.programs.create({ name: "a.p4", source: "one", includes: {} });
    const made = await newestOf("programs.create");
    expect(made).toMatchObject({
      actorName: "operator",
      objectKind: "program",
      objectId: programId,
      objectName: "a.p4",
      outcome: "done",
      before: null,
      after: { name: "a.p4", version: { number: 1, hash: expect.stringContaining("sha256:") } },
      input: { name: "a.p4", source: "one" },
    });
    await operator.programs.addVersion({ id: programId, source: "two", includes: {} });
    expect(await newestOf("programs.addVersion")).toMatchObject({
      before: { version: { number: 1 } },
      after: { version: { number: 2 } },
    });
    await operator.programs.rename({ id: programId, name: "b.p4" });
    expect(await newestOf("programs.rename")).toMatchObject({
      before: { name: "a.p4" },
      after: { name: "b.p4" },
    });
    await operator.programs.remove({ id: programId });
    expect(await newestOf("programs.remove")).toMatchObject({
      objectName: "b.p4",
      before: { removedAt: null },
      after: { removedAt: expect.any(String) },
    });
  });

  test("a deployment's limits, a role, a setting, a token", async () => {
    const { id } = await owner.deployments.create({ name: "d" });
    await owner.deployments.update({ id, name: "e" });
    expect(await newestOf("deployments.update")).toMatchObject({
      before: { name: "d" },
      after: { name: "e" },
    });

    const { user } = await owner.users.invite({ email: "ada@example.org", name: "Ada" });
    expect(await newestOf("users.invite")).toMatchObject({
      objectId: user.id,
      before: null,
      after: { name: "Ada" },
    });
    await owner.account.setPassword({ password: "another horse battery" });
    expect(await newestOf("account.setPassword")).toMatchObject({
      objectName: "owner",
      before: null,
      after: null,
    });
    await owner.users.setRole({ id: user.id, role: "operator" });
    expect(await newestOf("users.setRole")).toMatchObject({
      objectName: "Ada",
      before: { role: "viewer" },
      after: { role: "operator" },
    });

    await owner.system.updateSettings({ retentionDays: 31 });
    expect(await newestOf("system.updateSettings")).toMatchObject({
      objectKind: "setting",
      objectId: "settings",
      after: { value: { retentionDays: 31 } },
    });

    const { entry } = await owner.users.tokens.create({ name: "ci" });
    expect(await newestOf("users.tokens.create")).toMatchObject({ objectId: entry.id, objectName: "ci" });
    await owner.users.tokens.revoke({ id: entry.id });
    expect(await newestOf("users.tokens.revoke")).toMatchObject({ before: { name: "ci" }, after: null });
  });

  test("what is refused as a text with mistakes is not called done", async () => {
    await owner.topologies.create({ content: { text: "nodes: [", fileName: "cloud.yaml" } });
    expect(await newestOf("topologies.create")).toMatchObject({ outcome: "refused", after: null });
  });

  test("a text of megabytes is named by its hash", async () => {
    await owner.programs.create({ name: "long.p4", source: "x".repeat(1_000_000), includes: {} });
    const { input } = await newestOf("programs.create");
    expect(JSON.stringify(input).length).toBeLessThan(1_000);
    expect(input).toMatchObject({ source: expect.stringMatching(/1000000 characters, sha256 [0-9a-f]{64}/) });
  });
});

test("no secret reaches the log: passwords, tokens, secrets of webhooks and what their addresses carry", async () => {
  await owner.account.setPassword({
    currentPassword: "another horse battery",
    password: "correct horse battery",
  });
  const { token } = await owner.users.tokens.create({ name: "secret" });
  const { channel, secret } = await owner.notifications.channels.create({
    name: "hook",
    target: { kind: "webhook", url: "https://hooks.example.org/services/T0/B0/abcdef" },
  });
  const renewed = await owner.notifications.channels.newSecret({ id: channel.id });
  await owner.notifications.setMailServer({
    host: "mail.example.org",
    port: 587,
    security: "starttls",
    user: "p4twin",
    password: "mail horse battery",
    from: "p4twin@example.org",
  });
  const { db } = world.database;
  const sealed = await db.notificationChannel.findUniqueOrThrow({ where: { id: channel.id } });
  const key = await db.apikey.findFirstOrThrow({ where: { name: "secret" } });
  const log = JSON.stringify(await db.auditEntry.findMany({ omit: { seq: true } }));
  for (const text of [
    "horse battery",
    token,
    key.key,
    String(secret),
    String(renewed.secret),
    String(sealed.sealedSecret),
    "abcdef",
  ])
    expect(log).not.toContain(text);
  expect(log).toContain("https://hooks.example.org/…");
});

describe("sign-ins", () => {
  const signIn = async (password: string, email = "viewer@example.org") => {
    const app = await world.http();
    return app.inject({
      method: "POST",
      url: "/api/auth/sign-in/email",
      headers: { origin: "http://127.0.0.1:3000", "user-agent": "a browser" },
      payload: { email, password },
    });
  };

  test("a sign-in, a failed one and a sign-out are noted with person, address and browser", async () => {
    const viewer = await world.as("viewer");
    await viewer.account.setPassword({ password: "correct horse battery" });
    await signIn("wrong horse battery");
    expect(await newestOf("auth/sign-in/email")).toMatchObject({
      actorId: null,
      address: "127.0.0.1",
      userAgent: "a browser",
      outcome: "refused",
      input: { email: "viewer@example.org", password: "(secret)" },
    });
    const answer = await signIn("correct horse battery");
    expect(await newestOf("auth/sign-in/email")).toMatchObject({ actorName: "viewer", outcome: "done" });
    const cookie = answer.cookies.map((c) => `${c.name}=${encodeURIComponent(c.value)}`).join("; ");
    const app = await world.http();
    const headers = { cookie, origin: "http://127.0.0.1:3000" };
    await app.inject({ method: "POST", url: "/api/auth/sign-out", headers, payload: {} });
    expect(await newestOf("auth/sign-out")).toMatchObject({ actorName: "viewer", outcome: "done" });
  });

  test("the session or token that was used is named by its id", async () => {
    const actor = { id: "u1", name: "Ada", via: "token", credentialId: "t1" };
    const caller = { actor, address: "192.0.2.1", userAgent: null, workspaceId: null };
    await world.services.audit.note(caller, { action: "auth/change-password", outcome: "done" });
    expect(await newestOf("auth/change-password")).toMatchObject({ via: "token t1", objectName: "Ada" });
  });

  test("a one-time link: used, and tried again", async () => {
    const { id = "" } = (await (await world.as("viewer")).users.me()) ?? {};
    const { url } = await world.services.users.linkFor({ id });
    await createBrowser(world.http).signInByLink(url);
    expect(await newestOf("auth/sign-in/link")).toMatchObject({
      actorName: "viewer",
      outcome: "done",
      input: { token: "(secret)" },
    });
    await createBrowser(world.http).signInByLink(url);
    expect(await newestOf("auth/sign-in/link")).toMatchObject({ actorId: null, outcome: "refused" });
  });

  test("a flood of failed sign-ins is summed, not written one by one", async () => {
    const before = (await entriesOf("auth/sign-in/email")).length;
    const { audit } = world.services;
    const caller = { actor: null, address: "192.0.2.1", userAgent: null, workspaceId: null };
    for (let i = 0; i < 1_000; i++)
      await audit.note(caller, { action: "auth/sign-in/email", outcome: "refused" });
    await audit.flush();
    const noted = (await entriesOf("auth/sign-in/email")).length - before;
    const { times } = await newestOf("failed sign-ins");
    expect(noted).toBeLessThanOrEqual(200);
    expect(noted + times).toBeGreaterThanOrEqual(1_000);
  });
});

describe("found and carried away", () => {
  test("by person, object, action, outcome, time and text; a page at a time", async () => {
    const operator = await world.as("operator");
    const { programId } = await operator.programs.create({ name: "find-me.p4", source: "x", includes: {} });
    const one = { entries: [{ action: "programs.create", objectId: programId }] };
    expect(await owner.audit.list({ object: programId })).toMatchObject(one);
    expect(await owner.audit.list({ text: "FIND-ME" })).toMatchObject(one);
    expect(
      (await owner.audit.list({ actor: "operator", action: "programs.create" })).entries.length,
    ).toBeGreaterThan(0);
    const from = new Date(world.time.now.getTime() + 1).toISOString();
    expect((await owner.audit.list({ from })).entries).toEqual([]);
    const first = await owner.audit.list({ limit: 3 });
    const second = await owner.audit.list({ limit: 3, before: first.next ?? 0 });
    expect(second.entries.map((e) => e.seq)).toEqual(first.entries.map((e) => e.seq - 3));
  });

  test("as JSON lines whose chain holds, and as CSV", async () => {
    const { token } = await owner.users.tokens.create({ name: "export" });
    const app = await world.http();
    const get = (url: string) => app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    const lines = await get("/api/v1/audit/export");
    expect(lines.headers["content-disposition"]).toContain("p4twin-audit.jsonl");
    const entries: AuditEntry[] = lines.body
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(entries[0]?.seq).toBe(1);
    const { head, ...proof } = await owner.audit.verify({});
    expect(proof).toMatchObject({ ok: true, first: 1, problem: null });
    expect(entries.at(-1)).toMatchObject({ hash: head?.hash });
    const csv = await get("/api/v1/audit/export?format=csv&action=programs.create");
    expect(csv.headers["content-type"]).toContain("text/csv");
    expect(csv.body).toContain("find-me.p4");
    expect(csv.body.split("\r\n")[0]).toMatch(/^seq,at,actorId/);
  });

  test("by owners alone", async () => {
    const operator = await world.as("operator");
    await expect(operator.audit.list({})).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

test("an entry is written when a hundred changes come at once, each with its own number", async () => {
  const before = (await owner.audit.verify({})).entries;
  await Promise.all(Array.from({ length: 100 }, (_, i) => owner.deployments.create({ name: `d${i}` })));
  await eventually(async () =>
    expect(await owner.audit.verify({})).toMatchObject({ ok: true, entries: before + 100 }),
  );
});
