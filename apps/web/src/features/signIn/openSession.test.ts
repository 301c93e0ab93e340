import { describe, expect, it } from "vitest";
import { signInWithCode, signInWithLink, signInWithPassword } from "./openSession.ts";

const answering =
  (status: number, body: object = {}) =>
  async () =>
    new Response(JSON.stringify(body), { status });

describe("signInWithPassword", () => {
  it.each([
    [200, {}, { ok: true, needsCode: false }],
    [200, { twoFactorRedirect: true }, { ok: true, needsCode: true }],
    [401, {}, { ok: false, message: expect.stringContaining("are wrong") }],
    [403, { code: "ACCOUNT_DISABLED" }, { ok: false, message: expect.stringContaining("is disabled") }],
    [
      403,
      { code: "USE_PROVIDER", message: "Sign in with Example login: it decides." },
      { ok: false, message: "Sign in with Example login: it decides." },
    ],
    [404, {}, { ok: false, message: expect.stringContaining("by link only") }],
    [429, {}, { ok: false, message: expect.stringContaining("Wait a minute") }],
    [500, {}, { ok: false, message: expect.stringContaining("500") }],
  ])("understands the answer %d %j", async (status, body, expected) => {
    expect(await signInWithPassword("a@b.c", "secret", answering(status, body))).toEqual(expected);
  });

  it("says when nobody answers", async () => {
    const dead = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await signInWithPassword("a@b.c", "secret", dead)).toMatchObject({ ok: false });
  });
});

it("explains a link that is used up", async () => {
  const answer = await signInWithLink("x", answering(401, { code: "INVALID_TOKEN" }));
  expect(answer).toEqual({
    ok: false,
    message: expect.stringContaining("already used, has expired or was replaced"),
  });
});

it.each([
  ["123 456", "/api/auth/two-factor/verify-totp", "123456"],
  [" 123456 ", "/api/auth/two-factor/verify-totp", "123456"],
  ["Ab1cD-e2FgH", "/api/auth/two-factor/verify-backup-code", "Ab1cD-e2FgH"],
])("%s goes to %s", async (typed, path, code) => {
  const sent: unknown[] = [];
  const request: typeof fetch = async (url, init) => {
    sent.push(url, JSON.parse(String(init?.body)));
    return new Response("{}");
  };
  await signInWithCode(typed, request);
  expect(sent).toEqual([path, { code }]);
});
