import { z } from "zod";
import { done, doneSchema, idSchema } from "../shared/schemas.ts";
import { operatorProcedure, ownerProcedure, router, workspaceOwnerProcedure } from "../trpc/trpc.ts";
import {
  channelInputSchema,
  channelSchema,
  deliveryFilterSchema,
  deliverySchema,
  madeChannelSchema,
  mailServerInputSchema,
  mailServerSchema,
  testResultSchema,
} from "./schema.ts";

const byId = z.object({ id: idSchema });
const { name, target, filter, enabled } = channelInputSchema.shape;

// addresses of webhooks often carry a token: those who only look do not see them
const channelsRouter = router({
  list: operatorProcedure
    .meta({ rest: "GET /notifications/channels", summary: "Webhooks and e-mail that receive events" })
    .output(z.array(channelSchema))
    .query(({ ctx }) => ctx.services.notifications.list()),

  create: workspaceOwnerProcedure
    .meta({
      rest: "POST /notifications/channels",
      summary: "Add a webhook or e-mail; the secret of a webhook is shown once",
    })
    .input(channelInputSchema)
    .output(madeChannelSchema)
    .mutation(({ ctx, input }) => ctx.services.notifications.create(input, ctx.actor.id)),

  update: workspaceOwnerProcedure
    .meta({ rest: "PATCH /notifications/channels/{id}", summary: "Change a channel, or switch it off" })
    .input(
      z.object({
        id: idSchema,
        name: name.optional(),
        target: target.optional(),
        filter: filter.unwrap().optional(),
        enabled: enabled.unwrap().optional(),
      }),
    )
    .output(channelSchema)
    .mutation(({ ctx, input: { id, ...change } }) => ctx.services.notifications.update(id, change)),

  newSecret: workspaceOwnerProcedure
    .meta({
      rest: "POST /notifications/channels/{id}/secret",
      summary: "Create a new secret for a webhook; the old one is invalid at once",
    })
    .input(byId)
    .output(madeChannelSchema)
    .mutation(({ ctx, input }) => ctx.services.notifications.newSecret(input.id)),

  test: workspaceOwnerProcedure
    .meta({
      rest: "POST /notifications/channels/{id}/test",
      summary: "Send a test message now; returns the peer's answer",
    })
    .input(byId)
    .output(testResultSchema)
    .mutation(({ ctx, input }) => ctx.services.notifications.test(input.id)),

  remove: workspaceOwnerProcedure
    .meta({ rest: "DELETE /notifications/channels/{id}", summary: "Remove a channel" })
    .input(byId)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.notifications.remove(input.id);
      return done;
    }),

  restore: workspaceOwnerProcedure
    .meta({
      rest: "POST /notifications/channels/{id}/restore",
      summary: "Undo the removal of a channel; deliveries that waited for it are not sent",
    })
    .input(byId)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.notifications.restore(input.id);
      return done;
    }),
});

const deliveriesRouter = router({
  list: operatorProcedure
    .meta({ rest: "GET /notifications/deliveries", summary: "Deliveries, sent and waiting, newest first" })
    .input(deliveryFilterSchema)
    .output(z.array(deliverySchema))
    .query(({ ctx, input }) => ctx.services.notifications.deliveries(input)),

  sendAgain: operatorProcedure
    .meta({
      rest: "POST /notifications/deliveries/{id}/send-again",
      summary: "Send an ended delivery again, under its old id",
    })
    .input(byId)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.notifications.sendAgain(input.id);
      return done;
    }),
});

export const notificationsRouter = router({
  channels: channelsRouter,
  deliveries: deliveriesRouter,

  mailServer: ownerProcedure
    .meta({ rest: "GET /notifications/mail-server", summary: "The mail server; never its password" })
    .output(mailServerSchema.nullable())
    .query(({ ctx }) => ctx.services.notifications.mailServer()),

  setMailServer: ownerProcedure
    .meta({ rest: "PUT /notifications/mail-server", summary: "Set the mail server" })
    .input(mailServerInputSchema)
    .output(mailServerSchema)
    .mutation(({ ctx, input }) => ctx.services.notifications.setMailServer(input)),
});
