import { z } from "zod";
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from "../auth/auth.ts";
import { signInMethodSchema } from "../auth/signInMethod.ts";
import { instantSchema } from "../shared/schemas.ts";

export const passwordSchema = z
  .string()
  .min(MIN_PASSWORD_CHARS, `Use at least ${MIN_PASSWORD_CHARS} characters.`)
  .max(MAX_PASSWORD_CHARS, `Use at most ${MAX_PASSWORD_CHARS} characters.`);

/** The present password, as a proof; not needed right after a sign-in by one-time link when none is set. */
export const proofSchema = z.object({
  currentPassword: z.string().max(MAX_PASSWORD_CHARS).optional().describe("the present one, if one is set"),
});

export const signInWaysSchema = z.object({
  provider: z.string().nullable().describe("name of the OpenID Connect provider; null: none is set up"),
  resetByMail: z.boolean().describe("whether a forgotten password can be reset by e-mail"),
});
export type SignInWays = z.infer<typeof signInWaysSchema>;

export const accountSchema = z.object({
  hasPassword: z.boolean(),
  twoFactor: z.boolean(),
  backupCodesLeft: z.int().nullable().describe("null: two-factor sign-in is off"),
  roleFrom: z
    .string()
    .nullable()
    .describe("what of the identity provider gave the role; null: set by an owner"),
  needsFreshLink: z
    .boolean()
    .describe("no password is set, and the session is too old to set one: sign in by a fresh link first"),
});
export type Account = z.infer<typeof accountSchema>;

export const sessionSchema = z.object({
  id: z.string(),
  current: z.boolean(),
  device: z.string().describe("browser and system, as the browser names them"),
  address: z.string().nullable().describe("from which it was opened"),
  method: signInMethodSchema.nullable().describe("how it was opened; null: unknown"),
  createdAt: instantSchema,
  lastSeenAt: instantSchema.describe("at most five minutes old while it is used"),
  expiresAt: instantSchema,
});
export type Session = z.infer<typeof sessionSchema>;

export const signedOutSchema = z.object({ signedOut: z.int().describe("sessions that ended by this") });

export const secretSchema = z.object({
  uri: z.string().describe("otpauth:// address, shown as a QR code"),
  secret: z.string().describe("the same secret in base32, to type in"),
  backupCodes: z.array(z.string()).describe("each signs in once; shown now and never again"),
});
