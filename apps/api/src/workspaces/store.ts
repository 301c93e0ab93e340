import type { UserRole } from "../auth/roles.ts";
import { userRoleSchema } from "../auth/roles.ts";
import type { Db, Prisma, Tx } from "../database/client.ts";
import type { Member, Workspace } from "./schema.ts";

const withCounts = {
  _count: {
    select: {
      members: { where: { user: { removedAt: null } } },
      deployments: { where: { removedAt: null } },
    },
  },
} satisfies Prisma.WorkspaceInclude;
type Row = Prisma.WorkspaceGetPayload<{ include: typeof withCounts }>;

const toWorkspace = (row: Row): Workspace => ({
  id: row.id,
  name: row.name,
  isFirst: row.isDefault,
  members: row._count.members,
  deployments: row._count.deployments,
  createdAt: row.createdAt.toISOString(),
  archivedAt: row.archivedAt?.toISOString() ?? null,
});

/** Rows of workspaces and of their members. */
export function createWorkspaceStore(db: Db) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.$transaction(work),
    count: (): Promise<number> => db.workspace.count(),

    async list(): Promise<Workspace[]> {
      const orderBy: Prisma.WorkspaceOrderByWithRelationInput[] = [
        { isDefault: "desc" },
        { createdAt: "asc" },
      ];
      return (await db.workspace.findMany({ include: withCounts, orderBy })).map(toWorkspace);
    },

    async get(id: string): Promise<Workspace | null> {
      const row = await db.workspace.findUnique({ where: { id }, include: withCounts });
      return row && toWorkspace(row);
    },

    async names(ids: readonly string[]): Promise<Map<string, string>> {
      const where = { id: { in: [...ids] } };
      const rows = await db.workspace.findMany({ where, select: { id: true, name: true } });
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    /** Those of these names that are not archived, and the first one. */
    named(names: readonly string[]): Promise<{ id: string; name: string }[]> {
      return db.workspace.findMany({
        where: { archivedAt: null, OR: [{ name: { in: [...names] } }, { isDefault: true }] },
        select: { id: true, name: true },
      });
    },

    async create(name: string, ownerId: string): Promise<string> {
      const data = { name, members: { create: { userId: ownerId, role: "owner" } } };
      return (await db.workspace.create({ data, select: { id: true } })).id;
    },

    async rename(id: string, name: string): Promise<boolean> {
      return (await db.workspace.updateMany({ where: { id }, data: { name } })).count > 0;
    },

    async setArchived(id: string, archivedAt: Date | null): Promise<void> {
      await db.workspace.update({ where: { id }, data: { archivedAt } });
    },

    async members(workspaceId: string): Promise<Member[]> {
      const rows = await db.workspaceMember.findMany({
        where: { workspaceId, user: { removedAt: null } },
        include: { user: { select: { name: true, email: true, role: true } } },
        orderBy: { createdAt: "asc" },
      });
      return rows.map(({ userId, role, createdAt, user }) => ({
        userId,
        name: user.name,
        email: user.email,
        role: userRoleSchema.parse(role),
        installationOwner: user.role === "owner",
        since: createdAt.toISOString(),
      }));
    },

    async userByEmail(email: string): Promise<string | null> {
      const where = { email: email.toLowerCase(), removedAt: null };
      return (await db.user.findFirst({ where, select: { id: true } }))?.id ?? null;
    },

    /** False when the person is a member already. */
    async addMember(workspaceId: string, userId: string, role: UserRole): Promise<boolean> {
      const made = await db.workspaceMember.createMany({
        data: { workspaceId, userId, role },
        skipDuplicates: true,
      });
      return made.count > 0;
    },

    /** Owners of a workspace, their rows locked until the transaction ends. */
    async lockOwners(tx: Tx, workspaceId: string): Promise<string[]> {
      const rows = await tx.$queryRaw<{ user_id: string }[]>`
        SELECT m.user_id FROM workspace_member m JOIN "user" u ON u.id = m.user_id
        WHERE m.workspace_id = ${workspaceId}::uuid AND m.role = 'owner' AND u.removed_at IS NULL FOR UPDATE OF m`;
      return rows.map((row) => row.user_id);
    },

    async setRole(tx: Tx, workspaceId: string, userId: string, role: UserRole): Promise<boolean> {
      return (
        (await tx.workspaceMember.updateMany({ where: { workspaceId, userId }, data: { role } })).count > 0
      );
    },

    async putMember(tx: Tx, workspaceId: string, userId: string, role: UserRole): Promise<void> {
      const key = { workspaceId, userId };
      await tx.workspaceMember.upsert({
        where: { workspaceId_userId: key },
        create: { ...key, role },
        update: { role },
      });
    },

    async removeMember(tx: Tx, workspaceId: string, userId: string): Promise<boolean> {
      return (await tx.workspaceMember.deleteMany({ where: { workspaceId, userId } })).count > 0;
    },
  };
}
export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>;
