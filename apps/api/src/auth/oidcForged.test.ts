import { once } from "node:events";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBrowser } from "../../testing/personBrowser.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { readConfig } from "../config.ts";

let world: World;
let issuer = "";
let idToken: string | null = null;
const keys = await generateKeyPair("RS256");
const otherKeys = await generateKeyPair("RS256");
/** A provider that hands out whatever ID token the test has made. */
const server = createServer(async (request, response) => {
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "RS256" };
  const answers: Record<string, object> = {
    "/.well-known/openid-configuration": {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ["RS256"],
    },
    "/keys": { keys: [jwk] },
    "/token": {
      access_token: "x",
      token_type: "Bearer",
      expires_in: 60,
      ...(idToken && { id_token: idToken }),
    },
  };
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(answers[request.url ?? ""] ?? {}));
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  issuer = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
  world = await createWorld({
    oidc: readConfig({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: "p4twin", OIDC_CLIENT_SECRET: "s" }).oidc,
  });
});
afterAll(async () => {
  await world.dispose();
  server.close();
});

type Forgery = {
  claims?: (good: JWTPayload) => JWTPayload;
  key?: Parameters<SignJWT["sign"]>[0];
  none?: boolean;
};

async function signInWith({ claims = (good) => good, key = keys.privateKey, none = false }: Forgery) {
  const browser = createBrowser(world.http);
  const begun = await browser.send("POST", "/api/auth/sign-in/social", {
    provider: "oidc",
    callbackURL: "/",
    errorCallbackURL: "/sign-in",
  });
  const asked = new URL(String(Object(begun.body).url)).searchParams;
  const nowS = Math.floor(Date.now() / 1000);
  const good: JWTPayload = {
    iss: issuer,
    aud: "p4twin",
    sub: "7",
    email: "forged@example.org",
    email_verified: true,
    nonce: asked.get("nonce") ?? "",
    iat: nowS,
    exp: nowS + 60,
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  idToken = none
    ? `${part({ alg: "none" })}.${part(claims(good))}.`
    : await new SignJWT(claims(good)).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(key);
  const back = `/api/auth/callback/oidc?code=x&state=${asked.get("state")}`;
  await browser.send("GET", back);
  return browser.me();
}

test("an ID token that is in order signs in", async () => {
  expect(await signInWith({})).toMatchObject({ email: "forged@example.org" });
});

test.each<[string, Forgery]>([
  ["signed with another key", { key: otherKeys.privateKey }],
  ["not signed", { none: true }],
  ["of another issuer", { claims: (good) => ({ ...good, iss: "http://127.0.0.1:1" }) }],
  ["for another client", { claims: (good) => ({ ...good, aud: "somebody-else" }) }],
  ["with the nonce of another request", { claims: (good) => ({ ...good, nonce: "another" }) }],
  ["without a nonce", { claims: ({ nonce: _, ...good }) => good }],
  ["that has expired", { claims: (good) => ({ ...good, exp: Number(good.iat) - 60 }) }],
])("an ID token %s is refused", async (_what, forgery) => {
  expect(await signInWith(forgery)).toBeNull();
});

test("an answer without an ID token is refused", async () => {
  const browser = createBrowser(world.http);
  const begun = await browser.send("POST", "/api/auth/sign-in/social", {
    provider: "oidc",
    callbackURL: "/",
  });
  idToken = null;
  const state = new URL(String(Object(begun.body).url)).searchParams.get("state");
  const { location } = await browser.send("GET", `/api/auth/callback/oidc?code=x&state=${state}`);
  expect(location).toContain("/sign-in?error=");
  expect(await browser.me()).toBeNull();
});

test("an ID token that somebody brings along, instead of going to the provider, is refused", async () => {
  const nowS = Math.floor(Date.now() / 1000);
  const token = await new SignJWT({ sub: "7", email: "forged@example.org", email_verified: true, nonce: "n" })
    .setProtectedHeader({ alg: "RS256", kid: "one" })
    .setIssuer(issuer)
    .setAudience("p4twin")
    .setExpirationTime(nowS + 60)
    .sign(keys.privateKey);
  const browser = createBrowser(world.http);
  const body = { provider: "oidc", callbackURL: "/", idToken: { token, nonce: "n" } };
  expect((await browser.send("POST", "/api/auth/sign-in/social", body)).status).toBe(404);
  expect(await browser.me()).toBeNull();
});
