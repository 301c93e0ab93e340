import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { madeRefitSchema, makeRefitInputSchema, refitInputSchema, refitSchema } from "./schema.ts";

export const refitsRouter = router({
  propose: viewerProcedure
    .meta({
      rest: "POST /refits/preview",
      summary: "Refit a device profile to what was observed, without storing anything",
    })
    .input(refitInputSchema)
    .output(refitSchema)
    .query(({ ctx, input }) => ctx.services.refits.propose(input)),

  create: operatorProcedure
    .meta({
      rest: "POST /refits",
      summary: "Store the refitted profile as a new version, and bind deployments to it when asked",
    })
    .input(makeRefitInputSchema)
    .output(madeRefitSchema)
    .mutation(({ ctx, input }) => ctx.services.refits.create({ ...input, by: ctx.actor.id })),
});
