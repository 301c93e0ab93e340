import { z } from "zod";
import { userRoleSchema } from "../auth/roles.ts";
import { instantSchema } from "../shared/schemas.ts";

/** What a token can be bounded to: the nouns of the API but those of accounts. */
export const tokenNounSchema = z.enum([
  "audit",
  "captures",
  "chains",
  "demo",
  "deployments",
  "devices",
  "discovery",
  "engines",
  "events",
  "explore",
  "notifications",
  "placements",
  "plans",
  "programs",
  "refits",
  "reports",
  "reviews",
  "scenarios",
  "schemas",
  "servers",
  "switches",
  "system",
  "telemetry",
  "topologies",
  "twin",
  "voids",
]);

export const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  start: z.string().describe("first characters, to recognise a token"),
  role: userRoleSchema
    .nullable()
    .describe("it may do no more than this, and no more than you; null: what you may"),
  nouns: z.array(z.string()).nullable().describe("it is for these only; null: for all"),
  createdAt: instantSchema,
  expiresAt: instantSchema.nullable().describe("null: an old token that never expires"),
  lastUsedAt: instantSchema.nullable().describe("to the minute"),
});
export type Token = z.infer<typeof tokenSchema>;

/** Our choice: a quarter by default, so that a forgotten token ends; never longer than a year. */
const DEFAULT_DAYS = 90;
const MAX_DAYS = 366;

export const newTokenSchema = z.object({
  name: z.string().trim().min(1).max(120),
  role: userRoleSchema.optional().describe("it may do no more than this; left out: your role of today"),
  nouns: z
    .array(tokenNounSchema)
    .min(1, "A token that is for nothing is of no use.")
    .nullable()
    .default(null)
    .describe("it is for these only; null: for all"),
  expiresInDays: z.int().min(1).max(MAX_DAYS).default(DEFAULT_DAYS),
});
export type NewToken = z.infer<typeof newTokenSchema>;
