import { z } from "zod";
import { done, doneSchema, idSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import {
  eventFilterSchema,
  eventSchema,
  muteInputSchema,
  muteSchema,
  recordFilterSchema,
  recordSchema,
} from "./schema.ts";

const byId = z.object({ id: idSchema });

const mutesRouter = router({
  list: viewerProcedure
    .meta({
      rest: "GET /mutes",
      summary: "Mutes that are running and maintenance windows to come, newest first",
    })
    .output(z.array(muteSchema))
    .query(({ ctx }) => ctx.services.events.mutes()),

  create: operatorProcedure
    .meta({
      rest: "POST /mutes",
      summary: "Deliver nothing of a segment or deployment until then; its events are kept and marked",
    })
    .input(muteInputSchema)
    .output(muteSchema)
    .mutation(({ ctx, input }) => ctx.services.events.mute(input, ctx.actor.id)),

  end: operatorProcedure
    .meta({ rest: "DELETE /mutes/{id}", summary: "End a mute; what is still open is delivered" })
    .input(byId)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.events.unmute(input.id, ctx.actor.id);
      return done;
    }),
});

export const eventsRouter = router({
  list: viewerProcedure
    .meta({
      rest: "GET /events",
      summary: "Events, newest first; with from and to those that were open in the range",
    })
    .input(eventFilterSchema)
    .output(z.array(eventSchema))
    .query(({ ctx, input }) => ctx.services.events.list(input)),

  get: viewerProcedure
    .meta({ rest: "GET /events/{id}", summary: "One event with its evidence" })
    .input(byId)
    .output(eventSchema)
    .query(({ ctx, input }) => ctx.services.events.get(input.id)),

  audit: viewerProcedure
    .meta({
      rest: "GET /alerts/audit",
      summary: "Who did what when to events, mutes, thresholds and deliveries, newest first",
    })
    .input(recordFilterSchema)
    .output(z.array(recordSchema))
    .query(({ ctx, input }) => ctx.services.events.records(input)),

  acknowledge: operatorProcedure
    .meta({ rest: "POST /events/{id}/acknowledge", summary: "Say that somebody looks after it" })
    .input(byId)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.events.acknowledge(input.id, ctx.actor.id);
      return done;
    }),

  unacknowledge: operatorProcedure
    .meta({ rest: "DELETE /events/{id}/acknowledge", summary: "Take back that somebody looks after it" })
    .input(byId)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.events.unacknowledge(input.id, ctx.actor.id);
      return done;
    }),

  mutes: mutesRouter,
});
