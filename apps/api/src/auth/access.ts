import { DomainError } from "../errors.ts";
import type { Actor } from "./actor.ts";
import { allows, type RequiredRole } from "./roles.ts";

/**
 * Nouns that administer who may do what: a token changes nothing there, so that a stolen one cannot make itself last.
 */
const accountNouns: ReadonlySet<string> = new Set([
  "users",
  "account",
  "accounts",
  "sessions",
  "tokens",
  "signIn",
  "workspaces",
]);

export type Access = {
  required: RequiredRole;
  /** first part of the procedure's path: `programs` */
  noun: string;
  /** true for what changes something */
  changes: boolean;
};

/** Why `actor` may not do what needs this access; null when it may. */
export function refusalOf(actor: Actor | null, { required, noun, changes }: Access): DomainError | null {
  if (required === "public") return null;
  if (!actor) return new DomainError("unauthenticated", "Sign in first, or send an API token.");
  if (actor.mustSetUpTwoFactor && noun !== "account")
    return new DomainError(
      "forbidden",
      "Your role needs two-factor sign-in. Set it up under Settings, Account, then go on.",
    );
  if (!allows(actor.role, required))
    return new DomainError(
      "forbidden",
      actor.token
        ? `This needs the role ${required}; the token has the role ${actor.role}.`
        : `This needs the role ${required}; yours is ${actor.role}.`,
    );
  if (!actor.token) return null;
  if (changes && accountNouns.has(noun))
    return new DomainError(
      "forbidden",
      "Accounts, passwords and tokens are changed in the browser, not with a token.",
    );
  const { nouns } = actor.token;
  if (nouns && !nouns.includes(noun))
    return new DomainError("forbidden", `The token is for ${nouns.join(", ")} only, not for ${noun}.`);
  return null;
}
