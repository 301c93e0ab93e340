import { z } from "zod";
import { idSchema, nameSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { versionedRoutes } from "../trpc/versionedRoutes.ts";
import {
  fatTreeInputSchema,
  topologyInputSchema,
  topologySummarySchema,
  topologyVersionSchema,
  writtenTopologySchema,
} from "./schema.ts";

export const topologiesRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /topologies", summary: "Topologies with their newest version" })
    .output(z.array(topologySummarySchema))
    .query(({ ctx }) => ctx.services.topologies.list()),

  get: viewerProcedure
    .meta({ rest: "GET /topology-versions/{versionId}", summary: "One version of a topology" })
    .input(z.object({ versionId: idSchema }))
    .output(topologyVersionSchema)
    .query(({ ctx, input }) => ctx.services.topologies.get(input.versionId)),

  create: operatorProcedure
    .meta({
      rest: "POST /topologies",
      summary: "Store a new topology; mistakes in the file come back as diagnostics",
    })
    .input(z.object({ name: nameSchema.optional(), content: topologyInputSchema }))
    .output(writtenTopologySchema)
    .mutation(({ ctx, input }) => ctx.services.topologies.create({ ...input, by: ctx.actor.id })),

  addVersion: operatorProcedure
    .meta({ rest: "POST /topologies/{id}/versions", summary: "Store a new version of a topology" })
    .input(z.object({ id: idSchema, content: topologyInputSchema }))
    .output(writtenTopologySchema)
    .mutation(({ ctx, input }) => ctx.services.topologies.addVersion({ ...input, by: ctx.actor.id })),

  generateFatTree: operatorProcedure
    .meta({ rest: "POST /topologies/fat-tree", summary: "Generate a fat tree and store it" })
    .input(fatTreeInputSchema)
    .output(topologyVersionSchema)
    .mutation(({ ctx, input }) => ctx.services.topologies.generateFatTree({ ...input, by: ctx.actor.id })),

  ...versionedRoutes({ path: "/topologies", what: "a topology" }, (services) => services.topologies),
});
