import { z } from "zod";
import { done, doneSchema } from "../shared/schemas.ts";
import { router, viewerProcedure } from "../trpc/trpc.ts";
import { newTokenSchema, tokenSchema } from "./schema.ts";

export const tokensRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /tokens", summary: "Your API tokens" })
    .output(z.array(tokenSchema))
    .query(({ ctx }) => ctx.services.tokens.list(ctx.actor.id)),

  create: viewerProcedure
    .meta({ rest: "POST /tokens", summary: "Make an API token; needs a session, not a token" })
    .input(newTokenSchema)
    .output(z.object({ token: z.string().describe("shown once"), entry: tokenSchema }))
    .mutation(({ ctx, input }) => ctx.services.tokens.create(ctx.actor, input)),

  revoke: viewerProcedure
    .meta({
      rest: "DELETE /tokens/{id}",
      summary: "Revoke one of your API tokens; needs a session, not a token",
    })
    .input(z.object({ id: z.string().min(1) }))
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.tokens.revoke(ctx.actor.id, input.id);
      return done;
    }),
});
