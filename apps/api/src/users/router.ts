import { z } from "zod";
import { userRoleSchema } from "../auth/roles.ts";
import { done, doneSchema } from "../shared/schemas.ts";
import { tokensRouter } from "../tokens/router.ts";
import { ownerProcedure, publicProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { actorSchema, inviteSchema, linkSchema, userSchema } from "./schema.ts";

const byId = z.object({ id: z.string().min(1) });

export const usersRouter = router({
  me: publicProcedure
    .meta({ rest: "GET /me", summary: "Who you are; null when nobody is signed in" })
    .output(actorSchema.nullable())
    .query(({ ctx }) => ctx.actor),

  setPassword: viewerProcedure
    .meta({ summary: "Set your own password" })
    .input(z.object({ password: z.string().min(10, "Use at least 10 characters.").max(128) }))
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.users.setPassword(ctx.actor.id, input.password);
      return done;
    }),

  list: ownerProcedure
    .meta({ rest: "GET /users", summary: "Accounts" })
    .output(z.array(userSchema))
    .query(({ ctx }) => ctx.services.users.list()),

  invite: ownerProcedure
    .meta({
      rest: "POST /users",
      summary: "Invite somebody: makes the account and its one-time sign-in link",
    })
    .input(inviteSchema)
    .output(z.object({ user: userSchema, link: linkSchema }))
    .mutation(({ ctx, input }) => ctx.services.users.invite(input)),

  setRole: ownerProcedure
    .meta({ rest: "PUT /users/{id}/role", summary: "Change what somebody may do" })
    .input(z.object({ id: z.string().min(1), role: userRoleSchema }))
    .output(userSchema)
    .mutation(({ ctx, input }) => ctx.services.users.setRole(input.id, input.role)),

  remove: ownerProcedure
    .meta({ rest: "DELETE /users/{id}", summary: "Remove an account with its sessions and tokens" })
    .input(byId)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.users.remove(input.id);
      return done;
    }),

  tokens: tokensRouter,
});
