import { z } from "zod";
import { done, doneSchema } from "../shared/schemas.ts";
import { publicProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import {
  accountSchema,
  passwordSchema,
  proofSchema,
  secretSchema,
  sessionSchema,
  signedOutSchema,
  signInWaysSchema,
} from "./schema.ts";

const twoFactorRouter = router({
  begin: viewerProcedure
    .meta({
      rest: "POST /account/two-factor",
      summary: "Begin two-factor sign-in: the secret for the app, and backup codes",
    })
    .input(proofSchema)
    .output(secretSchema)
    .mutation(({ ctx, input }) => ctx.services.account.beginTwoFactor(ctx.actor, input.currentPassword)),

  confirm: viewerProcedure
    .meta({
      rest: "POST /account/two-factor/confirm",
      summary: "Turn two-factor sign-in on with the code that the app shows; ends your other sessions",
    })
    .input(z.object({ code: z.string().trim().min(6).max(8) }))
    .output(signedOutSchema)
    .mutation(async ({ ctx, input }) => ({
      signedOut: await ctx.services.account.confirmTwoFactor(ctx.actor, input.code),
    })),

  turnOff: viewerProcedure
    .meta({ rest: "POST /account/two-factor/off", summary: "Turn two-factor sign-in off" })
    .input(proofSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.account.turnOffTwoFactor(ctx.actor, input.currentPassword);
      return done;
    }),
});

const sessionsRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /account/sessions", summary: "Where you are signed in" })
    .output(z.array(sessionSchema))
    .query(({ ctx }) => ctx.services.account.listSessions(ctx.actor)),

  end: viewerProcedure
    .meta({ rest: "DELETE /account/sessions/{id}", summary: "End one of your sessions" })
    .input(z.object({ id: z.string().min(1) }))
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.account.endSession(ctx.actor, input.id);
      return done;
    }),

  endOthers: viewerProcedure
    .meta({ rest: "POST /account/sessions/end-others", summary: "End all of your sessions but this one" })
    .output(signedOutSchema)
    .mutation(async ({ ctx }) => ({ signedOut: await ctx.services.account.endOtherSessions(ctx.actor) })),
});

export const accountRouter = router({
  ways: publicProcedure
    .meta({ rest: "GET /account/sign-in-ways", summary: "How people can sign in here" })
    .output(signInWaysSchema)
    .query(({ ctx }) => ctx.services.account.ways()),

  get: viewerProcedure
    .meta({ rest: "GET /account", summary: "How your account signs in" })
    .output(accountSchema)
    .query(({ ctx }) => ctx.services.account.get(ctx.actor)),

  setPassword: viewerProcedure
    .meta({ rest: "PUT /account/password", summary: "Set your password; ends your other sessions" })
    .input(proofSchema.extend({ password: passwordSchema }))
    .output(signedOutSchema)
    .mutation(async ({ ctx, input }) => ({
      signedOut: await ctx.services.account.setPassword(ctx.actor, input),
    })),

  twoFactor: twoFactorRouter,
  sessions: sessionsRouter,
});
