import { randomUUID } from "node:crypto";
import type { Person } from "../auth/actor.ts";
import { type UserRole, userRoleSchema } from "../auth/roles.ts";
import type { Db, Prisma } from "../database/client.ts";
import type { Token, User } from "./schema.ts";

const withSession = { sessions: { orderBy: { updatedAt: "desc" }, take: 1 } } satisfies Prisma.UserInclude;
type Row = Prisma.UserGetPayload<{ include: typeof withSession }>;

const toUser = (row: Row): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: userRoleSchema.parse(row.role),
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.sessions[0]?.updatedAt.toISOString() ?? null,
});

/** Rows of accounts. Passwords, sessions and keys are written by better-auth. */
export function createUserStore({ db }: { db: Db }) {
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

    /** Whoever stands behind a session or a token; null when the account was removed. */
    async actor(id: string): Promise<Person | null> {
      const row = await db.user.findFirst({
        where: { id, removedAt: null },
        select: { id: true, name: true, email: true, role: true },
      });
      return row && { ...row, role: userRoleSchema.parse(row.role) };
    },

    /** A removed account of the same address comes back with the new name and role. */
    async create(user: { name: string; email: string; role: UserRole }): Promise<string> {
      const row = await db.user.upsert({
        where: { email: user.email },
        create: { id: randomUUID(), ...user, emailVerified: true },
        update: { name: user.name, role: user.role, removedAt: null },
        select: { id: true },
      });
      return row.id;
    },

    countOwners: (): Promise<number> => db.user.count({ where: { role: "owner", removedAt: null } }),

    async setRole(id: string, role: UserRole): Promise<void> {
      await db.user.update({ where: { id }, data: { role, updatedAt: new Date() } });
    },

    /** The account can no longer be used: sessions, tokens and password go with it. */
    async remove(id: string, removedAt: Date): Promise<void> {
      await db.$transaction([
        db.user.update({ where: { id }, data: { removedAt } }),
        db.session.deleteMany({ where: { userId: id } }),
        db.account.deleteMany({ where: { userId: id } }),
        db.apikey.deleteMany({ where: { referenceId: id } }),
      ]);
    },

    /** Earlier one-time links of this address stop working. */
    async dropLinks(email: string): Promise<void> {
      await db.verification.deleteMany({ where: { value: { contains: JSON.stringify(email) } } });
    },

    async tokens(userId: string): Promise<Token[]> {
      const rows = await db.apikey.findMany({
        where: { referenceId: userId },
        orderBy: { createdAt: "desc" },
      });
      return rows.map((row) => ({
        id: row.id,
        name: row.name ?? "",
        start: row.start ?? "",
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt?.toISOString() ?? null,
        lastUsedAt: row.lastRequest?.toISOString() ?? null,
      }));
    },

    async revokeToken(userId: string, id: string): Promise<boolean> {
      return (await db.apikey.deleteMany({ where: { id, referenceId: userId } })).count > 0;
    },
  };
}

export type UserStore = ReturnType<typeof createUserStore>;
