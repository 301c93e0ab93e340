import { z } from "zod";
import { done, doneSchema, idSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { eventFilterSchema, eventSchema } from "./schema.ts";

export const eventsRouter = router({
  list: viewerProcedure
    .meta({
      rest: "GET /events",
      summary: "Events, newest first; with from and to those that were open in the range",
    })
    .input(eventFilterSchema)
    .output(z.array(eventSchema))
    .query(({ ctx, input }) => ctx.services.events.list(input)),

  acknowledge: operatorProcedure
    .meta({ rest: "POST /events/{id}/acknowledge", summary: "Say that somebody looks after it" })
    .input(z.object({ id: idSchema }))
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.events.acknowledge(input.id, ctx.actor.id);
      return done;
    }),
});
