import { z } from "zod";
import { done, doneSchema, idSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { voidFilterSchema, voidInputSchema, windowVoidSchema } from "./schema.ts";

export const voidsRouter = router({
  list: viewerProcedure
    .meta({
      rest: "POST /deployments/{deploymentId}/voids/list",
      summary: "Windows of a deployment that were taken out as wrong, with the notes, newest first",
    })
    .input(voidFilterSchema)
    .output(z.array(windowVoidSchema))
    .query(({ ctx, input }) => ctx.services.voids.list(input)),

  create: operatorProcedure
    .meta({
      rest: "POST /deployments/{deploymentId}/voids",
      summary: "Take wrong windows out of a twin, with a note that it and its reports show",
    })
    .input(voidInputSchema)
    .output(windowVoidSchema)
    .mutation(({ ctx, input }) => ctx.services.voids.create({ ...input, by: ctx.actor.id })),

  undo: operatorProcedure
    .meta({ rest: "DELETE /voids/{id}", summary: "Put voided windows back into the twin" })
    .input(z.object({ id: idSchema }))
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.voids.undo(input.id);
      return done;
    }),
});
