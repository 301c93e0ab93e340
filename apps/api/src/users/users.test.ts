import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, createBrowser, tokenFor } from "../../testing/personBrowser.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { ownerLink } from "../firstSignIn.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

const browser = (): Browser => createBrowser(world.http);

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
    expect(await browser().signInByLink(first)).toMatchObject({
      status: 401,
      body: { code: "INVALID_TOKEN" },
    });

    const owner = browser();
    expect(await owner.signInByLink(second)).toMatchObject({ status: 200 });
    expect(await owner.me()).toMatchObject({ role: "owner" });

    const again = browser();
    expect(await again.signInByLink(second)).toMatchObject({ status: 401, body: { code: "INVALID_TOKEN" } });
    expect(await again.me()).toBeNull();

    expect(await ownerLink(db, users, false)).toBeNull();
    expect(await ownerLink(db, users, true)).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/sign-in\/link\?token=\w+$/,
    );
  });

  test("a mail preview, which fetches the link, does not use it up", async () => {
    const { link } = await (await world.as("owner")).users.invite({
      email: "previewed@example.org",
      name: "P",
    });
    const app = await world.http();
    const token = new URL(link.url).searchParams.get("token") ?? "";
    const paths = [
      link.url,
      `/api/auth/sign-in/link?token=${token}`,
      `/api/auth/magic-link/verify?token=${token}`,
    ];
    for (const path of paths)
      for (const method of ["GET", "HEAD"] as const) {
        const { pathname, search } = new URL(path, link.url);
        expect((await app.inject({ method, url: pathname + search })).cookies).toEqual([]);
      }
    const person = browser();
    await person.signInByLink(link.url);
    expect(await person.me()).toMatchObject({ email: "previewed@example.org" });
  });

  test("the link is stored hashed", async () => {
    const { url } = await world.services.users.linkFor(await world.services.users.ensureOwner());
    const token = new URL(url).searchParams.get("token") ?? "";
    const rows = await world.database.db.verification.findMany();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test.each([
    "/api/auth/sign-in/magic-link",
    "/api/auth/sign-up/email",
    "/api/auth/api-key/create",
    "/api/auth/change-password",
    "/api/auth/two-factor/disable",
    "/api/auth/update-user",
    "/api/auth/delete-user",
  ])("nobody can ask for %s", async (url) => {
    const app = await world.http();
    const payload = { email: "owner@p4twin.local", password: "long enough to be one", name: "x" };
    const answer = await app.inject({ method: "POST", url, payload });
    expect(answer.statusCode).toBe(404);
  });
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
    const ada = browser();
    await ada.signInByLink(link.url);
    expect(await ada.me()).toMatchObject({ name: "Ada", role: "viewer" });
    await owner.users.setRole({ id: user.id, role: "operator" });
    expect(await ada.me()).toMatchObject({ role: "operator" });
    await owner.users.remove({ id: user.id });
    expect(await ada.me()).toBeNull();
  });

  test("a disabled account is out with its sessions and tokens at once, and comes back when it is enabled", async () => {
    const owner = await world.as("owner");
    const { user, link } = await owner.users.invite({ email: "dis@example.org", name: "Dis" });
    const dis = browser();
    await dis.signInByLink(link.url);
    const { token } = await tokenFor(world, user.id);
    const authorization = `Bearer ${token}`;
    const unused = await world.services.users.linkFor(user);

    expect(await owner.users.disable({ id: user.id })).toMatchObject({ disabledAt: expect.any(String) });
    expect(await dis.me()).toBeNull();
    expect(await me({ authorization })).toBeNull();
    expect(await browser().signInByLink(unused.url)).toMatchObject({ status: 401 });
    await expect(owner.users.invite({ email: "dis@example.org", name: "Dis" })).rejects.toMatchObject({
      code: "CONFLICT",
    });

    expect(await owner.users.enable({ id: user.id })).toMatchObject({ disabledAt: null });
    expect(await dis.me()).toBeNull();
    expect(await me({ authorization })).toMatchObject({ name: "Dis" });
  });

  test("an owner signs somebody out; nobody disables the own account", async () => {
    const owner = await world.as("owner");
    const { user, link } = await owner.users.invite({ email: "out@example.org", name: "Out" });
    const out = browser();
    await out.signInByLink(link.url);
    expect(await owner.users.signOut({ id: user.id })).toEqual({ signedOut: 1 });
    expect(await out.me()).toBeNull();
    const { id = "" } = (await owner.users.me()) ?? {};
    await expect(owner.users.disable({ id })).rejects.toMatchObject({ code: "CONFLICT" });
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
