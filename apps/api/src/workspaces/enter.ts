import type { Actor, Person } from "../auth/actor.ts";
import { lowerRole } from "../auth/roles.ts";
import { notFound } from "../errors.ts";

/** What a request says about the workspace that it means. */
export type Wanted = {
  /** named by this request: it is this one or none */
  named: string | null;
  /** chosen earlier in this browser: another one is taken when it can no longer be entered */
  chosen: string | null;
};

/** Where somebody is who is a member of no workspace: nothing is in it, and nothing can be. */
const NOWHERE = "00000000-0000-0000-0000-000000000000";

const WORKSPACE_HEADER = "x-p4twin-workspace";
const WORKSPACE_COOKIE = "p4twin.workspace";

/**
 * Reads it from the header, else from `?workspace=` (streams of events cannot send headers), else from the
 * cookie of the pages.
 */
export function wantedOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  query: unknown,
): Wanted {
  const header = headers[WORKSPACE_HEADER];
  const inQuery =
    typeof query === "object" && query !== null && "workspace" in query ? query.workspace : undefined;
  const named = header ?? inQuery;
  const cookie = new RegExp(`(?:^|; *)${WORKSPACE_COOKIE.replace(".", "\\.")}=([^;]+)`).exec(
    headers.cookie?.toString() ?? "",
  );
  return { named: typeof named === "string" && named !== "" ? named : null, chosen: cookie?.[1] ?? null };
}

/**
 * The person in the workspace that the request means, by default the first of theirs. Throws `not_found` when
 * a workspace is named that is not theirs: whether it exists is not told.
 */
export function enter<P extends Person>(
  person: P,
  { named, chosen }: Wanted,
): { actor: P & Actor; workspaceId: string } {
  const find = (id: string | null) => person.memberships.find((m) => m.workspaceId === id);
  const membership = named === null ? (find(chosen) ?? person.memberships[0]) : find(named);
  if (!membership && named !== null) throw notFound("workspace", named);
  const { workspaceId, role: own } = membership ?? { workspaceId: NOWHERE, role: "viewer" };
  const role = person.token?.role ? lowerRole(own, person.token.role) : own;
  return { workspaceId, actor: { ...person, role, installationOwner: person.role === "owner" } };
}
