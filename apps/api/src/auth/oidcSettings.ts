import { z } from "zod";
import type { GroupRules } from "./groupRole.ts";
import type { OidcConfig } from "./oidc.ts";
import { type UserRole, userRoleSchema } from "./roles.ts";

const withDefault = <T extends z.ZodType>(schema: T, value: string) =>
  z.preprocess((given) => (given === undefined || given === "" ? value : given), schema);
const optional = z
  .string()
  .transform((text) => text || undefined)
  .optional();
const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

type RoleMap = Pick<GroupRules, "roles" | "workspaces">;

/**
 * `p4-ops=operator,p4-admins=owner,team-a=operator@Team A`: the role in the installation, or in the workspace of a
 * name. Names of groups may hold spaces, slashes and equals signs, but no comma.
 */
const roleMapSchema = z.string().transform((text, context): RoleMap => {
  const roles = new Map<string, UserRole>();
  const workspaces = new Map<string, Map<string, UserRole>>();
  const entries = text.split(",").map((entry) => entry.trim());
  for (const entry of entries.filter(Boolean)) {
    const [, group = "", word, workspace] = /^(.+)=([^=@]+?)(?:@([^=]+))?$/.exec(entry) ?? [];
    const role = userRoleSchema.safeParse(word?.trim());
    if (!role.success) {
      context.addIssue(
        `"${entry}" is not of the form group=viewer, group=operator or group=owner, with @workspace behind it for one workspace`,
      );
      continue;
    }
    const name = workspace?.trim();
    const of = name === undefined ? roles : (workspaces.get(name) ?? new Map<string, UserRole>());
    if (name !== undefined) workspaces.set(name, of);
    of.set(group.trim(), role.data);
  }
  return { roles, workspaces };
});

const isLoopback = (url: string): boolean =>
  ["127.0.0.1", "[::1]", "localhost"].includes(new URL(url).hostname);
const issuerSchema = z
  .url("must be the full address of the provider, e.g. https://login.example.org")
  .refine((url) => url.startsWith("https://") || isLoopback(url), "must begin with https://");

/** Variables of the sign-in with an OpenID Connect provider. */
export const oidcVariables = {
  OIDC_ISSUER: z.preprocess((given) => (given === "" ? undefined : given), issuerSchema.optional()),
  OIDC_CLIENT_ID: optional,
  OIDC_CLIENT_SECRET: optional,
  OIDC_NAME: withDefault(z.string().trim().max(40, "needs at most 40 characters"), "single sign-on"),
  OIDC_SCOPES: withDefault(z.string().transform(words), "openid profile email"),
  OIDC_GROUPS_CLAIM: withDefault(z.string(), "groups"),
  OIDC_ROLE_MAP: withDefault(roleMapSchema, ""),
  OIDC_DEFAULT_ROLE: withDefault(
    z.enum([...userRoleSchema.options, "none"], { error: "must be viewer, operator, owner or none" }),
    "viewer",
  ),
  OIDC_TRUST_EMAIL: withDefault(z.enum(["on", "off"], { error: "must be on or off" }), "off"),
  OIDC_SESSION_HOURS: withDefault(
    z.coerce.number({ error: "must be a number of hours" }).min(0.1).max(720, "at most 720 hours (30 days)"),
    "12",
  ),
};
const schema = z.object(oidcVariables);
type Variables = z.infer<typeof schema>;

/** What is missing beside what is set. */
export const oidcProblems = (value: Variables): string[] =>
  value.OIDC_ISSUER && !value.OIDC_CLIENT_ID
    ? [`OIDC_ISSUER=${value.OIDC_ISSUER}: set OIDC_CLIENT_ID, under which the provider knows P4Twin`]
    : value.OIDC_CLIENT_ID && !value.OIDC_ISSUER
      ? [`OIDC_CLIENT_ID=${value.OIDC_CLIENT_ID}: set OIDC_ISSUER, the address of the provider`]
      : [];

/** null: no provider is set up. */
export function oidcSettings(value: Variables): OidcConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = value;
  if (!issuer || !clientId) return null;
  return {
    issuer,
    clientId,
    clientSecret: value.OIDC_CLIENT_SECRET ?? null,
    name: value.OIDC_NAME,
    scopes: value.OIDC_SCOPES,
    groupsClaim: value.OIDC_GROUPS_CLAIM,
    rules: {
      ...value.OIDC_ROLE_MAP,
      otherwise: value.OIDC_DEFAULT_ROLE === "none" ? null : value.OIDC_DEFAULT_ROLE,
    },
    trustEmail: value.OIDC_TRUST_EMAIL === "on",
    sessionHours: value.OIDC_SESSION_HOURS,
  };
}
