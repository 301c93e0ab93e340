import { z } from "zod";
import { done, doneSchema, idSchema, nameSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
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

  rename: operatorProcedure
    .meta({ rest: "PATCH /chains/{id}", summary: "Rename a chain" })
    .input(z.object({ id: idSchema, name: nameSchema }))
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.chains.rename(input.id, input.name);
      return done;
    }),

  remove: operatorProcedure
    .meta({ rest: "DELETE /chains/{id}", summary: "Remove a chain" })
    .input(z.object({ id: idSchema }))
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.chains.remove(input.id);
      return done;
    }),

  restore: operatorProcedure
    .meta({ rest: "POST /chains/{id}/restore", summary: "Undo the removal of a chain" })
    .input(z.object({ id: idSchema }))
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.chains.restore(input.id);
      return done;
    }),
});
