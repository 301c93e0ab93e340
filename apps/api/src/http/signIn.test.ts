import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, send } from "../../testing/browser.ts";
import { BASE_URL, createWorld, type World } from "../../testing/world.ts";
import { clientKey, createLimiter } from "../shared/limiter.ts";
import { createSignInLimits, signInLimits } from "./signInLimits.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

const attempt = (base: string, email: string, from?: string): Promise<Answer> =>
  send(base, {
    method: "POST",
    path: "/api/auth/sign-in/email",
    headers: {
      origin: BASE_URL,
      "content-type": "application/json",
      ...(from ? { "x-forwarded-for": from } : {}),
    },
    body: JSON.stringify({ email, password: "wrong horse battery" }),
  });

describe("people behind a proxy", () => {
  test("do not lock each other out, also where the proxy is not trusted", async () => {
    const base = await (await world.http({})).listen({ host: "127.0.0.1", port: 0 });
    for (let i = 0; i < 5; i++) expect((await attempt(base, "ada@example.org")).status).toBe(401);
    const refused = await attempt(base, "ADA@example.org");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.body).toMatch(/Too many attempts. Try again in \d+ seconds\./);
    expect((await attempt(base, "bob@example.org")).status).toBe(401);
    // 60 requests a minute of an address used to be all
    const headers = { "content-type": "application/json" };
    const signOut = { method: "POST", path: "/api/auth/sign-out", headers, body: "{}" };
    for (let i = 0; i < 80; i++) expect((await send(base, signOut)).status).toBe(200);
  });

  test("are told apart by the address that a trusted proxy names, and by no other", async () => {
    const trusting = await (await world.http({ trustedProxies: ["127.0.0.0/8"] })).listen({
      host: "127.0.0.1",
      port: 0,
    });
    for (let i = 0; i < 5; i++) await attempt(trusting, "eve@example.org", "203.0.113.1");
    expect((await attempt(trusting, "eve@example.org", "203.0.113.1")).status).toBe(429);
    expect((await attempt(trusting, "eve@example.org", "203.0.113.2")).status).toBe(401);
    const plain = await (await world.http({})).listen({ host: "127.0.0.1", port: 0 });
    for (let i = 0; i < 5; i++) await attempt(plain, "eve@example.org", `203.0.113.${i}`);
    expect((await attempt(plain, "eve@example.org", "203.0.113.99")).status).toBe(429);
  });
});

describe("limits", () => {
  const of = (email: string, ip: string) => ({
    path: "/api/auth/sign-in/email",
    method: "POST",
    ip,
    body: Buffer.from(JSON.stringify({ email })),
    cookie: undefined,
  });

  test("an account is closed to all addresses only after very many failures; successes do not count", () => {
    let nowMs = 0;
    const limits = createSignInLimits(signInLimits, () => nowMs);
    for (let i = 0; i < 1_000; i++) limits.attempt(of("a@example.org", "10.0.0.1"))();
    for (let i = 0; i < 50; i++) limits.attempt(of("a@example.org", `10.0.1.${i}`));
    expect(() => limits.attempt(of("a@example.org", "10.0.2.1"))).toThrow(/Try again in 15 minutes/);
    limits.attempt(of("b@example.org", "10.0.2.1"));
    nowMs = signInLimits.account.windowMs;
    limits.attempt(of("a@example.org", "10.0.2.1"));
  });

  test("one address that tries many accounts is stopped", () => {
    const limits = createSignInLimits(signInLimits, () => 0);
    for (let i = 0; i < 100; i++) limits.attempt(of(`a${i}@example.org`, "10.0.0.1"));
    expect(() => limits.attempt(of("z@example.org", "10.0.0.1"))).toThrow(/Too many attempts/);
    limits.attempt(of("z@example.org", "10.0.0.2"));
  });

  test("a second factor is guessed a few times only", () => {
    const limits = createSignInLimits(signInLimits, () => 0);
    const code = {
      path: "/api/auth/two-factor/verify-totp",
      method: "POST",
      ip: "10.0.0.1",
      body: Buffer.from(JSON.stringify({ code: "123456" })),
      cookie: "p4twin.two_factor=abc.def; other=1",
    };
    for (let i = 0; i < 5; i++) limits.attempt(code);
    expect(() => limits.attempt(code)).toThrow(/Too many attempts/);
    limits.attempt({ ...code, cookie: "p4twin.two_factor=xyz.def" });
  });

  test("memory is bounded: the oldest makes room, the others stay limited", () => {
    const limiter = createLimiter({ uses: 1, windowMs: 1_000 }, 100);
    for (let i = 0; i < 1_000; i++) limiter.take(`k${i}`, i / 10);
    expect(limiter.take("k999", 100)).toBeGreaterThan(0);
    expect(limiter.take("k0", 100)).toBe(0);
  });

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:bbbb:0:0:9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("%s counts as %s", (ip, key) => {
    expect(clientKey(ip)).toBe(key);
  });
});
