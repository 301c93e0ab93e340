import { allows, type UserRole } from "./roles.ts";

export type GroupRules = {
  /** role of each group in the installation; with `workspaces` empty too: the provider only says who somebody is */
  roles: ReadonlyMap<string, UserRole>;
  /** by the name of a workspace: role of each group in it */
  workspaces: ReadonlyMap<string, ReadonlyMap<string, UserRole>>;
  /** for those in none of these groups; null: they may not sign in */
  otherwise: UserRole | null;
};
/**
 * `from`: in words, for the list of people. `workspaces`: the role in each workspace of the rules; `first`: in the
 * first one, unless the rules name it. Null: no member.
 */
export type GivenRole = {
  role: UserRole;
  from: string;
  first: UserRole | null;
  workspaces: ReadonlyMap<string, UserRole | null>;
};

/** Whether the groups say what somebody may do, and not only who it is. */
export const decides = ({ roles, workspaces }: GroupRules): boolean => roles.size + workspaces.size > 0;

/** The highest role that a group gives; null: none does. */
function highest(
  groups: readonly string[],
  roles: ReadonlyMap<string, UserRole>,
): { role: UserRole; from: string } | null {
  let best: { role: UserRole; from: string } | null = null;
  for (const group of groups) {
    const role = roles.get(group);
    if (role && (!best || !allows(best.role, role))) best = { role, from: `group ${group}` };
  }
  return best;
}

/**
 * The highest roles that the groups give, or the default; null: no role, no entry. Whom groups let into workspaces only
 * is a viewer of the installation, and no member of its first workspace.
 */
export function groupRole(groups: readonly string[], rules: GroupRules): GivenRole | null {
  const given = [...rules.workspaces].map(([name, roles]) => [name, highest(groups, roles)] as const);
  const workspaces = new Map(given.map(([name, best]) => [name, best?.role ?? null]));
  const whole =
    highest(groups, rules.roles) ?? (rules.otherwise && { role: rules.otherwise, from: "default role" });
  if (whole) return { ...whole, first: whole.role, workspaces };
  const from = given.find(([, best]) => best)?.[1]?.from;
  return from === undefined ? null : { role: "viewer", from, first: null, workspaces };
}

/** Groups of a claim: a list, or one name; anything else is none. */
export const groupsOf = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).filter((group) => typeof group === "string");
