import { z } from "zod";
import { idSchema } from "../shared/schemas.ts";
import { operatorProcedure, ownerProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { versionedRoutes } from "../trpc/versionedRoutes.ts";
import {
  engineContentSchema,
  engineHostsSchema,
  engineSchema,
  engineTrialAnswerSchema,
  engineTrialSchema,
  engineVersionSchema,
  newEngineSchema,
  writtenEngineSchema,
} from "./schema.ts";

export const enginesRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /engines", summary: "Estimators and placement solvers, built in and own" })
    .output(z.array(engineSchema))
    .query(({ ctx }) => ctx.services.engines.list()),

  get: viewerProcedure
    .meta({ rest: "GET /engine-versions/{versionId}", summary: "One version of an own engine" })
    .input(z.object({ versionId: idSchema }))
    .output(engineVersionSchema)
    .query(({ ctx, input }) => ctx.services.engines.get(input.versionId)),

  create: operatorProcedure
    .meta({
      rest: "POST /engines",
      summary: "Store an own engine; one that does not run comes back with its traceback",
    })
    .input(newEngineSchema)
    .output(writtenEngineSchema)
    .mutation(({ ctx, input }) => ctx.services.engines.create({ ...input, by: ctx.actor.id })),

  addVersion: operatorProcedure
    .meta({ rest: "POST /engines/{id}/versions", summary: "Store a new version of an own engine" })
    .input(z.object({ id: idSchema, content: engineContentSchema }))
    .output(writtenEngineSchema)
    .mutation(({ ctx, input }) => ctx.services.engines.addVersion({ ...input, by: ctx.actor.id })),

  try: operatorProcedure
    .meta({ rest: "POST /engines/try", summary: "Ask an engine on this server without storing it" })
    .input(engineTrialSchema)
    .output(engineTrialAnswerSchema)
    .mutation(({ ctx, input }) => ctx.services.engines.try(input)),

  ...versionedRoutes({ path: "/engines", what: "an own engine" }, (services) => services.engines),

  hosts: viewerProcedure
    .meta({ rest: "GET /engines/hosts", summary: "Hosts at which engines may be asked" })
    .output(engineHostsSchema)
    .query(async ({ ctx }) => ({ hosts: await ctx.services.engines.hosts() })),

  setHosts: ownerProcedure
    .meta({ rest: "PUT /engines/hosts", summary: "Set the hosts at which engines may be asked" })
    .input(engineHostsSchema)
    .output(engineHostsSchema)
    .mutation(async ({ ctx, input }) => ({ hosts: await ctx.services.engines.setHosts(input.hosts) })),
});
