import { createHash } from "node:crypto";
import type { Db } from "../database/client.ts";

/** Longer than a code of an authenticator app is taken: its half minute and the one before and after. */
const REMEMBERED_MS = 120_000;

/**
 * Takes a code of an authenticator app for one sign-in: false when it has opened a session already. Who
 * looked over a shoulder or listens has the same code for a minute (RFC 6238, section 5.2: accepted once).
 */
export async function takeCode(
  db: Db,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const id = `totp:${createHash("sha256").update(`${userId} ${code}`).digest("hex")}`;
  const expiresAt = new Date(now.getTime() + REMEMBERED_MS);
  // the same six digits come again by chance, months later
  await db.verification.deleteMany({ where: { id: { startsWith: "totp:" }, expiresAt: { lt: now } } });
  const { count } = await db.verification.createMany({
    data: [{ id, identifier: id, value: userId, expiresAt }],
    skipDuplicates: true,
  });
  return count === 1;
}
