import { afterAll, beforeAll, expect, test } from "vitest";
import { type OidcProvider, startOidcProvider } from "../../testing/oidcProvider.ts";
import { createBrowser } from "../../testing/personBrowser.ts";
import { passProvider } from "../../testing/providerForms.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { readConfig } from "../config.ts";

let world: World;
let provider: OidcProvider;
beforeAll(async () => {
  provider = await startOidcProvider();
  world = await createWorld({
    oidc: readConfig({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: "p4twin",
      OIDC_CLIENT_SECRET: "secret of the tests",
      OIDC_NAME: "Example login",
      OIDC_SCOPES: "openid profile email groups",
      OIDC_ROLE_MAP: "p4-ops=operator,p4-admins=owner,team-a=operator@Team A,leads-a=owner@Team A",
      OIDC_DEFAULT_ROLE: "none",
    }).oidc,
  });
  await world.services.users.ensureOwner();
});
afterAll(async () => {
  await world.dispose();
  await provider.stop();
});

/** Begins in a new browser; `back`: where the provider sends it when this person has signed in there. */
async function begin(login: string) {
  const browser = createBrowser(world.http);
  const body = { provider: "oidc", callbackURL: "/", errorCallbackURL: "/sign-in" };
  const begun = await browser.send("POST", "/api/auth/sign-in/social", body);
  expect(begun.status).toBe(200);
  const asked = new URL(String(Object(begun.body).url));
  return { browser, asked, back: await passProvider(asked.href, { login, password: "any" }) };
}
async function signIn(login: string) {
  const { browser, back } = await begin(login);
  const { location } = await browser.send("GET", back);
  return { browser, location, me: await browser.me() };
}
const people = async () => world.services.users.list();
const person = async (email: string) => (await people()).find((one) => one.email === email);

test("groups give the role at each sign-in, and the list of people says so", async () => {
  provider.people.set("olga", {
    email: "Olga@example.org",
    email_verified: true,
    name: "Olga",
    groups: ["p4-ops"],
  });
  const first = await signIn("olga");
  expect(first.location).toBe("/");
  expect(first.me).toMatchObject({ name: "Olga", email: "olga@example.org", role: "operator" });
  expect(await person("olga@example.org")).toMatchObject({ roleFrom: "group p4-ops" });

  provider.people.set("olga", {
    email: "olga@example.org",
    email_verified: true,
    groups: ["p4-admins", "p4-ops"],
  });
  const second = await signIn("olga");
  expect(second.me).toMatchObject({ role: "owner" });
  // also in the browser where she was already
  expect(await first.browser.me()).toMatchObject({ role: "owner" });
  expect((await people()).filter((one) => one.email === "olga@example.org")).toHaveLength(1);

  provider.people.set("olga", { email: "olga@example.org", email_verified: true, groups: ["sales"] });
  expect(await signIn("olga")).toMatchObject({
    me: null,
    location: expect.stringMatching(/^\/sign-in\?error=no_role/),
  });
});

test("PKCE, state and nonce go with the request", async () => {
  provider.people.set("pia", { email: "pia@example.org", email_verified: true, groups: ["p4-ops"] });
  const { asked } = await begin("pia");
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/.{16,}/),
    nonce: expect.stringMatching(/.{16,}/),
    redirect_uri: "http://127.0.0.1:3000/api/auth/callback/oidc",
  });
});

test("somebody whose groups give no role is refused, and no account is made", async () => {
  provider.people.set("sam", { email: "sam@example.org", email_verified: true, groups: ["sales"] });
  expect(await signIn("sam")).toMatchObject({
    me: null,
    location: expect.stringMatching(/^\/sign-in\?error=no_role/),
  });
  expect(await person("sam@example.org")).toBeUndefined();
});

test("an invited person is recognised by the verified address only", async () => {
  const { user } = await world.services.users.invite({
    email: "ida@example.org",
    name: "Ida",
    role: "viewer",
  });
  provider.people.set("mallory", { email: "ida@example.org", email_verified: false, groups: ["p4-ops"] });
  expect(await signIn("mallory")).toMatchObject({
    me: null,
    location: expect.stringContaining("/sign-in?error="),
  });
  provider.people.set("ida", { email: "ida@example.org", email_verified: true, groups: ["p4-ops"] });
  expect((await signIn("ida")).me).toMatchObject({ id: user.id, role: "operator" });
});

test("an address that nobody proved makes no account", async () => {
  provider.people.set("eve", { email: "eve@example.org", email_verified: false, groups: ["p4-ops"] });
  expect(await signIn("eve")).toMatchObject({
    me: null,
    location: expect.stringMatching(/^\/sign-in\?error=email_not_verified/),
  });
  expect(await person("eve@example.org")).toBeUndefined();
});

test("the account follows the subject when the address changes at the provider", async () => {
  provider.people.set("nina", { email: "nina@example.org", email_verified: true, groups: ["p4-ops"] });
  const before = Object(await (await signIn("nina")).me).id;
  provider.people.set("nina", { email: "nina.new@example.org", email_verified: false, groups: ["p4-ops"] });
  expect(Object(await (await signIn("nina")).me).id).toBe(before);
});

test("a disabled account stays out; a removed one too", async () => {
  provider.people.set("dan", { email: "dan@example.org", email_verified: true, groups: ["p4-ops"] });
  await signIn("dan");
  const id = (await person("dan@example.org"))?.id ?? "";
  await world.services.users.disable(id, "somebody else");
  expect(await signIn("dan")).toMatchObject({
    me: null,
    location: expect.stringMatching(/^\/sign-in\?error=ACCOUNT_DISABLED/),
  });
  await world.services.users.enable(id);
  await world.services.users.remove(id);
  expect(await signIn("dan")).toMatchObject({
    me: null,
    location: expect.stringMatching(/^\/sign-in\?error=ACCOUNT_REMOVED/),
  });
});

test("what comes back is worth nothing twice, in another browser, or with a made-up state", async () => {
  provider.people.set("rea", { email: "rea@example.org", email_verified: true, groups: ["p4-ops"] });
  const { browser, back } = await begin("rea");
  const other = createBrowser(world.http);
  await other.send("GET", back);
  expect(await other.me()).toBeNull();
  const forged = new URL(back);
  forged.searchParams.set("state", "a".repeat(32));
  await browser.send("GET", forged.href);
  expect(await browser.me()).toBeNull();

  const again = await begin("rea");
  await again.browser.send("GET", again.back);
  expect(await again.browser.me()).toMatchObject({ email: "rea@example.org" });
  await again.browser.send("POST", "/api/auth/sign-out", {});
  await again.browser.send("GET", again.back);
  expect(await again.browser.me()).toBeNull();
});

test("who got the role from the provider has no password here", async () => {
  provider.people.set("kim", { email: "kim@example.org", email_verified: true, groups: ["p4-ops"] });
  const { browser } = await signIn("kim");
  expect(
    await browser.send("PUT", "/api/v1/account/password", { password: "correct horse battery" }),
  ).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("Example login") },
  });
});

test("a session of the provider holds for its hours, others for 30 days, and use does not prolong it", async () => {
  provider.people.set("tom", { email: "tom@example.org", email_verified: true, groups: ["p4-ops"] });
  const { browser } = await signIn("tom");
  const id = (await person("tom@example.org"))?.id ?? "";
  const byLink = createBrowser(world.http);
  await byLink.signInByLink((await world.services.users.linkFor({ id })).url);
  await browser.me();
  const rows = await world.database.db.session.findMany({
    where: { userId: id },
    orderBy: { createdAt: "asc" },
  });
  const hours = rows.map((row) =>
    Math.round((row.expiresAt.getTime() - row.createdAt.getTime()) / 3_600_000),
  );
  expect(hours).toEqual([12, 30 * 24]);
});

test("the last owner stays one, whatever the groups say", async () => {
  const { users } = world.services;
  provider.people.set("amy", { email: "amy@example.org", email_verified: true, groups: ["p4-admins"] });
  await signIn("amy");
  const id = (await person("amy@example.org"))?.id ?? "";
  for (const other of (await people()).filter((one) => one.role === "owner" && one.id !== id))
    await users.setRole(other.id, "viewer");
  provider.people.set("amy", { email: "amy@example.org", email_verified: true, groups: ["p4-ops"] });
  expect((await signIn("amy")).me).toMatchObject({ role: "owner" });
});

test("a provider that is away holds up nobody else, and is used again when it is back", async () => {
  const away = await startOidcProvider();
  await away.stop();
  const config = world.auth.oidc;
  const second = await createWorld({ oidc: config && { ...config, issuer: away.issuer } });
  const ask = () =>
    createBrowser(second.http).send("POST", "/api/auth/sign-in/social", {
      provider: "oidc",
      callbackURL: "/",
    });
  expect(await ask()).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining("cannot be reached") },
  });
  const { link } = await second.services.users.invite({ email: "a@example.org", name: "A", role: "viewer" });
  const browser = createBrowser(second.http);
  await browser.signInByLink(link.url);
  expect(await browser.me()).toMatchObject({ email: "a@example.org" });
  await away.start();
  expect(await ask()).toMatchObject({ status: 200 });
  await second.dispose();
  await away.stop();
});

test("groups give roles in workspaces at each sign-in, and take them; the last owner of one stays", async () => {
  const owner = await world.as("owner");
  const { id: teamA } = await owner.workspaces.create({ name: "Team A" });
  const first = world.services.workspaceId;
  const membership = async (workspaceId: string, email: string) =>
    (await world.services.workspaces.members(workspaceId)).find((one) => one.email === email)?.role ?? null;
  const signedIn = async (...groups: string[]) => {
    provider.people.set("tina", { email: "tina@example.org", email_verified: true, groups });
    const { me } = await signIn("tina");
    const email = "tina@example.org";
    return {
      role: Object(me).role,
      first: await membership(first, email),
      a: await membership(teamA, email),
    };
  };
  // she enters no workspace but her team's
  expect(await signedIn("team-a")).toEqual({ role: "operator", first: null, a: "operator" });
  expect(await signedIn("team-a", "leads-a")).toEqual({ role: "owner", first: null, a: "owner" });
  expect(await signedIn("team-a")).toEqual({ role: "operator", first: null, a: "operator" });
  expect((await person("tina@example.org"))?.role).toBe("viewer");
  // in the whole installation too, then no longer in the team
  expect(await signedIn("p4-ops", "team-a")).toMatchObject({ a: "operator" });
  expect(await signedIn("p4-ops")).toMatchObject({ role: "operator", a: null });
  expect(await signedIn("leads-a")).toMatchObject({ a: "owner" });
  const { db } = world.database;
  await db.workspaceMember.deleteMany({
    where: { workspaceId: teamA, user: { email: "owner@example.org" } },
  });
  expect(await signedIn("team-a")).toMatchObject({ a: "owner" });
});
