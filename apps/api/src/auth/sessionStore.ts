import type { Db } from "../database/client.ts";
import { type SignInMethod, signInMethodSchema } from "./signInMethod.ts";

/** A use is noted this often: a row written with every request would cost more than the request (our choice). */
const NOTED_EVERY_MS = 5 * 60_000;

export type SessionRow = {
  id: string;
  userAgent: string | null;
  ipAddress: string | null;
  method: SignInMethod | null;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
};

/** Rows of sessions; they are made by better-auth. */
export function createSessionStore({ db }: { db: Db }) {
  return {
    async list(userId: string, at: Date): Promise<SessionRow[]> {
      const rows = await db.session.findMany({
        where: { userId, expiresAt: { gt: at } },
        orderBy: { updatedAt: "desc" },
      });
      return rows.map((row) => ({
        ...row,
        method: signInMethodSchema.nullable().catch(null).parse(row.method),
      }));
    },

    /** Ends one session of this person; false: there is none. */
    async end(userId: string, id: string): Promise<boolean> {
      return (await db.session.deleteMany({ where: { id, userId } })).count > 0;
    },

    /** Ends all sessions of this person but one (null: all); returns how many. */
    async endOthers(userId: string, keptId: string | null): Promise<number> {
      const where = { userId, ...(keptId !== null && { id: { not: keptId } }) };
      return (await db.session.deleteMany({ where })).count;
    },

    async noteUse({ id, updatedAt }: { id: string; updatedAt: Date }, at: Date): Promise<void> {
      if (at.getTime() - updatedAt.getTime() < NOTED_EVERY_MS) return;
      await db.session.updateMany({ where: { id }, data: { updatedAt: at } });
    },
  };
}
export type SessionStore = ReturnType<typeof createSessionStore>;
