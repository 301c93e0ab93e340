import { z } from "zod";
import { done, doneSchema, idSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import {
  beginInputSchema,
  captureListSchema,
  captureSchema,
  captureSettingsSchema,
  runInputSchema,
  runSchema,
} from "./schema.ts";

const byId = z.object({ id: idSchema });

const runsRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /capture-runs", summary: "Replays and analyses, newest first" })
    .input(z.object({ captureId: idSchema.optional(), deploymentId: idSchema.optional() }))
    .output(z.array(runSchema))
    .query(({ ctx, input }) => ctx.services.captures.runs(input)),

  get: viewerProcedure
    .meta({ rest: "GET /capture-runs/{id}", summary: "One replay or analysis with what it found" })
    .input(byId)
    .output(runSchema)
    .query(({ ctx, input }) => ctx.services.captures.run(input.id)),

  start: operatorProcedure
    .meta({
      rest: "POST /capture-runs",
      summary: "Take a capture through the pipeline of a deployment: replay, fill the past, or only analyse",
    })
    .input(runInputSchema)
    .output(runSchema)
    .mutation(({ ctx, input }) => ctx.services.captures.start({ ...input, by: ctx.actor.id })),

  stop: operatorProcedure
    .meta({ rest: "POST /capture-runs/{id}/stop", summary: "End a run; windows that it has stored stay" })
    .input(byId)
    .output(runSchema)
    .mutation(({ ctx, input }) => ctx.services.captures.stopRun(input.id)),

  remove: operatorProcedure
    .meta({
      rest: "DELETE /capture-runs/{id}",
      summary: "Forget a run and take the windows that it stored out of the twin",
    })
    .input(byId)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.captures.removeRun(input.id);
      return done;
    }),
});

export const capturesRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /captures", summary: "Captures that were uploaded, and the disk that they take" })
    .output(captureListSchema)
    .query(({ ctx }) => ctx.services.captures.list()),

  get: viewerProcedure
    .meta({ rest: "GET /captures/{id}", summary: "One capture with what is in it" })
    .input(byId)
    .output(captureSchema)
    .query(({ ctx, input }) => ctx.services.captures.get(input.id)),

  begin: operatorProcedure
    .meta({
      rest: "POST /captures",
      summary:
        "Make room for a capture; then PUT the bytes of the pcap or pcapng file (gzip allowed) to /captures/{id}/content",
    })
    .input(beginInputSchema)
    .output(captureSchema)
    .mutation(({ ctx, input }) => ctx.services.captures.begin({ ...input, by: ctx.actor.id })),

  cancel: operatorProcedure
    .meta({ rest: "POST /captures/{id}/cancel", summary: "Break off an upload or a reading" })
    .input(byId)
    .output(captureSchema)
    .mutation(({ ctx, input }) => ctx.services.captures.cancel(input.id)),

  reread: operatorProcedure
    .meta({ rest: "POST /captures/{id}/reread", summary: "Read a capture again with other ports or dialect" })
    .input(byId.extend({ settings: captureSettingsSchema }))
    .output(captureSchema)
    .mutation(({ ctx, input }) => ctx.services.captures.reread(input.id, input.settings)),

  remove: operatorProcedure
    .meta({
      rest: "DELETE /captures/{id}",
      summary: "Delete a capture and its file, and take what its runs stored out of the twins",
    })
    .input(byId)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.captures.remove(input.id);
      return done;
    }),

  runs: runsRouter,
});
