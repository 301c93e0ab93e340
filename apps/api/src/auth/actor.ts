import type { UserRole } from "./roles.ts";

/**
 * A workspace in which a person may do something; of owners of the installation: every one. The first
 * workspace comes first.
 */
export type Membership = { workspaceId: string; role: UserRole };

/** What an API token may do of what its owner may: `nouns` null for all of them, `role` null for all of the owner's. */
type TokenGrant = { id: string; nouns: readonly string[] | null; role: UserRole | null };

/** Somebody with an account. `role`: in the installation. */
export type Holder = {
  id: string;
  name: string;
  email: string;
  role: UserRole;
  memberships: readonly Membership[];
};

/**
 * Somebody who is known by a browser session or an API token, before a workspace is entered. `credentialId`
 * is the id of that session or token (not its secret), so that what lasts longer than a request can ask
 * whether it still holds. `role` is already bounded by the token.
 */
export type Person = Holder & {
  via: "session" | "token";
  credentialId: string;
  token?: TokenGrant;
  /** the settings ask for a second factor that the account does not have: it sets one up, and does nothing else */
  mustSetUpTwoFactor?: boolean;
};

/**
 * Who asks: `role` is the role in the workspace that the request is about, bounded by the token, where one
 * speaks for the person.
 */
export type Actor = Person & { installationOwner: boolean };
