import { randomUUID } from "node:crypto";
import type { Holder } from "../auth/actor.ts";
import { type UserRole, userRoleSchema } from "../auth/roles.ts";
import type { Db, Prisma } from "../database/client.ts";
import { membershipsOf } from "../workspaces/membershipsOf.ts";
import type { User } from "./schema.ts";

/** Accounts that can be used. */
const usable = { removedAt: null, disabledAt: null } as const;
const holder = { id: true, name: true, email: true, role: true } satisfies Prisma.UserSelect;
type HolderRow = Prisma.UserGetPayload<{ select: typeof holder }>;

const withSession = { sessions: { orderBy: { updatedAt: "desc" }, take: 1 } } satisfies Prisma.UserInclude;
type Row = Prisma.UserGetPayload<{ include: typeof withSession }>;

const toUser = (row: Row): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: userRoleSchema.parse(row.role),
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.sessions[0]?.updatedAt.toISOString() ?? null,
  disabledAt: row.disabledAt?.toISOString() ?? null,
  twoFactor: row.twoFactorEnabled,
  roleFrom: row.roleFrom,
});

/** Rows of accounts. Passwords, sessions and keys are written by better-auth. */
export function createUserStore({ db }: { db: Db }) {
  const toHolder = async (row: HolderRow): Promise<Holder> => {
    const role = userRoleSchema.parse(row.role);
    return { ...row, role, memberships: await membershipsOf(db, row.id, role) };
  };

  return {
    async list(): Promise<User[]> {
      const where = { removedAt: null };
      const rows = await db.user.findMany({ where, include: withSession, orderBy: { createdAt: "asc" } });
      return rows.map(toUser);
    },

    async get(id: string): Promise<User | null> {
      const row = await db.user.findFirst({ where: { id, removedAt: null }, include: withSession });
      return row && toUser(row);
    },

    async byEmail(email: string): Promise<User | null> {
      const row = await db.user.findFirst({ where: { email, removedAt: null }, include: withSession });
      return row && toUser(row);
    },

    async owner(): Promise<User | null> {
      const where = { role: "owner", removedAt: null };
      const row = await db.user.findFirst({ where, include: withSession, orderBy: { createdAt: "asc" } });
      return row && toUser(row);
    },

    /** Whoever stands behind a session or a token; null when the account was removed or is disabled. */
    async actor(id: string): Promise<Holder | null> {
      const row = await db.user.findFirst({ where: { id, ...usable }, select: holder });
      return row && toHolder(row);
    },

    /**
     * Of these sessions and tokens those that still hold, with whom they stand for: what `actor` says, for
     * many at once.
     */
    async holders(credentialIds: readonly string[], at: Date): Promise<Map<string, Holder>> {
      const ids = [...credentialIds];
      const [sessions, tokens] = await Promise.all([
        db.session.findMany({
          where: { id: { in: ids }, expiresAt: { gt: at } },
          select: { id: true, userId: true },
        }),
        db.apikey.findMany({
          where: {
            id: { in: ids },
            enabled: { not: false },
            OR: [{ expiresAt: null }, { expiresAt: { gt: at } }],
          },
          select: { id: true, referenceId: true },
        }),
      ]);
      const userOf = new Map([
        ...sessions.map(({ id, userId }) => [id, userId] as const),
        ...tokens.map(({ id, referenceId }) => [id, referenceId] as const),
      ]);
      const rows = await db.user.findMany({
        where: { id: { in: [...new Set(userOf.values())] }, ...usable },
        select: holder,
      });
      const people = new Map<string, Holder>();
      for (const row of rows) people.set(row.id, await toHolder(row));
      return new Map(
        [...userOf].flatMap(([credentialId, userId]) => {
          const of = people.get(userId);
          return of ? [[credentialId, of] as const] : [];
        }),
      );
    },

    /** A removed account of the same address comes back with the new name and role. */
    async create(user: { name: string; email: string; role: UserRole }): Promise<string> {
      const row = await db.user.upsert({
        where: { email: user.email },
        create: { id: randomUUID(), ...user, emailVerified: true },
        update: { name: user.name, role: user.role, roleFrom: null, removedAt: null, disabledAt: null },
        select: { id: true },
      });
      return row.id;
    },

    countOwners: (): Promise<number> => db.user.count({ where: { role: "owner", ...usable } }),

    /** `roleFrom`: what of a provider gave the role; null: an owner here. */
    async setRole(id: string, role: UserRole, roleFrom: string | null): Promise<void> {
      await db.user.update({ where: { id }, data: { role, roleFrom, updatedAt: new Date() } });
    },

    /** The account can no longer be used: sessions, tokens, password and second factor go with it. */
    async remove(id: string, removedAt: Date): Promise<void> {
      await db.$transaction([
        db.user.update({ where: { id }, data: { removedAt, twoFactorEnabled: false } }),
        db.session.deleteMany({ where: { userId: id } }),
        db.account.deleteMany({ where: { userId: id } }),
        db.apikey.deleteMany({ where: { referenceId: id } }),
        db.twoFactor.deleteMany({ where: { userId: id } }),
        db.verification.deleteMany({ where: { value: { contains: id } } }),
      ]);
    },

    /** null: enabled again. */
    async setDisabled(id: string, disabledAt: Date | null): Promise<void> {
      await db.user.update({ where: { id }, data: { disabledAt } });
    },

    /** One-time links and password resets that are under way stop working. */
    async dropLinks(userId: string): Promise<void> {
      await db.verification.deleteMany({ where: { value: { contains: userId } } });
    },
  };
}

export type UserStore = ReturnType<typeof createUserStore>;
