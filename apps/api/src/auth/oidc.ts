import type { BetterAuthPlugin } from "better-auth";
import { APIError } from "better-auth/api";
import type { OAuthProvider } from "better-auth/oauth2";
import { type GenericOAuthConfig, genericOAuth } from "better-auth/plugins";
import { decodeJwt } from "jose";
import { z } from "zod";
import type { Log } from "../observability/log.ts";
import type { GroupRules } from "./groupRole.ts";

/** The one provider's id in addresses and in rows of accounts. */
const OIDC = "oidc";
/** How long the provider may think before an answer (our choice). */
const TIME_LIMIT_MS = 5_000;

export type OidcConfig = {
  issuer: string;
  clientId: string;
  /** null: a public client, which PKCE protects alone */
  clientSecret: string | null;
  /** on the button of the sign-in page */
  name: string;
  scopes: string[];
  groupsClaim: string;
  rules: GroupRules;
  /** take addresses for verified when the provider does not say whether they are */
  trustEmail: boolean;
  /** how long a sign-in holds until the provider is asked again */
  sessionHours: number;
};

const discoverySchema = z.object({
  issuer: z.string(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});
const claimsSchema = z.looseObject({ iss: z.string(), sub: z.string().min(1) });

const withoutSlash = (url: string): string => url.replace(/\/$/, "");

async function readJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(url, { headers, redirect: "error", signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return answer.json();
}

/**
 * Sign-in with the OpenID Connect provider. Its discovery is read when somebody first signs in with it, not
 * at the start: a provider that is away holds up nobody else. The exchange, the signature and the nonce are
 * checked by better-auth's generic OAuth plugin, to which all calls are passed on.
 */
export const oidcSignIn = (config: OidcConfig, log: Log) =>
  ({
    id: "oidc-sign-in",
    init(context) {
      let known: Promise<OAuthProvider> | null = null;
      const provider = (): Promise<OAuthProvider> => {
        known ??= discover(config, context).catch((error: unknown) => {
          known = null;
          log.warn({ error, issuer: config.issuer }, "the OpenID Connect provider cannot be used now");
          throw new APIError("SERVICE_UNAVAILABLE", {
            code: "PROVIDER_UNREACHABLE",
            message: `${config.name} cannot be reached. Try again soon, or sign in another way.`,
          });
        });
        return known;
      };
      const lazy: OAuthProvider = {
        id: OIDC,
        name: config.name,
        requiresIdTokenNonce: true,
        // the same subject of another issuer is somebody else
        accountSubject: ({ profile }) => {
          const { iss, sub } = claimsSchema.parse(profile);
          return `${iss} ${sub}`;
        },
        createAuthorizationURL: async (data) => (await provider()).createAuthorizationURL(data),
        validateAuthorizationCode: async (data) => (await provider()).validateAuthorizationCode(data),
        getUserInfo: async (tokens) => (await provider()).getUserInfo(tokens),
      };
      return { context: { socialProviders: [lazy, ...context.socialProviders] } };
    },
  }) satisfies BetterAuthPlugin;

type InitContext = Parameters<NonNullable<BetterAuthPlugin["init"]>>[0];

async function discover(config: OidcConfig, context: InitContext): Promise<OAuthProvider> {
  const discoveryUrl = `${withoutSlash(config.issuer)}/.well-known/openid-configuration`;
  const found = discoverySchema.parse(await readJson(discoveryUrl));
  if (withoutSlash(found.issuer) !== withoutSlash(config.issuer))
    throw new Error(`OIDC_ISSUER is ${config.issuer}, but the provider calls itself ${found.issuer}`);

  const getUserInfo: GenericOAuthConfig["getUserInfo"] = async ({ idToken, accessToken }) => {
    // an answer without an ID token is OAuth, not OpenID Connect: it proves nothing about who signs in
    if (!idToken) return null;
    const claims = claimsSchema.parse(decodeJwt(idToken));
    const complete = "email" in claims && config.groupsClaim in claims;
    if (complete || !found.userinfo_endpoint || !accessToken) return toProfile(claims, config);
    const more = claimsSchema
      .partial({ iss: true })
      .parse(await readJson(found.userinfo_endpoint, { authorization: `Bearer ${accessToken}` }));
    // OpenID Connect Core 5.3.2: an answer about somebody else must not be used
    return toProfile(more.sub === claims.sub ? { ...more, ...claims } : claims, config);
  };

  const methods = found.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const plugin = genericOAuth({
    config: [
      {
        providerId: OIDC,
        name: config.name,
        discoveryUrl,
        requireIdTokenVerification: true,
        clientId: config.clientId,
        ...(config.clientSecret !== null && {
          clientSecret: config.clientSecret,
          authentication: methods.includes("client_secret_basic") ? "basic" : "post",
        }),
        scopes: config.scopes,
        pkce: true,
        getUserInfo,
      },
    ],
  });
  const { socialProviders } = (await plugin.init(context)).context;
  const made = socialProviders.find((one) => one.id === OIDC);
  if (!made) throw new Error("its discovery document lacks an endpoint or its keys");
  return made;
}

const optionalText = z.string().optional().catch(undefined);

function toProfile(claims: z.infer<typeof claimsSchema>, config: OidcConfig) {
  const email = optionalText.parse(claims.email);
  const said = claims.email_verified;
  return {
    ...claims,
    id: claims.sub,
    email,
    name:
      optionalText.parse(claims.name) ?? optionalText.parse(claims.preferred_username) ?? email ?? claims.sub,
    emailVerified: said === true || said === "true" || (said === undefined && config.trustEmail),
  };
}
