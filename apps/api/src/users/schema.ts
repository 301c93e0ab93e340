import { z } from "zod";
import { userRoleSchema } from "../auth/roles.ts";
import { instantSchema } from "../shared/schemas.ts";

export const userSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: userRoleSchema,
  createdAt: instantSchema,
  /** null: never signed in */
  lastSeenAt: instantSchema.nullable(),
  disabledAt: instantSchema.nullable().describe("null: it can be used"),
  twoFactor: z.boolean().describe("whether a password sign-in asks for a code"),
  roleFrom: z
    .string()
    .nullable()
    .describe("what of the identity provider gave the role; null: set by an owner"),
});
export type User = z.infer<typeof userSchema>;

export const actorSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: userRoleSchema.describe("in the workspace that the request is about"),
  installationOwner: z.boolean().describe("administers accounts, workspaces and the system"),
  mustSetUpTwoFactor: z
    .boolean()
    .default(false)
    .describe("may only set up two-factor sign-in, which the role needs"),
});

export const linkSchema = z.object({
  url: z.url().describe("one-time sign-in link"),
  expiresAt: instantSchema,
});

export const inviteSchema = z.object({
  email: z.email(),
  name: z.string().trim().min(1).max(120),
  role: userRoleSchema.default("viewer"),
});
