import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { Provider } from "oidc-provider";
import { freePort } from "./freePort.ts";
import { BASE_URL } from "./world.ts";

export type Claims = { email?: string; email_verified?: boolean; name?: string; groups?: string[] };

/**
 * `oidc-provider`, the certified OpenID Connect server of others, on loopback: what is stored in `people`
 * under a login name are its claims. It takes any password. Claims are at its userinfo endpoint only, as
 * OpenID Connect wants it for the code flow.
 */
export async function startOidcProvider() {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, Claims>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "p4twin",
        client_secret: "secret of the tests",
        redirect_uris: [`${BASE_URL}/api/auth/callback/oidc`],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    cookies: { keys: ["a key of the tests"] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
  });
  const handle = provider.callback();
  let server: Server | null = null;
  const start = async (): Promise<void> => {
    server = createServer((request, response) => void handle(request, response)).listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  const stop = async (): Promise<void> => {
    const running = server;
    server = null;
    running?.closeAllConnections();
    if (running) await new Promise((resolve) => running.close(resolve));
  };
  await start();
  return { issuer, people, start, stop };
}
export type OidcProvider = Awaited<ReturnType<typeof startOidcProvider>>;
