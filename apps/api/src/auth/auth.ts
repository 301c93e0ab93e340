import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { APIError } from "better-auth/api";
import { magicLink } from "better-auth/plugins";
import type { Db } from "../database/client.ts";
import type { Log } from "../observability/log.ts";

export const LINK_VALID_S = 24 * 3600;
const SESSION_VALID_S = 30 * 24 * 3600;

export type AuthConfig = {
  /** where browsers reach P4Twin, e.g. http://127.0.0.1:3000 */
  baseUrl: string;
  secret: string;
  /** further origins that may call the auth endpoints */
  trustedOrigins: string[];
};

export type AuthDeps = { db: Db; log: Log; onSignIn(userId: string): Promise<void> };

/** Browsers take a cookie that begins with `__Host-` over TLS only, and from no neighbouring host. */
const cookiePrefixOf = (baseUrl: string): string =>
  baseUrl.startsWith("https://") ? "__Host-p4twin" : "p4twin";

/** Name of the cookie that carries a session. */
export const sessionCookieName = (baseUrl: string): string => `${cookiePrefixOf(baseUrl)}.session_token`;

/** better-auth on our tables: sessions by cookie, one-time links, passwords for who sets one. */
export function createAuth(config: AuthConfig, { db, log, onSignIn }: AuthDeps) {
  // links are handed out by our own procedures, which name their request by a ticket; none is ever sent by mail
  const issued = new Map<string, string>();

  const secure = config.baseUrl.startsWith("https://");

  const auth = betterAuth({
    baseURL: config.baseUrl,
    basePath: "/api/auth",
    secret: config.secret,
    trustedOrigins: config.trustedOrigins,
    telemetry: { enabled: false },
    logger: {
      level: "error",
      // refusals (a wrong token, a used link) are told to the client; only what is broken belongs in the log
      log: (_level, message, ...details) => {
        const isRefusal = details.some((detail) => detail instanceof APIError);
        log[isRefusal ? "debug" : "error"]({ details: details.map(String) }, message);
      },
    },
    database: prismaAdapter(db, { provider: "postgresql", transaction: true }),
    // anybody could ask for links and accounts otherwise
    disabledPaths: ["/sign-in/magic-link", "/sign-up/email", "/update-user"],
    user: {
      additionalFields: { role: { type: "string", required: false, defaultValue: "viewer", input: false } },
    },
    databaseHooks: { session: { create: { after: (session) => onSignIn(session.userId) } } },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 10 },
    session: { expiresIn: SESSION_VALID_S, updateAge: 24 * 3600 },
    advanced: {
      cookiePrefix: cookiePrefixOf(config.baseUrl),
      // the prefix says it, and better-auth would put a weaker one before it
      useSecureCookies: false,
      defaultCookieAttributes: { sameSite: "lax", httpOnly: true, path: "/", secure },
      ipAddress: { ipAddressHeaders: ["x-p4twin-client"] },
    },
    // attempts are counted by http/signInLimits.ts, which knows proxies and accounts
    rateLimit: { enabled: false },
    plugins: [
      magicLink({
        expiresIn: LINK_VALID_S,
        storeToken: "hashed",
        disableSignUp: true,
        sendMagicLink: ({ url, metadata }) => {
          if (typeof metadata?.ticket === "string") issued.set(metadata.ticket, url);
        },
      }),
    ],
  });

  return {
    baseUrl: config.baseUrl,
    secret: config.secret,
    handler: auth.handler,
    api: auth.api,
    context: () => auth.$context,

    /** A one-time link that signs the user with this address in. */
    async issueLink(email: string, ticket: string): Promise<string> {
      await auth.api.signInMagicLink({
        body: { email, callbackURL: "/", errorCallbackURL: "/sign-in", metadata: { ticket } },
        headers: new Headers(),
      });
      const url = issued.get(ticket);
      issued.delete(ticket);
      if (!url) throw new Error("better-auth did not hand out the sign-in link");
      return url;
    },
  };
}

export type Auth = ReturnType<typeof createAuth>;
