import { z } from "zod";
import type { Db } from "./database/client.ts";
import type { UserService } from "./users/service.ts";

const KEY = "ownerSignedInAt";

/** Notes that the owner has signed in: from then on no link is printed unasked. */
export async function noteOwnerSignIn(db: Db, userId: string, at: Date): Promise<void> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { role: true } });
  if (user?.role !== "owner") return;
  const value = at.toISOString();
  await db.setting.upsert({ where: { key: KEY }, create: { key: KEY, value }, update: {} });
}

/**
 * The owner's one-time sign-in link: on the first start (which makes the account), on later ones as long as
 * the owner never signed in, and whenever it is asked for. Null otherwise. Each link replaces the one before.
 */
export async function ownerLink(db: Db, users: UserService, asked: boolean): Promise<string | null> {
  const owner = await users.ensureOwner();
  const row = await db.setting.findUnique({ where: { key: KEY } });
  if (!asked && z.string().safeParse(row?.value).success) return null;
  return (await users.linkFor(owner, { terminal: true })).url;
}
