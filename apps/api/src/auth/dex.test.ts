import { expect, onTestFinished, test } from "vitest";
import { findDex, startDex } from "../../testing/dex.ts";
import { createBrowser } from "../../testing/personBrowser.ts";
import { passProvider } from "../../testing/providerForms.ts";
import { BASE_URL, createWorld } from "../../testing/world.ts";
import { readConfig } from "../config.ts";

/** A world whose provider is dex, with this map of groups; null, with the reason told, where dex cannot be had. */
async function withDex(roleMap: string) {
  const found = findDex();
  if ("why" in found) {
    console.warn(`NOT TESTED against dex: ${found.why}. The tests against oidc-provider run all the same.`);
    return null;
  }
  const dex = await startDex(found.binary, `${BASE_URL}/api/auth/callback/oidc`);
  onTestFinished(dex.stop);
  const world = await createWorld({
    oidc: readConfig({
      OIDC_ISSUER: dex.issuer,
      OIDC_CLIENT_ID: "p4twin",
      OIDC_CLIENT_SECRET: "secret of the tests",
      OIDC_SCOPES: "openid profile email groups",
      OIDC_ROLE_MAP: roleMap,
      OIDC_DEFAULT_ROLE: "none",
    }).oidc,
  });
  onTestFinished(world.dispose);

  const signIn = async (login: string, password: string) => {
    const browser = createBrowser(world.http);
    const asked = { provider: "oidc", callbackURL: "/", errorCallbackURL: "/sign-in" };
    const { body } = await browser.send("POST", "/api/auth/sign-in/social", asked);
    const back = await passProvider(String(Object(body).url), { login, password });
    const { location } = await browser.send("GET", back);
    return { location, browser, me: await browser.me() };
  };
  return { world, signIn };
}

test("people of dex sign in with the role of their groups, and only those who have one", async ({ skip }) => {
  const given = await withDex("p4-ops=operator");
  if (!given) return skip("dex cannot be had");
  const { signIn } = given;
  expect(await signIn("olga@example.org", "password of the tests")).toMatchObject({
    location: "/",
    me: { name: "olga", email: "olga@example.org", role: "operator" },
  });
  expect(await signIn("vera@example.org", "password of the tests")).toMatchObject({
    location: expect.stringMatching(/^\/sign-in\?error=no_role/),
    me: null,
  });
  await expect(signIn("olga@example.org", "wrong")).rejects.toThrow("does not let olga@example.org through");
});

test("groups of dex let people into workspaces, with a role in each, and nowhere else", async ({ skip }) => {
  const given = await withDex("p4-ops=viewer,sales=operator@Team A");
  if (!given) return skip("dex cannot be had");
  const { world, signIn } = given;
  const { id } = await (await world.as("owner")).workspaces.create({ name: "Team A" });
  const membersOf = async (workspaceId: string) =>
    (await world.services.workspaces.members(workspaceId)).map(({ email, role }) => `${email} ${role}`);
  expect(await signIn("vera@example.org", "password of the tests")).toMatchObject({ location: "/" });
  expect(await signIn("olga@example.org", "password of the tests")).toMatchObject({ location: "/" });
  expect(await membersOf(id)).toEqual(["owner@example.org owner", "vera@example.org operator"]);
  expect(await membersOf(world.services.workspaceId)).toEqual([
    "owner@example.org owner",
    "olga@example.org viewer",
  ]);
});
