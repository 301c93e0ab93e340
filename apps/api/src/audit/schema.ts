import { z } from "zod";
import { instantSchema } from "../shared/schemas.ts";

/**
 * `done`, or why not: a code of `DomainError`, `refused` (answered with what is wrong), `failed` (a bug),
 * `unknown` (the process ended before it was noted).
 */
export const DONE = "done";

/**
 * What is written of a change or a sign-in, before the database numbers and chains it. Instants in UTC with
 * milliseconds.
 */
export const newAuditEntrySchema = z.object({
  at: instantSchema,
  actorId: z.string().nullable(),
  actorName: z.string().nullable(),
  via: z.string().nullable().describe("the session or the API token that was used"),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  workspaceId: z.string().nullable(),
  action: z.string().describe("the procedure, or `auth/…` for what concerns sign-in"),
  objectKind: z.string().nullable(),
  objectId: z.string().nullable(),
  objectName: z.string().nullable(),
  outcome: z.string(),
  times: z.int().describe("more than 1: a sum of attempts that were not noted one by one"),
  before: z.unknown(),
  after: z.unknown(),
  input: z.unknown().describe("what was asked for, without secrets"),
});
export type NewAuditEntry = z.infer<typeof newAuditEntrySchema>;

export const auditEntrySchema = newAuditEntrySchema.extend({
  seq: z.int(),
  prevHash: z.string(),
  hash: z.string().describe("sha-256 over prevHash and the entry"),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditFilterSchema = z.object({
  actor: z.string().max(200).optional().describe("id of a person, or a part of the name"),
  object: z.string().max(200).optional().describe("id, kind, or a part of the name of what was changed"),
  action: z.string().max(200).optional().describe("beginning of a procedure, e.g. deployments"),
  outcome: z.enum(["done", "refused"]).optional(),
  workspaceId: z.uuid().optional(),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  text: z.string().max(200).optional().describe("anywhere in the entry"),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const auditPageInputSchema = auditFilterSchema.extend({
  before: z.int().positive().optional().describe("entries before this number: `next` of the page before"),
  limit: z.int().min(1).max(500).default(50),
});

export const auditPageSchema = z.object({
  entries: z.array(auditEntrySchema),
  next: z.int().nullable().describe("null: this is the last page"),
});
export type AuditPage = z.infer<typeof auditPageSchema>;

/** A place in the chain that somebody noted elsewhere. */
export const auditHeadSchema = z.object({ seq: z.int(), hash: z.string() });
export type AuditHead = z.infer<typeof auditHeadSchema>;

export const auditProofSchema = z.object({
  ok: z.boolean(),
  entries: z.int(),
  first: z.int().nullable(),
  head: auditHeadSchema
    .nullable()
    .describe("note it elsewhere: with it, entries missing at the end are noticed too"),
  problem: z.object({ seq: z.int(), message: z.string() }).nullable(),
});
export type AuditProof = z.infer<typeof auditProofSchema>;
