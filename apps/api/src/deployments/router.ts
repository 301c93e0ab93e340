import { segmentsSchema, thresholdsSchema } from "@p4twin/models/twin";
import { z } from "zod";
import { done, doneSchema, idSchema, nameSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import {
  branchesOfElementSchema,
  deploymentInputSchema,
  deploymentSchema,
  deploymentStatusSchema,
  thresholdChangeSchema,
  thresholdsOfManySchema,
} from "./schema.ts";

const byId = z.object({ id: idSchema });

export const deploymentsRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /deployments", summary: "Deployments with their segments" })
    .output(z.array(deploymentSchema))
    .query(({ ctx }) => ctx.services.deployments.list()),

  get: viewerProcedure
    .meta({ rest: "GET /deployments/{id}", summary: "One deployment" })
    .input(byId)
    .output(deploymentSchema)
    .query(({ ctx, input }) => ctx.services.deployments.get(input.id)),

  create: operatorProcedure
    .meta({ rest: "POST /deployments", summary: "Bind segments to live telemetry" })
    .input(deploymentInputSchema)
    .output(deploymentSchema)
    .mutation(({ ctx, input }) => ctx.services.deployments.create({ ...input, by: ctx.actor.id })),

  update: operatorProcedure
    .meta({ rest: "PATCH /deployments/{id}", summary: "Change name, status or bindings" })
    .input(
      z.object({
        id: idSchema,
        name: nameSchema.optional(),
        status: deploymentStatusSchema.optional(),
        segments: segmentsSchema.optional(),
      }),
    )
    .output(deploymentSchema)
    .mutation(({ ctx, input }) => ctx.services.deployments.update({ ...input, by: ctx.actor.id })),

  setThresholds: operatorProcedure
    .meta({
      rest: "PUT /deployments/{id}/segments/{segmentId}/thresholds",
      summary: "Set PL, DL and the alarm of a segment",
    })
    .input(z.object({ id: idSchema, segmentId: z.string().min(1), thresholds: thresholdsSchema }))
    .output(deploymentSchema)
    .mutation(({ ctx, input }) => ctx.services.deployments.setThresholds({ ...input, by: ctx.actor.id })),

  setBranches: operatorProcedure
    .meta({
      rest: "PUT /deployments/{id}/segments/{segmentId}/branches",
      summary:
        "Predict a switch of a segment by how often counted packets took each way; null: by its slowest path",
    })
    .input(branchesOfElementSchema)
    .output(deploymentSchema)
    .mutation(({ ctx, input }) => ctx.services.deployments.setBranches(input)),

  changeThresholds: operatorProcedure
    .meta({
      rest: "POST /deployments/thresholds",
      summary: "Change PL, DL or the alarm of many segments at once; what is left out stays",
    })
    .input(thresholdsOfManySchema)
    .output(z.array(deploymentSchema))
    .mutation(({ ctx, input }) => ctx.services.deployments.changeThresholds({ ...input, by: ctx.actor.id })),

  thresholdHistory: viewerProcedure
    .meta({
      rest: "GET /deployments/{id}/thresholds",
      summary: "Who changed PL, DL and alarms, newest first",
    })
    .input(z.object({ id: idSchema, segmentId: z.string().min(1).optional() }))
    .output(z.array(thresholdChangeSchema))
    .query(({ ctx, input }) => ctx.services.deployments.thresholdHistory(input.id, input.segmentId)),

  remove: operatorProcedure
    .meta({
      rest: "DELETE /deployments/{id}",
      summary: "Remove a deployment; its stored windows stay until their retention ends",
    })
    .input(byId)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.deployments.remove(input.id);
      return done;
    }),

  restore: operatorProcedure
    .meta({ rest: "POST /deployments/{id}/restore", summary: "Undo the removal of a deployment" })
    .input(byId)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.deployments.restore(input.id);
      return done;
    }),
});
