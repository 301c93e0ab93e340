import { placementSchema, problemSchema } from "@p4twin/models/placement";
import { z } from "zod";
import { idSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { placementEntrySchema, placementRecordSchema, placementRunSchema } from "./schema.ts";

export const placementsRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /placements", summary: "Placements, newest first" })
    .input(z.object({ limit: z.int().min(1).max(500).default(100) }).prefault({}))
    .output(z.array(placementEntrySchema))
    .query(({ ctx, input }) => ctx.services.placements.list(input.limit)),

  get: viewerProcedure
    .meta({ rest: "GET /placements/{id}", summary: "One placement: its problem, progress and result" })
    .input(z.object({ id: idSchema }))
    .output(placementRecordSchema)
    .query(({ ctx, input }) => ctx.services.placements.get(input.id)),

  problem: viewerProcedure
    .meta({
      rest: "GET /scenario-versions/{versionId}/problem",
      summary: "The placement problem of a scenario version, as `p4twin place` reads it",
    })
    .input(z.object({ versionId: idSchema }))
    .output(problemSchema)
    .query(({ ctx, input }) => ctx.services.placements.problemOf({ scenarioVersionId: input.versionId })),

  run: operatorProcedure
    .meta({
      rest: "POST /placements",
      summary: "Queue a placement of a scenario version or of a problem document",
    })
    .input(placementRunSchema)
    .output(placementRecordSchema)
    .mutation(({ ctx, input }) => ctx.services.placements.run({ ...input, by: ctx.actor.id })),

  keep: operatorProcedure
    .meta({
      rest: "POST /scenario-versions/{versionId}/placements",
      summary: "Store a placement that was found elsewhere; it is checked first",
    })
    .input(z.object({ versionId: idSchema, placement: placementSchema }))
    .output(placementRecordSchema)
    .mutation(({ ctx, input }) => ctx.services.placements.keep({ ...input, by: ctx.actor.id })),

  cancel: operatorProcedure
    .meta({ rest: "POST /placements/{id}/cancel", summary: "Cancel a placement that has not ended" })
    .input(z.object({ id: idSchema }))
    .output(placementRecordSchema)
    .mutation(({ ctx, input }) => ctx.services.placements.cancel(input.id)),
});
