import { z } from "zod";

/** What a person may do: a viewer reads, an operator changes, the owner also administers. */
export const userRoleSchema = z.enum(["viewer", "operator", "owner"]);
export type UserRole = z.infer<typeof userRoleSchema>;

/** The role that a procedure asks for. */
export type RequiredRole = "public" | UserRole;

const rank: Record<RequiredRole, number> = { public: 0, viewer: 1, operator: 2, owner: 3 };

/** True when somebody with `role` (null: not signed in) may do what needs `required`. */
export const allows = (role: UserRole | null, required: RequiredRole): boolean =>
  rank[role ?? "public"] >= rank[required];

/** The lower of two roles. */
export const lowerRole = (a: UserRole, b: UserRole): UserRole => (allows(a, b) ? b : a);
