import { z } from "zod";
import type { Context } from "../trpc/context.ts";
import { ownerProcedure, router, workspaceOwnerProcedure } from "../trpc/trpc.ts";
import {
  type AuditFilter,
  auditFilterSchema,
  auditHeadSchema,
  auditPageInputSchema,
  auditPageSchema,
  auditProofSchema,
} from "./schema.ts";
import { toCsvLines, toJsonLines } from "./toText.ts";

const linesSchema = z.object({
  fileName: z.string(),
  mediaType: z.string(),
  text: z.custom<AsyncGenerator<string>>(),
});

/** Owners of a workspace see what was done in it; owners of the installation see everything, sign-ins among it. */
const seen = ({ actor, workspaceId }: Context, filter: AuditFilter): AuditFilter =>
  actor?.installationOwner ? filter : { ...filter, workspaceId };

export const auditRouter = router({
  list: workspaceOwnerProcedure
    .meta({ rest: "GET /audit", summary: "Who changed what and who signed in, newest first" })
    .input(auditPageInputSchema)
    .output(auditPageSchema)
    .query(({ ctx, input: { before, limit, ...filter } }) =>
      ctx.services.audit.page(seen(ctx, filter), before ?? null, limit),
    ),

  export: workspaceOwnerProcedure
    .meta({
      rest: "GET /audit/export",
      summary: "Entries of the audit log as JSON lines or CSV, oldest first; all of them without a filter",
      files: ["text/csv", "application/jsonl"],
    })
    .input(auditFilterSchema.extend({ format: z.enum(["jsonl", "csv"]).default("jsonl") }))
    .output(linesSchema)
    .query(({ ctx, input: { format, ...filter } }) => {
      const entries = ctx.services.audit.all(seen(ctx, filter));
      return format === "csv"
        ? { fileName: "p4twin-audit.csv", mediaType: "text/csv", text: toCsvLines(entries) }
        : { fileName: "p4twin-audit.jsonl", mediaType: "application/jsonl", text: toJsonLines(entries) };
    }),

  verify: ownerProcedure
    .meta({
      rest: "GET /audit/proof",
      summary: "Checks the chain of all entries; give a head that you noted to see whether it is still there",
    })
    .input(auditHeadSchema.partial())
    .output(auditProofSchema)
    .query(({ ctx, input: { seq, hash } }) =>
      ctx.services.audit.verify(seq !== undefined && hash !== undefined ? [{ seq, hash }] : []),
    ),
});
