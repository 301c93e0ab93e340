import { randomUUID } from "node:crypto";
import { createOTP } from "@better-auth/utils/otp";
import { generateRandomString, symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { z } from "zod";
import type { Auth } from "../auth/auth.ts";
import type { Db } from "../database/client.ts";

/** What authenticator apps assume (RFC 6238 with SHA-1), and what better-auth's sign-in checks. */
const TOTP = { digits: 6, period: 30 } as const;
/** As better-auth's sign-in reads them: a JSON list, encrypted. */
const BACKUP_CODES = 10;
const backupCodesSchema = z.array(z.string());
const newBackupCode = (): string => {
  const part = () => generateRandomString(5, "a-z", "0-9", "A-Z");
  return `${part()}-${part()}`;
};
const ISSUER = "P4Twin";

export type Enrolment = { uri: string; secret: string; backupCodes: string[] };

/**
 * The second factor of accounts, in the form that better-auth's sign-in reads: its endpoints for it would
 * bypass roles and records.
 */
export function createTwoFactor({ db, auth }: { db: Db; auth: Auth }) {
  const key = async () => (await auth.context()).secretConfig;

  return {
    /** A new secret and backup codes; nothing is asked for at sign-in until `confirm`. */
    async begin(user: { id: string; email: string }): Promise<Enrolment> {
      const secret = generateRandomString(32);
      const backupCodes = Array.from({ length: BACKUP_CODES }, newBackupCode);
      const row = {
        secret: await symmetricEncrypt({ key: await key(), data: secret }),
        backupCodes: await symmetricEncrypt({ key: await key(), data: JSON.stringify(backupCodes) }),
        verified: false,
      };
      const where = { userId: user.id };
      await db.twoFactor.upsert({ where, create: { id: randomUUID(), ...where, ...row }, update: row });
      const uri = createOTP(secret, TOTP).url(ISSUER, user.email);
      return { uri, secret: new URL(uri).searchParams.get("secret") ?? "", backupCodes };
    },

    /** From now on a code is asked for; false: the code is wrong, or nothing was begun. */
    async confirm(userId: string, code: string): Promise<boolean> {
      const row = await db.twoFactor.findUnique({ where: { userId } });
      if (!row) return false;
      const secret = await symmetricDecrypt({ key: await key(), data: row.secret });
      if (!(await createOTP(secret, TOTP).verify(code))) return false;
      await db.$transaction([
        db.twoFactor.update({ where: { userId }, data: { verified: true } }),
        db.user.update({ where: { id: userId }, data: { twoFactorEnabled: true } }),
      ]);
      return true;
    },

    async turnOff(userId: string): Promise<void> {
      await db.$transaction([
        db.twoFactor.deleteMany({ where: { userId } }),
        db.user.update({ where: { id: userId }, data: { twoFactorEnabled: false } }),
      ]);
    },

    /** Backup codes that were not used yet; null when no second factor is asked for. */
    async backupCodesLeft(userId: string): Promise<number | null> {
      const row = await db.twoFactor.findUnique({ where: { userId } });
      if (!row?.verified) return null;
      const text = await symmetricDecrypt({ key: await key(), data: row.backupCodes });
      return backupCodesSchema.parse(JSON.parse(text)).length;
    },
  };
}
export type TwoFactor = ReturnType<typeof createTwoFactor>;
