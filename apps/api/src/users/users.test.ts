import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownerLink } from "../firstSignIn.ts";
import { createWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

/** Opens a one-time link as a browser does; answers with the session cookie, if there is one. */
async function open(link: string): Promise<{ location: string; cookie: string | null }> {
  const app = await world.http();
  const url = new URL(link);
  const answer = await app.inject({ method: "GET", url: url.pathname + url.search });
  const cookie = answer.cookies.find((c) => c.name === "p4twin.session_token");
  return {
    location: String(answer.headers.location),
    cookie: cookie ? `${cookie.name}=${encodeURIComponent(cookie.value)}` : null,
  };
}

async function me(headers: Record<string, string>): Promise<unknown> {
  const app = await world.http();
  return (await app.inject({ method: "GET", url: "/api/v1/me", headers })).json();
}

describe("the owner's first sign-in", () => {
  test("the link of a later start replaces the one before; it signs in once; then none is printed unasked", async () => {
    const { db } = world.database;
    const { users } = world.services;
    const first = await ownerLink(db, users, false);
    const second = await ownerLink(db, users, false);
    if (!first || !second) throw new Error("no link although the owner never signed in");
    expect((await open(first)).cookie).toBeNull();

    const { cookie, location } = await open(second);
    expect(location).toBe("http://127.0.0.1:3000/");
    expect(await me({ cookie: cookie ?? "" })).toMatchObject({ role: "owner" });

    const again = await open(second);
    expect(again.cookie).toBeNull();
    expect(again.location).toContain("/sign-in?error=INVALID_TOKEN");

    expect(await ownerLink(db, users, false)).toBeNull();
    expect(await ownerLink(db, users, true)).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/api\/auth\/magic-link\/verify\?token=/,
    );
  });

  test("the link is stored hashed", async () => {
    const { url } = await world.services.users.linkFor("owner@p4twin.local");
    const token = new URL(url).searchParams.get("token") ?? "";
    const rows = await world.database.db.verification.findMany();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test.each(["/api/auth/sign-in/magic-link", "/api/auth/sign-up/email"])(
    "nobody can ask for %s",
    async (url) => {
      const app = await world.http();
      const payload = { email: "owner@p4twin.local", password: "long enough to be one", name: "x" };
      const answer = await app.inject({ method: "POST", url, payload });
      expect(answer.statusCode).toBe(404);
    },
  );
});

describe("API tokens", () => {
  test("a token acts with its owner's role until it is revoked", async () => {
    const operator = await world.as("operator");
    const { token, entry } = await operator.users.tokens.create({ name: "ci" });
    const authorization = `Bearer ${token}`;
    expect(await me({ authorization })).toMatchObject({ role: "operator" });
    expect(await operator.users.tokens.list()).toMatchObject([{ id: entry.id, name: "ci" }]);
    const stored = await world.database.db.apikey.findMany();
    expect(JSON.stringify(stored)).not.toContain(token);

    await operator.users.tokens.revoke({ id: entry.id });
    expect(await me({ authorization })).toBeNull();
  });

  test("a wrong token is nobody", async () => {
    expect(await me({ authorization: "Bearer p4t_nonsense" })).toBeNull();
  });
});

describe("accounts", () => {
  test("an invited person signs in by the link, and no longer after the account is removed", async () => {
    const owner = await world.as("owner");
    const { user, link } = await owner.users.invite({
      email: "Ada@Example.org",
      name: "Ada",
      role: "viewer",
    });
    expect(user.email).toBe("ada@example.org");
    const { cookie } = await open(link.url);
    expect(await me({ cookie: cookie ?? "" })).toMatchObject({ name: "Ada", role: "viewer" });
    await owner.users.setRole({ id: user.id, role: "operator" });
    expect(await me({ cookie: cookie ?? "" })).toMatchObject({ role: "operator" });
    await owner.users.remove({ id: user.id });
    expect(await me({ cookie: cookie ?? "" })).toBeNull();
  });

  test("a password that was set signs in until it is changed; guessing is slowed down", async () => {
    const viewer = await world.as("viewer");
    await viewer.users.setPassword({ password: "correct horse battery" });
    const app = await world.http();
    const signIn = (password: string) =>
      app.inject({
        method: "POST",
        url: "/api/auth/sign-in/email",
        headers: { origin: "http://127.0.0.1:3000" },
        payload: { email: "viewer@example.org", password },
      });
    expect((await signIn("wrong horse battery")).statusCode).toBe(401);
    expect((await signIn("correct horse battery")).statusCode).toBe(200);
    await viewer.users.setPassword({ password: "another horse battery" });
    expect((await signIn("correct horse battery")).statusCode).toBe(401);
    expect((await signIn("another horse battery")).statusCode).toBe(200);
    // two have failed; whoever guesses is slowed down after five
    for (let i = 0; i < 3; i++) expect((await signIn("wrong horse battery")).statusCode).toBe(401);
    expect((await signIn("another horse battery")).statusCode).toBe(429);
  });

  test("the last owner can neither be removed nor demoted", async () => {
    const owner = await world.as("owner");
    const owners = (await owner.users.list()).filter((user) => user.role === "owner");
    for (const { id } of owners.slice(1)) await owner.users.remove({ id });
    const last = owners[0]?.id ?? "";
    await expect(owner.users.remove({ id: last })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(owner.users.setRole({ id: last, role: "viewer" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });
});
