import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Sent, send, sessionCookie } from "../../testing/browser.ts";
import { BASE_URL, createWorld, type World } from "../../testing/world.ts";
import { operations, procedures } from "../rest/operations.ts";

const OTHER_PORT = "http://127.0.0.1:4000";
const ELSEWHERE = "https://evil.example";

let world: World;
let base: string;
let cookie: string;
let token: string;
beforeAll(async () => {
  world = await createWorld();
  base = await (await world.http()).listen({ host: "127.0.0.1", port: 0 });
  cookie = await sessionCookie(world, "owner");
  token = (await (await world.as("owner")).users.tokens.create({ name: "attack" })).token;
});
afterAll(() => world.dispose());

const account = JSON.stringify({ email: "evil@example.org", name: "evil", role: "owner" });
const inQuery = "email=evil%40example.org&name=evil&role=owner";
const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const ownPage = { origin: BASE_URL, "sec-fetch-site": "same-origin" };
const otherPort = { origin: OTHER_PORT, "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" };
const elsewhere = { origin: ELSEWHERE, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" };

/** What is tried, as whom, and the status of the refusal; `owner` has the owner's cookie, `token` the owner's token. */
type Attack = [what: string, as: "owner" | "token" | "nobody", request: Sent, status: number];
const attacks: Attack[] = [
  [
    "a form on another port makes an owner from the query",
    "owner",
    { method: "POST", path: `/api/v1/users?${inQuery}`, headers: { ...form, ...otherPort }, body: "x=1" },
    403,
  ],
  [
    "text/plain from another port makes an owner",
    "owner",
    {
      method: "POST",
      path: `/api/v1/users?${inQuery}`,
      headers: { "content-type": "text/plain", ...otherPort },
      body: account,
    },
    403,
  ],
  [
    "a request without a body from another port makes an owner",
    "owner",
    { method: "POST", path: `/api/v1/users?${inQuery}`, headers: otherPort },
    403,
  ],
  [
    "JSON from another site makes an owner",
    "owner",
    { method: "POST", path: "/api/v1/users", headers: { ...json, ...elsewhere }, body: account },
    403,
  ],
  [
    "a browser that sends no Sec-Fetch-Site, from another port",
    "owner",
    { method: "POST", path: "/api/v1/users", headers: { ...json, origin: OTHER_PORT }, body: account },
    403,
  ],
  [
    "a page without an origin (a sandboxed frame)",
    "owner",
    { method: "POST", path: "/api/v1/users", headers: { ...json, origin: "null" }, body: account },
    403,
  ],
  [
    "neither Origin nor Sec-Fetch-Site",
    "owner",
    { method: "POST", path: "/api/v1/users", headers: json, body: account },
    403,
  ],
  [
    "two origins in one header",
    "owner",
    {
      method: "POST",
      path: "/api/v1/users",
      headers: { ...json, origin: `${BASE_URL}, ${ELSEWHERE}` },
      body: account,
    },
    403,
  ],
  [
    "text/plain from an own page",
    "owner",
    {
      method: "POST",
      path: "/api/v1/users",
      headers: { "content-type": "text/plain", ...ownPage },
      body: account,
    },
    415,
  ],
  [
    "the query of an own page fills a change",
    "owner",
    { method: "POST", path: `/api/v1/users?${inQuery}`, headers: ownPage },
    400,
  ],
  [
    "the query completes a body",
    "owner",
    {
      method: "POST",
      path: "/api/v1/users?role=owner",
      headers: { ...json, ...ownPage },
      body: JSON.stringify({ email: "evil@example.org", name: "evil" }),
    },
    400,
  ],
  [
    "a token is made from another port",
    "owner",
    {
      method: "POST",
      path: "/trpc/users.tokens.create",
      headers: { ...json, ...otherPort },
      body: JSON.stringify({ name: "evil" }),
    },
    403,
  ],
  [
    "tRPC from another port as text/plain",
    "owner",
    {
      method: "POST",
      path: "/trpc/users.invite",
      headers: { "content-type": "text/plain", ...otherPort },
      body: account,
    },
    403,
  ],
  [
    "tRPC from an own page as text/plain",
    "owner",
    {
      method: "POST",
      path: "/trpc/users.invite",
      headers: { "content-type": "text/plain", ...ownPage },
      body: account,
    },
    415,
  ],
  [
    "a change by GET",
    "owner",
    { path: `/trpc/users.invite?input=${encodeURIComponent(account)}`, headers: ownPage },
    405,
  ],
  [
    "a capture is uploaded from another port",
    "owner",
    { method: "PUT", path: "/api/v1/captures/x/content", headers: otherPort, body: "x" },
    403,
  ],
  [
    "signing out from another port",
    "owner",
    { method: "POST", path: "/api/auth/sign-out", headers: { ...json, ...otherPort }, body: "{}" },
    403,
  ],
  [
    "signing a visitor in from elsewhere",
    "nobody",
    {
      method: "POST",
      path: "/api/auth/sign-in/email",
      headers: { ...json, ...elsewhere },
      body: JSON.stringify({ email: "evil@example.org", password: "correct horse battery" }),
    },
    403,
  ],
  [
    "signing in with a form",
    "nobody",
    {
      method: "POST",
      path: "/api/auth/sign-in/email",
      headers: { ...form, origin: BASE_URL },
      body: "email=a",
    },
    415,
  ],
  ["a script of another port reads", "owner", { path: "/api/v1/users", headers: otherPort }, 403],
  [
    "a script of another port opens a stream",
    "owner",
    { path: "/trpc/twin.live?input=%7B%7D", headers: { ...otherPort, accept: "text/event-stream" } },
    403,
  ],
  [
    "a name that was made to lead here",
    "owner",
    { path: "/api/v1/users", headers: { host: "evil.example" } },
    421,
  ],
  ["the same for pages", "nobody", { path: "/", headers: { host: "evil.example:3000" } }, 421],
  [
    "a name in a header of a proxy that is not trusted does not help",
    "nobody",
    { path: "/", headers: { host: "evil.example", "x-forwarded-host": "127.0.0.1:3000" } },
    421,
  ],
  [
    "a token makes a token",
    "token",
    { method: "POST", path: "/api/v1/tokens", headers: json, body: JSON.stringify({ name: "more" }) },
    403,
  ],
  ["a token revokes a token", "token", { method: "DELETE", path: "/api/v1/tokens/x" }, 403],
  [
    "a token makes an account",
    "token",
    { method: "POST", path: "/api/v1/users", headers: json, body: account },
    403,
  ],
  [
    "a token sets the password",
    "token",
    {
      method: "POST",
      path: "/trpc/account.setPassword",
      headers: json,
      body: JSON.stringify({ password: "correct horse battery" }),
    },
    403,
  ],
  [
    "a large body of nobody",
    "nobody",
    { method: "POST", path: "/trpc/users.me", headers: json, body: Buffer.alloc(200_000, " ") },
    413,
  ],
  [
    "a large body of nobody at what needs a session",
    "nobody",
    { method: "POST", path: "/api/v1/topologies", headers: json, body: Buffer.alloc(200_000, " ") },
    401,
  ],
  [
    "metrics through a proxy on this machine",
    "nobody",
    { path: "/metrics", headers: { "x-forwarded-for": "203.0.113.7" } },
    401,
  ],
  [
    "metrics by a name that was made to lead here",
    "nobody",
    { path: "/metrics", headers: { host: "evil.example" } },
    401,
  ],
];

const made = async (): Promise<unknown> => ({
  accounts: (await world.services.users.list()).map(({ email }) => email).sort(),
  tokens: await world.database.db.apikey.count(),
});

const attempt = (as: Attack[1], { headers, ...request }: Sent): Promise<Answer> =>
  send(base, {
    ...request,
    headers: {
      ...(as === "owner" ? { cookie } : as === "token" ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
  });

describe("attacks that are refused", () => {
  test.each(attacks)("%s (%s)", async (_what, as, request, status) => {
    const before = await made();
    const answer = await attempt(as, request);
    expect(answer.status, answer.body).toBe(status);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    expect(await made()).toEqual(before);
  });
});

describe("what people and programs do is let through", () => {
  const allowed: Attack[] = [
    [
      "a change from an own page",
      "owner",
      {
        method: "POST",
        path: "/api/v1/programs",
        headers: { ...json, ...ownPage },
        body: JSON.stringify({ name: "a.p4", source: "one" }),
      },
      200,
    ],
    [
      "a change by a browser that sends the origin only",
      "owner",
      {
        method: "POST",
        path: "/trpc/programs.create",
        headers: { ...json, origin: BASE_URL },
        body: JSON.stringify({ name: "b.p4", source: "two" }),
      },
      200,
    ],
    [
      "a change with a token, from anywhere",
      "token",
      {
        method: "POST",
        path: "/api/v1/programs",
        headers: json,
        body: JSON.stringify({ name: "c.p4", source: "three" }),
      },
      200,
    ],
    [
      "a link elsewhere that opens a download",
      "owner",
      {
        path: "/api/v1/programs",
        headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
      },
      200,
    ],
    ["a forwarded port", "owner", { path: "/api/v1/programs", headers: { host: "localhost:8080" } }, 200],
    ["an address", "nobody", { path: "/healthz", headers: { host: "10.1.2.3:3000" } }, 200],
    [
      "a probe that names a container",
      "nobody",
      { path: "/readyz", headers: { host: "http-0.http:3000" } },
      200,
    ],
    ["metrics on this machine", "nobody", { path: "/metrics" }, 200],
  ];
  test.each(allowed)("%s (%s)", async (_what, as, request, status) => {
    const answer = await attempt(as, request);
    expect(answer.status, answer.body).toBe(status);
  });

  test("who opens P4Twin at another of its names", async () => {
    const app = await world.http({ origins: ["https://p4twin.internal"] });
    const other = await app.listen({ host: "127.0.0.1", port: 0 });
    const headers = { host: "p4twin.internal", ...json, cookie, origin: "https://p4twin.internal" };
    const body = JSON.stringify({ name: "d.p4", source: "four" });
    expect((await send(other, { method: "POST", path: "/api/v1/programs", headers, body })).status).toBe(200);
  });
});

test("nothing that changes something is reached by GET", () => {
  expect(operations().filter(({ type, method }) => type === "mutation" && method === "GET")).toEqual([]);
  // what is sent with DELETE is in its path: a query never fills a change
  for (const { method, parameters, input, procedure } of operations())
    if (method === "DELETE")
      expect(Object.keys(Object(input && "shape" in input ? input.shape : {})), procedure).toEqual(
        parameters,
      );
});

test("no procedure of accounts that changes something can be called with a token", async () => {
  const changes = procedures().filter(
    ([path, { _def }]) => path.startsWith("users.") && _def.type === "mutation",
  );
  for (const [path] of changes) {
    const answer = await attempt("token", {
      method: "POST",
      path: `/trpc/${path}`,
      headers: json,
      body: "{}",
    });
    expect(answer.status, path).toBe(403);
  }
});

test("cookies of an address with TLS cannot be set or read by a neighbour", async () => {
  const secure = await createWorld({ baseUrl: "https://p4twin.example.org" });
  const context = await secure.auth.context();
  const { name, attributes } = context.authCookies.sessionToken;
  expect(name).toBe("__Host-p4twin.session_token");
  expect(attributes).toMatchObject({ secure: true, httpOnly: true, sameSite: "lax", path: "/" });
  expect(attributes.domain).toBeUndefined();
  await secure.dispose();
});
