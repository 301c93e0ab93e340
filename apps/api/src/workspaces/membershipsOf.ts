import type { Membership } from "../auth/actor.ts";
import { type UserRole, userRoleSchema } from "../auth/roles.ts";
import type { Tx } from "../database/client.ts";

/** The workspaces that a person may enter, the first one first. Owners of the installation own every one. */
export async function membershipsOf(
  db: Tx,
  userId: string,
  installationRole: UserRole,
): Promise<Membership[]> {
  const all = installationRole === "owner";
  const rows = await db.workspace.findMany({
    where: { archivedAt: null, ...(all ? {} : { members: { some: { userId } } }) },
    select: { id: true, members: { where: { userId }, select: { role: true } } },
    orderBy: [{ isDefault: "desc" }, { createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ id, members }) => ({
    workspaceId: id,
    role: all ? "owner" : userRoleSchema.parse(members[0]?.role),
  }));
}
