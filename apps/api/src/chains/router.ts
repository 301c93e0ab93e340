import { z } from "zod";
import { idSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { versionedRoutes } from "../trpc/versionedRoutes.ts";
import {
  chainInputSchema,
  chainListEntrySchema,
  chainVersionSchema,
  createdChainsSchema,
  writtenChainSchema,
} from "./schema.ts";

export const chainsRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /chains", summary: "Chains with their newest version" })
    .output(z.array(chainListEntrySchema))
    .query(({ ctx }) => ctx.services.chains.list()),

  get: viewerProcedure
    .meta({ rest: "GET /chain-versions/{versionId}", summary: "One version of a chain" })
    .input(z.object({ versionId: idSchema }))
    .output(chainVersionSchema)
    .query(({ ctx, input }) => ctx.services.chains.get(input.versionId)),

  create: operatorProcedure
    .meta({
      rest: "POST /chains",
      summary: "Store the chains of a file; mistakes in the file come back as diagnostics",
    })
    .input(z.object({ content: chainInputSchema }))
    .output(createdChainsSchema)
    .mutation(({ ctx, input }) => ctx.services.chains.create({ ...input, by: ctx.actor.id })),

  addVersion: operatorProcedure
    .meta({ rest: "POST /chains/{id}/versions", summary: "Store a new version of a chain" })
    .input(z.object({ id: idSchema, content: chainInputSchema }))
    .output(writtenChainSchema)
    .mutation(({ ctx, input }) => ctx.services.chains.addVersion({ ...input, by: ctx.actor.id })),

  ...versionedRoutes({ path: "/chains", what: "a chain" }, (services) => services.chains),
});
