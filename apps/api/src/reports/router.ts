import { z } from "zod";
import { done, doneSchema, idSchema } from "../shared/schemas.ts";
import { limited, operatorProcedure, publicProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { removalRoutes } from "../trpc/versionedRoutes.ts";
import {
  freezeInputSchema,
  newLinkSchema,
  publicReportSchema,
  reportEntrySchema,
  reportRefsSchema,
  reportSchema,
  snapshotSchema,
} from "./schema.ts";
import { toCsv } from "./toCsv.ts";

const byId = z.object({ id: idSchema });
const textFileSchema = z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() });

export const reportsRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /reports", summary: "Reports with the state of their links" })
    .output(z.array(reportEntrySchema))
    .query(({ ctx }) => ctx.services.reports.list()),

  get: viewerProcedure
    .meta({ rest: "GET /reports/{id}", summary: "One report with its data" })
    .input(byId)
    .output(reportSchema)
    .query(({ ctx, input }) => ctx.services.reports.get(input.id)),

  freeze: operatorProcedure
    .meta({ rest: "POST /reports", summary: "Freeze a twin or a placement as a report" })
    .input(freezeInputSchema)
    .output(reportSchema)
    .mutation(({ ctx, input }) => ctx.services.reports.freeze({ ...input, by: ctx.actor.id })),

  preview: viewerProcedure
    .meta({ summary: "What a report would hold, before it is frozen" })
    .input(z.object({ refs: reportRefsSchema }))
    .output(snapshotSchema)
    .query(({ ctx, input }) => ctx.services.reports.preview(input.refs)),

  share: operatorProcedure
    .meta({
      rest: "POST /reports/{id}/links",
      summary: "Make a link that opens the report without an account",
    })
    .input(
      z.object({
        id: idSchema,
        expiresInHours: z
          .number()
          .positive()
          .max(24 * 366),
      }),
    )
    .output(newLinkSchema)
    .mutation(({ ctx, input }) => ctx.services.reports.share({ ...input, by: ctx.actor.id })),

  revoke: operatorProcedure
    .meta({ rest: "DELETE /report-links/{linkId}", summary: "Revoke a link" })
    .input(z.object({ linkId: idSchema }))
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.reports.revoke(input.linkId);
      return done;
    }),

  publicGet: publicProcedure
    .meta({ rest: "GET /shared-reports/{token}", summary: "The report of a link" })
    .use(limited("shared report"))
    .input(z.object({ token: z.string().min(20).max(100) }))
    .output(publicReportSchema)
    .query(({ ctx, input }) => ctx.services.reports.publicGet(input.token)),

  export: viewerProcedure
    .meta({
      rest: "GET /reports/{id}/export",
      summary: "The data of a report as JSON or CSV",
      files: ["application/json", "text/csv"],
    })
    .input(z.object({ id: idSchema, format: z.enum(["json", "csv"]).default("json") }))
    .output(textFileSchema)
    .query(async ({ ctx, input }) => {
      const { snapshot } = await ctx.services.reports.get(input.id);
      const fileName = `p4twin-report-${input.id}.${input.format}`;
      return input.format === "csv"
        ? { fileName, mediaType: "text/csv", text: toCsv(snapshot) }
        : { fileName, mediaType: "application/json", text: JSON.stringify(snapshot, null, 2) };
    }),

  ...removalRoutes(
    { path: "/reports", what: "a report", removeSummary: "Remove a report; its links stop working" },
    (services) => services.reports,
    byId,
  ),
});
