import { z } from "zod";
import { hashSchema, idSchema, instantSchema, jsonObjectSchema, nameSchema } from "../shared/schemas.ts";

/** What a report is frozen from. A twin report covers `from`..`to`. */
export const reportRefsSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("placement"), placementId: idSchema }),
  z.object({ kind: z.literal("twin"), deploymentId: idSchema, from: instantSchema, to: instantSchema }),
]);
export type ReportRefs = z.infer<typeof reportRefsSchema>;

const commentSchema = z.string().trim().max(2000).nullable().default(null);

export const freezeInputSchema = z.object({
  title: nameSchema,
  comment: commentSchema.describe("what a reader should know, at the head of the report"),
  refs: reportRefsSchema,
});

const shareLinkSchema = z.object({
  id: idSchema,
  state: z.enum(["valid", "expired", "revoked"]),
  expiresAt: instantSchema,
  revokedAt: instantSchema.nullable(),
  lastUsedAt: instantSchema.nullable(),
  createdAt: instantSchema,
});

export const reportEntrySchema = z.object({
  id: idSchema,
  kind: z.enum(["twin", "placement"]),
  title: z.string(),
  hash: hashSchema,
  createdAt: instantSchema,
  createdBy: z.string().nullable().describe("name of the user"),
  links: z.array(shareLinkSchema),
});
export type ReportEntry = z.infer<typeof reportEntrySchema>;

/** The frozen data: everything that the page, the CSV and the PDF show. Documents and numbers, no markup. */
export const snapshotSchema = z.object({
  version: z.literal(1),
  frozenAt: instantSchema,
  product: z.string(),
  comment: commentSchema,
  refs: reportRefsSchema,
  data: jsonObjectSchema,
});
export type Snapshot = z.infer<typeof snapshotSchema>;

export const reportSchema = reportEntrySchema.extend({ snapshot: snapshotSchema });
export type Report = z.infer<typeof reportSchema>;

/** What somebody with a link sees: the report without who else has links. */
export const publicReportSchema = reportSchema.omit({ links: true }).extend({ expiresAt: instantSchema });
export type PublicReport = z.infer<typeof publicReportSchema>;

export const newLinkSchema = z.object({
  link: shareLinkSchema,
  token: z.string().describe("shown once: only its hash is stored"),
  path: z.string().describe("path of the page below the address of P4Twin"),
});
