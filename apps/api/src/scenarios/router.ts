import { z } from "zod";
import { idSchema, nameSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { versionedRoutes } from "../trpc/versionedRoutes.ts";
import { scenarioContentSchema, scenarioSummarySchema, scenarioVersionSchema } from "./schema.ts";

export const scenariosRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /scenarios", summary: "Scenarios with their newest version" })
    .output(z.array(scenarioSummarySchema))
    .query(({ ctx }) => ctx.services.scenarios.list()),

  get: viewerProcedure
    .meta({ rest: "GET /scenario-versions/{versionId}", summary: "One version of a scenario" })
    .input(z.object({ versionId: idSchema }))
    .output(scenarioVersionSchema)
    .query(({ ctx, input }) => ctx.services.scenarios.get(input.versionId)),

  create: operatorProcedure
    .meta({ rest: "POST /scenarios", summary: "Store a new scenario" })
    .input(scenarioContentSchema.extend({ name: nameSchema }))
    .output(scenarioVersionSchema)
    .mutation(({ ctx, input: { name, ...content } }) =>
      ctx.services.scenarios.create({ name, content, by: ctx.actor.id }),
    ),

  update: operatorProcedure
    .meta({ rest: "POST /scenarios/{id}/versions", summary: "Store a new version of a scenario" })
    .input(scenarioContentSchema.extend({ id: idSchema }))
    .output(scenarioVersionSchema)
    .mutation(({ ctx, input: { id, ...content } }) =>
      ctx.services.scenarios.update({ id, content, by: ctx.actor.id }),
    ),

  duplicate: operatorProcedure
    .meta({
      rest: "POST /scenario-versions/{versionId}/duplicate",
      summary: "Copy a scenario version to a new scenario",
    })
    .input(z.object({ versionId: idSchema, name: nameSchema.optional() }))
    .output(scenarioVersionSchema)
    .mutation(({ ctx, input }) => ctx.services.scenarios.duplicate({ ...input, by: ctx.actor.id })),

  ...versionedRoutes({ path: "/scenarios", what: "a scenario" }, (services) => services.scenarios),
});
