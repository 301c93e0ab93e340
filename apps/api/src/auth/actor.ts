import type { UserRole } from "./roles.ts";

/** What an API token may do of what its owner may: `nouns` null for all of them. */
export type TokenGrant = { id: string; nouns: readonly string[] | null };

/** Somebody with an account, and what they may do. */
export type Person = { id: string; name: string; email: string; role: UserRole };

/**
 * Who asks, and by what: a browser session or an API token. `credentialId` is the id of that session or token (not its secret), so
 * that what lasts longer than a request can ask whether it still holds. `role` is already bounded by the token.
 */
export type Actor = Person & { via: "session" | "token"; credentialId: string; token?: TokenGrant };
