import { randomUUID } from "node:crypto";
import { type UserRole, userRoleSchema } from "../auth/roles.ts";
import type { Db } from "../database/client.ts";
import type { Token } from "./schema.ts";

/** A token as it is checked. */
export type StoredToken = {
  id: string;
  userId: string;
  /** null: made before tokens had roles */
  role: UserRole | null;
  nouns: string[] | null;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
};

const roleOf = (text: string | null): UserRole | null => (text === null ? null : userRoleSchema.parse(text));
// an empty list would be a token for nothing: none is made
const nounsOf = (nouns: string[]): string[] | null => (nouns.length > 0 ? nouns : null);

/** Rows of API tokens, found by the hash of the token: the token itself is nowhere. */
export function createTokenStore({ db }: { db: Db }) {
  return {
    async byHash(hash: string): Promise<StoredToken | null> {
      const row = await db.apikey.findFirst({ where: { key: hash, enabled: true } });
      return (
        row && {
          id: row.id,
          userId: row.referenceId,
          role: roleOf(row.role),
          nouns: nounsOf(row.nouns),
          expiresAt: row.expiresAt,
          lastUsedAt: row.lastRequest,
        }
      );
    },

    async list(userId: string): Promise<Token[]> {
      const rows = await db.apikey.findMany({
        where: { referenceId: userId },
        orderBy: { createdAt: "desc" },
      });
      return rows.map((row) => ({
        id: row.id,
        name: row.name ?? "",
        start: row.start ?? "",
        role: roleOf(row.role),
        nouns: nounsOf(row.nouns),
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt?.toISOString() ?? null,
        lastUsedAt: row.lastRequest?.toISOString() ?? null,
      }));
    },

    count: (userId: string): Promise<number> => db.apikey.count({ where: { referenceId: userId } }),

    async add(token: {
      userId: string;
      hash: string;
      start: string;
      prefix: string;
      name: string;
      role: UserRole;
      nouns: readonly string[] | null;
      createdAt: Date;
      expiresAt: Date;
    }): Promise<string> {
      const { userId, hash, nouns, createdAt, ...given } = token;
      const { id } = await db.apikey.create({
        data: {
          ...given,
          id: randomUUID(),
          key: hash,
          referenceId: userId,
          nouns: [...(nouns ?? [])],
          rateLimitEnabled: false,
          createdAt,
          updatedAt: createdAt,
        },
        select: { id: true },
      });
      return id;
    },

    async used(id: string, at: Date): Promise<void> {
      await db.apikey.updateMany({ where: { id }, data: { lastRequest: at } });
    },

    async revoke(userId: string, id: string): Promise<boolean> {
      return (await db.apikey.deleteMany({ where: { id, referenceId: userId } })).count > 0;
    },
  };
}
export type TokenStore = ReturnType<typeof createTokenStore>;
