import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { createOTP } from "@better-auth/utils/otp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, createBrowser, tokenFor } from "../../testing/personBrowser.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { secretSchema } from "./schema.ts";

const FIRST = "correct horse battery";
const SECOND = "another horse battery";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

let people = 0;
/** A new person, signed in by the invitation's link. */
async function newcomer(): Promise<{ browser: Browser; email: string; id: string }> {
  people += 1;
  const email = `person${people}@example.org`;
  const { user, link } = await world.services.users.invite({ email, name: "Person", role: "viewer" });
  const browser = createBrowser(world.http);
  expect(await browser.signInByLink(link.url)).toMatchObject({ status: 200 });
  return { browser, email, id: user.id };
}
const setPassword = (browser: Browser, password: string, currentPassword?: string) =>
  browser.send("PUT", "/api/v1/account/password", { password, currentPassword });

describe("passwords", () => {
  test("a password is set with the present one only, and ends the other sessions", async () => {
    const { browser, email } = await newcomer();
    expect(await setPassword(browser, FIRST)).toMatchObject({ status: 200, body: { signedOut: 0 } });
    const elsewhere = [createBrowser(world.http), createBrowser(world.http)];
    for (const other of elsewhere) expect((await other.signIn(email, FIRST)).status).toBe(200);

    expect(await setPassword(browser, SECOND)).toMatchObject({ status: 400 });
    expect(await setPassword(browser, SECOND, "wrong horse battery")).toMatchObject({
      status: 403,
      body: { detail: "The present password is wrong." },
    });
    expect((await createBrowser(world.http).signIn(email, FIRST)).status).toBe(200);

    expect(await setPassword(browser, SECOND, FIRST)).toMatchObject({ status: 200, body: { signedOut: 3 } });
    expect(await browser.me()).toMatchObject({ email });
    for (const other of elsewhere) expect(await other.me()).toBeNull();
    expect((await createBrowser(world.http).signIn(email, FIRST)).status).toBe(401);
    expect((await createBrowser(world.http).signIn(email, SECOND)).status).toBe(200);
  });

  test("whoever guesses the present password has to wait", async () => {
    const { browser } = await newcomer();
    await setPassword(browser, FIRST);
    for (let tries = 0; tries < 5; tries++)
      expect((await setPassword(browser, SECOND, `guess number ${tries}`)).status).toBe(403);
    expect((await setPassword(browser, SECOND, FIRST)).status).toBe(429);
  });

  test("without a password only a fresh sign-in by link sets one", async () => {
    const { browser, id } = await newcomer();
    const hourAgo = new Date(Date.now() - 3_600_000);
    await world.database.db.session.updateMany({ where: { userId: id }, data: { createdAt: hourAgo } });
    expect(await browser.send("GET", "/api/v1/account")).toMatchObject({
      body: { hasPassword: false, needsFreshLink: true },
    });
    expect(await setPassword(browser, FIRST)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("Sign in by a new one-time link") },
    });
    const fresh = createBrowser(world.http);
    await fresh.signInByLink((await world.services.users.linkFor({ id })).url);
    expect(await setPassword(fresh, FIRST)).toMatchObject({ status: 200, body: { signedOut: 1 } });
  });

  test("an API token changes nothing of the account that it belongs to", async () => {
    const { id } = await newcomer();
    const { token } = await tokenFor(world, id);
    const app = await world.http();
    const calls = [
      ["PUT", "/account/password", { password: FIRST }],
      ["POST", "/account/two-factor", {}],
      ["POST", "/account/two-factor/confirm", { code: "123456" }],
      ["POST", "/account/two-factor/off", {}],
      ["POST", "/account/sessions/end-others", {}],
      ["DELETE", "/account/sessions/x", undefined],
    ] as const;
    for (const [method, path, payload] of calls) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await app.inject({
        method,
        url: `/api/v1${path}`,
        headers,
        ...(payload && { payload }),
      });
      expect([path, answer.statusCode]).toEqual([path, 403]);
      expect(answer.json().detail).toContain("with a token");
    }
  });
});

describe("sessions", () => {
  test("one's sessions are listed, ended one by one and all others at once", async () => {
    const { browser, email } = await newcomer();
    await setPassword(browser, FIRST);
    const curl = createBrowser(world.http, "curl/8.5.0");
    const phone = createBrowser(world.http);
    await curl.signIn(email, FIRST);
    await phone.signIn(email, FIRST);

    const { body: listed } = await browser.send("GET", "/api/v1/account/sessions");
    expect(listed).toHaveLength(3);
    const sessions = Array.isArray(listed) ? listed : [];
    expect(sessions.filter((one) => one.current)).toMatchObject([
      { method: "link", device: "Firefox", address: expect.stringMatching(/^10\.1\./) },
    ]);
    const other = sessions.find((one) => one.device === "curl");
    expect(other).toMatchObject({ method: "password", current: false });

    expect((await browser.send("DELETE", `/api/v1/account/sessions/${other.id}`)).status).toBe(200);
    expect(await curl.me()).toBeNull();
    expect(await phone.me()).toMatchObject({ email });
    const stranger = await newcomer();
    const own = sessions.find((one) => one.current);
    expect((await stranger.browser.send("DELETE", `/api/v1/account/sessions/${own.id}`)).status).toBe(404);

    expect(await browser.send("POST", "/api/v1/account/sessions/end-others", {})).toMatchObject({
      body: { signedOut: 1 },
    });
    expect(await phone.me()).toBeNull();
    expect(await browser.me()).toMatchObject({ email });
  });
});

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code of an authenticator app, from the RFCs 4648, 4226 and 6238 alone. */
function totp(base32: string, seconds: number): string {
  const bits = [...base32].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(value % 1_000_000).padStart(6, "0");
}
const codeOf = (base32: string): string => totp(base32, Date.now() / 1000);

describe("two-factor sign-in", () => {
  async function enrolled() {
    const person = await newcomer();
    await setPassword(person.browser, FIRST);
    const begun = await person.browser.send("POST", "/api/v1/account/two-factor", { currentPassword: FIRST });
    const { uri, secret, backupCodes } = secretSchema.parse(begun.body);
    return { ...person, uri, secret, code: () => codeOf(secret), backupCodes };
  }
  const confirm = (browser: Browser, code: string) =>
    browser.send("POST", "/api/v1/account/two-factor/confirm", { code });

  test("once turned on, the password alone opens no session; the app's code does", async () => {
    const { browser, email, id, uri, secret, code } = await enrolled();
    expect(uri).toMatch(/^otpauth:\/\/totp\/P4Twin/);
    // begun is not turned on
    const before = createBrowser(world.http);
    await before.signIn(email, FIRST);
    expect(await before.me()).toMatchObject({ email });

    expect(await confirm(browser, "000000")).toMatchObject({ status: 400 });
    expect(await confirm(browser, code())).toMatchObject({ status: 200, body: { signedOut: 1 } });
    expect(await before.me()).toBeNull();

    const next = createBrowser(world.http);
    expect(await next.signIn(email, FIRST)).toMatchObject({ status: 200, body: { twoFactorRedirect: true } });
    expect(await next.me()).toBeNull();
    const verify = (code: string) => next.send("POST", "/api/auth/two-factor/verify-totp", { code });
    expect((await verify("000000")).status).toBe(401);
    expect((await verify(code())).status).toBe(200);
    expect(await next.me()).toMatchObject({ email });

    const rows = await world.database.db.twoFactor.findMany({ where: { userId: id } });
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test("a role that needs it does nothing before it is set up; who has a lower role, or a provider, is not asked", async () => {
    const { browser, id, code } = await enrolled();
    const programs = async (of: Browser) => (await of.send("GET", "/api/v1/programs")).status;
    const owner = await world.as("owner");
    await owner.system.updateSettings({ twoFactorFrom: "operator" });
    try {
      expect([await programs(browser), await browser.me()]).toMatchObject([
        200,
        { role: "viewer", mustSetUpTwoFactor: false },
      ]);
      await owner.users.setRole({ id, role: "operator" });
      expect(await browser.send("GET", "/api/v1/programs")).toMatchObject({
        status: 403,
        body: {
          detail: "Your role needs two-factor sign-in. Set it up under Settings, Account, then go on.",
        },
      });
      expect(await browser.send("POST", "/api/v1/tokens", { name: "way round" })).toMatchObject({
        status: 403,
      });
      expect(await browser.me()).toMatchObject({ role: "operator", mustSetUpTwoFactor: true });
      const { db } = world.database;
      await db.session.updateMany({ where: { userId: id }, data: { method: "provider" } });
      expect(await programs(browser)).toBe(200);
      await db.session.updateMany({ where: { userId: id }, data: { method: "password" } });
      expect(await programs(browser)).toBe(403);
      expect((await confirm(browser, code())).status).toBe(200);
      expect([await programs(browser), await browser.me()]).toMatchObject([
        200,
        { mustSetUpTwoFactor: false },
      ]);

      // a role in one workspace is one too
      const other = await enrolled();
      const { id: workspaceId } = await owner.workspaces.create({ name: "Of one team" });
      await world.services.workspaces.addMember(workspaceId, other.email, "operator");
      expect(await programs(other.browser)).toBe(403);
    } finally {
      await owner.system.updateSettings({ twoFactorFrom: null });
    }
  });

  test("a code of the app opens one session, also when it is sent twice at the same moment", async () => {
    const { browser, email, secret, code } = await enrolled();
    await confirm(browser, code());
    // the next half minute's, which is taken too
    const next = totp(secret, Date.now() / 1000 + 30);
    const signIn = async () => {
      const one = createBrowser(world.http);
      await one.signIn(email, FIRST);
      return one.send("POST", "/api/auth/two-factor/verify-totp", { code: next });
    };
    const answers = await Promise.all([signIn(), signIn(), signIn()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(await signIn()).toMatchObject({ status: 401, body: { code: "CODE_USED" } });
  });

  test("a one-time link asks for the code too, but not the one that the server's terminal printed", async () => {
    const { browser, id, code, email } = await enrolled();
    await confirm(browser, code());
    const byLink = createBrowser(world.http);
    const { url } = await world.services.users.linkFor({ id });
    expect(await byLink.signInByLink(url)).toMatchObject({ status: 200, body: { twoFactorRedirect: true } });
    expect(await byLink.me()).toBeNull();

    const atTerminal = createBrowser(world.http);
    await atTerminal.signInByLink((await world.services.users.linkFor({ id }, { terminal: true })).url);
    expect(await atTerminal.me()).toMatchObject({ email });
  });

  test("each backup code signs in once", async () => {
    const { browser, email, code, backupCodes } = await enrolled();
    await confirm(browser, code());
    const [backup = ""] = backupCodes;
    const byBackup = async (): Promise<unknown> => {
      const next = createBrowser(world.http);
      await next.signIn(email, FIRST);
      await next.send("POST", "/api/auth/two-factor/verify-backup-code", { code: backup });
      return next.me();
    };
    expect(await byBackup()).toMatchObject({ email });
    expect(await byBackup()).toBeNull();
    expect(await browser.send("GET", "/api/v1/account")).toMatchObject({
      body: { twoFactor: true, backupCodesLeft: backupCodes.length - 1 },
    });
  });

  test("it is turned off with the password, or by an owner when phone and backup codes are lost", async () => {
    const { browser, email, id, code } = await enrolled();
    await confirm(browser, code());
    expect((await browser.send("POST", "/api/v1/account/two-factor/off", {})).status).toBe(400);
    const owner = await world.as("owner");
    expect(await owner.users.turnOffTwoFactor({ id })).toMatchObject({ twoFactor: false });
    const next = createBrowser(world.http);
    await next.signIn(email, FIRST);
    expect(await next.me()).toMatchObject({ email });
  });

  // RFC 6238, appendix B, the column of SHA-1, with the last six digits; the key is 12345678901234567890
  const RFC_KEY = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_234_567_890, "005924"],
    [20_000_000_000, "353130"],
  ])("at second %d the code of the RFC's key is %s", async (seconds, code) => {
    expect(totp(RFC_KEY, seconds)).toBe(code);
    const otp = createOTP("12345678901234567890", { digits: 6, period: 30 });
    expect(await otp.hotp(Math.floor(seconds / 30))).toBe(code);
    const oathtool = spawnSync("oathtool", ["--totp", "--base32", "--now", `@${seconds}`, RFC_KEY]);
    if (oathtool.status === 0) expect(String(oathtool.stdout).trim()).toBe(code);
  });
});
