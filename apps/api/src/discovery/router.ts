import { z } from "zod";
import { idSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { createdTwinSchema, createTwinInputSchema, pathEntrySchema } from "./schema.ts";

export const discoveryRouter = router({
  paths: viewerProcedure
    .meta({
      rest: "GET /paths",
      summary:
        "Paths that reports show, heard now and in captures: nodes, ports, flows, rates, units with evidence",
    })
    .input(z.object({ captureId: idSchema.optional().describe("paths of this capture only") }))
    .output(z.array(pathEntrySchema))
    .query(({ ctx, input }) => ctx.services.discovery.paths(input)),

  createTwin: operatorProcedure
    .meta({
      rest: "POST /paths/twin",
      summary: "Make the twin of a path: its cloud, chain and deployment, bound to its exporters",
    })
    .input(createTwinInputSchema)
    .output(createdTwinSchema)
    .mutation(({ ctx, input }) => ctx.services.discovery.createTwin({ ...input, by: ctx.actor.id })),
});
