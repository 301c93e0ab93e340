import { allows, type UserRole } from "./roles.ts";

export type GroupRules = {
  /** role of each group; empty: the provider only says who somebody is */
  roles: ReadonlyMap<string, UserRole>;
  /** for those in none of these groups; null: they may not sign in */
  otherwise: UserRole | null;
};
/** `from`: in words, for the list of people. */
export type GivenRole = { role: UserRole; from: string };

/** The highest role that the groups give, or the default; null: no role, no entry. */
export function groupRole(groups: readonly string[], { roles, otherwise }: GroupRules): GivenRole | null {
  let best: GivenRole | null = null;
  for (const group of groups) {
    const role = roles.get(group);
    if (role && (!best || !allows(best.role, role))) best = { role, from: `group ${group}` };
  }
  return best ?? (otherwise && { role: otherwise, from: "default role" });
}

/** Groups of a claim: a list, or one name; anything else is none. */
export const groupsOf = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).filter((group) => typeof group === "string");
