import type { UserRole } from "./roles.ts";

/** What an API token may do of what its owner may: `nouns` null for all of them. */
export type TokenGrant = { id: string; nouns: readonly string[] | null };

/** Who asks. `role` is already bounded by the token, where one speaks for the person. */
export type Actor = { id: string; name: string; email: string; role: UserRole; token?: TokenGrant };
