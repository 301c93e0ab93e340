import { z } from "zod";
import { userRoleSchema } from "../auth/roles.ts";
import { idSchema, instantSchema, nameSchema } from "../shared/schemas.ts";

/** A workspace as those see it who may enter it. */
export const ownWorkspaceSchema = z.object({
  id: idSchema,
  name: z.string(),
  role: userRoleSchema.describe("yours in it"),
  current: z.boolean().describe("the request is about this one"),
});
export type OwnWorkspace = z.infer<typeof ownWorkspaceSchema>;

/** A workspace as owners of the installation administer it. */
export const workspaceSchema = z.object({
  id: idSchema,
  name: z.string(),
  isFirst: z.boolean().describe("accounts join it when they are made; it cannot be archived"),
  members: z.int(),
  deployments: z.int(),
  createdAt: instantSchema,
  archivedAt: instantSchema.nullable(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

export const memberSchema = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role: userRoleSchema,
  installationOwner: z.boolean().describe("owns every workspace, whatever the role here"),
  since: instantSchema,
});
export type Member = z.infer<typeof memberSchema>;

export const workspaceNameSchema = z.object({ name: nameSchema });
export const newMemberSchema = z.object({ email: z.email(), role: userRoleSchema.default("viewer") });
export const memberRoleSchema = z.object({ userId: z.string().min(1).max(100), role: userRoleSchema });
