import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { twoFactor } from "better-auth/plugins";
import type { Db } from "../database/client.ts";
import type { Log } from "../observability/log.ts";
import { refusalOf } from "./admission.ts";
import { decides, type GivenRole, groupRole, groupsOf } from "./groupRole.ts";
import { type OidcConfig, oidcSignIn } from "./oidc.ts";
import { signInLink } from "./signInLink.ts";
import { methodOf } from "./signInMethod.ts";
import { takeCode } from "./usedCode.ts";

const SESSION_VALID_S = 30 * 24 * 3600;
const RESET_VALID_S = 3600;
export const MIN_PASSWORD_CHARS = 10;
export const MAX_PASSWORD_CHARS = 128;

const USED_CODE = {
  code: "CODE_USED",
  message: "This code has signed in already. Wait for the next one in your app, at most 30 seconds.",
};

const hoursFromNow = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);

export type AuthConfig = {
  /** where browsers reach P4Twin, e.g. http://127.0.0.1:3000 */
  baseUrl: string;
  secret: string;
  /** further origins that may call the auth endpoints */
  trustedOrigins: string[];
  /** null: nobody signs in with a provider */
  oidc: OidcConfig | null;
};

export type AuthDeps = { db: Db; log: Log; onSignIn(userId: string): Promise<void> };

/** Browsers take a cookie that begins with `__Host-` over TLS only, and from no neighbouring host. */
const cookiePrefixOf = (baseUrl: string): string =>
  baseUrl.startsWith("https://") ? "__Host-p4twin" : "p4twin";

/** Name of the cookie that carries a session. */
export const sessionCookieName = (baseUrl: string): string => `${cookiePrefixOf(baseUrl)}.session_token`;

/** What is done elsewhere and needed here; set once the services are there. */
export type AuthHooks = {
  /** sends the link to a page where a new password is set */
  sendReset(user: { id: string; email: string }, token: string): void;
  /** the provider gave this role at a sign-in */
  takeRole(userId: string, given: GivenRole): Promise<void>;
  onPasswordReset(userId: string): Promise<void>;
};

/** The plugin asks after passwords only; a one-time link is the first factor as well. */
function secondFactor() {
  const plugin = twoFactor({ issuer: "P4Twin" });
  const [ask] = plugin.hooks.after;
  if (!ask) throw new Error("better-auth's two-factor plugin has no hook after the sign-in");
  const matcher: typeof ask.matcher = (context) => context.path === "/sign-in/link" || ask.matcher(context);
  return { ...plugin, hooks: { after: [{ ...ask, matcher }] } };
}

/** better-auth on our tables: sessions by cookie, one-time links, passwords for who sets one, a provider. */
export function createAuth(config: AuthConfig, { db, log, onSignIn }: AuthDeps) {
  const { oidc } = config;
  let hooks: AuthHooks | null = null;
  const needHooks = (): AuthHooks => {
    if (!hooks) throw new Error("the sign-in is used before the services are there");
    return hooks;
  };
  // from the check of what the provider says to the session that it opens: both see the request's context
  const given = new WeakMap<object, GivenRole>();

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
    onAPIError: { errorURL: "/sign-in" },
    database: prismaAdapter(db, { provider: "postgresql", transaction: true }),
    // beside auth/publicPaths.ts: anybody could make accounts otherwise
    disabledPaths: ["/sign-up/email", "/update-user"],
    user: {
      additionalFields: { role: { type: "string", required: false, defaultValue: "viewer", input: false } },
      async validateUserInfo({ user, source }, ctx) {
        if (!oidc || source.method !== "oauth") return;
        const { profile = {} } = source.oauth ?? {};
        // an address that nobody proved would let its first user take over whoever is invited under it later
        if (source.action !== "sign-in" && profile.emailVerified !== true)
          return { error: "email_not_verified" };
        const role = groupRole(groupsOf(profile[oidc.groupsClaim]), oidc.rules);
        const isNew = source.action === "create-user";
        // without a map of groups the provider only says who it is; what that person may do is decided here
        if (!role && (isNew || decides(oidc.rules))) return { error: "no_role" };
        if (role && (isNew || decides(oidc.rules))) given.set(ctx ?? user, role);
      },
    },
    databaseHooks: {
      session: {
        create: {
          async before(session, ctx) {
            const method = methodOf(ctx?.path);
            const asked = { userId: session.userId, method, provider: oidc?.name ?? null };
            const refusal = await refusalOf(db, asked);
            if (refusal) throw new APIError("FORBIDDEN", refusal);
            if (ctx?.path === "/two-factor/verify-totp") {
              const code = { userId: session.userId, code: String(ctx.body?.code), now: new Date() };
              if (!(await takeCode(db, code))) throw new APIError("UNAUTHORIZED", USED_CODE);
            }
            const role = ctx ? given.get(ctx) : undefined;
            if (role) await needHooks().takeRole(session.userId, role);
            // who left the organisation is out when the provider would have to be asked again
            const ends = method === "provider" && oidc ? { expiresAt: hoursFromNow(oidc.sessionHours) } : {};
            return { data: { method, ...ends } };
          },
        },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_CHARS,
      maxPasswordLength: MAX_PASSWORD_CHARS,
      resetPasswordTokenExpiresIn: RESET_VALID_S,
      sendResetPassword: async ({ user, token }) => needHooks().sendReset(user, token),
      onPasswordReset: async ({ user }) => needHooks().onPasswordReset(user.id),
    },
    verification: { storeIdentifier: "hashed" },
    session: {
      expiresIn: SESSION_VALID_S,
      // a session ends when it was opened to end: using it does not prolong it
      disableSessionRefresh: true,
      additionalFields: { method: { type: "string", required: false, input: false } },
    },
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
      signInLink(),
      secondFactor(),
      ...(oidc ? [oidcSignIn(oidc, log)] : []),
      // last: when a second factor is asked for, the session of the first is gone again
      {
        id: "signed-in",
        hooks: {
          after: [
            {
              matcher: ({ path }) => methodOf(path) !== null,
              handler: createAuthMiddleware(async ({ context }) => {
                if (context.newSession) await onSignIn(context.newSession.user.id);
              }),
            },
          ],
        },
      },
    ],
  });

  return {
    baseUrl: config.baseUrl,
    secret: config.secret,
    oidc,
    handler: auth.handler,
    api: auth.api,
    context: () => auth.$context,
    use(given: AuthHooks): void {
      hooks = given;
    },
  };
}

export type Auth = ReturnType<typeof createAuth>;
