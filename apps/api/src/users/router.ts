import { z } from "zod";
import { signedOutSchema } from "../account/schema.ts";
import { userRoleSchema } from "../auth/roles.ts";
import { done, doneSchema } from "../shared/schemas.ts";
import { tokensRouter } from "../tokens/router.ts";
import { ownerProcedure, publicProcedure, router } from "../trpc/trpc.ts";
import { actorSchema, inviteSchema, linkSchema, userSchema } from "./schema.ts";

const byId = z.object({ id: z.string().min(1) });

export const usersRouter = router({
  me: publicProcedure
    .meta({ rest: "GET /me", summary: "Who you are; null when nobody is signed in" })
    .output(actorSchema.nullable())
    .query(({ ctx }) => ctx.actor),

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

  disable: ownerProcedure
    .meta({
      rest: "POST /users/{id}/disable",
      summary: "Keep somebody out until the account is enabled again; ends its sessions, refuses its tokens",
    })
    .input(byId)
    .output(userSchema)
    .mutation(({ ctx, input }) => ctx.services.users.disable(input.id, ctx.actor.id)),

  enable: ownerProcedure
    .meta({ rest: "POST /users/{id}/enable", summary: "Let a disabled account in again" })
    .input(byId)
    .output(userSchema)
    .mutation(({ ctx, input }) => ctx.services.users.enable(input.id)),

  signOut: ownerProcedure
    .meta({ rest: "POST /users/{id}/sign-out", summary: "End all sessions of somebody" })
    .input(byId)
    .output(signedOutSchema)
    .mutation(async ({ ctx, input }) => ({ signedOut: await ctx.services.users.signOut(input.id) })),

  turnOffTwoFactor: ownerProcedure
    .meta({
      rest: "POST /users/{id}/two-factor/off",
      summary: "Turn somebody's two-factor sign-in off: the phone and the backup codes are lost",
    })
    .input(byId)
    .output(userSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.users.get(input.id);
      await ctx.services.twoFactor.turnOff(input.id);
      return ctx.services.users.get(input.id);
    }),

  tokens: tokensRouter,
});
