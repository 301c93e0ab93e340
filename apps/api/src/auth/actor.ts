import type { UserRole } from "./roles.ts";

/** A workspace in which a person may do something; of owners of the installation: every one. The first workspace comes first. */
export type Membership = { workspaceId: string; role: UserRole };

/** Somebody who is known by a session or a token, before a workspace is entered: `role` is the role in the installation. */
export type Person = {
  id: string;
  name: string;
  email: string;
  role: UserRole;
  memberships: readonly Membership[];
};

/** Who asks: `role` is the role in the workspace that the request is about. */
export type Actor = Person & { installationOwner: boolean };
