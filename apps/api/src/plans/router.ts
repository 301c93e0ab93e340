import { z } from "zod";
import { idSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { planEntrySchema, planRecordSchema, planRunSchema } from "./schema.ts";

export const plansRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /plans", summary: "Plans of devices to buy, newest first" })
    .input(z.object({ limit: z.int().min(1).max(500).default(100) }).prefault({}))
    .output(z.array(planEntrySchema))
    .query(({ ctx, input }) => ctx.services.plans.list(input.limit)),

  get: viewerProcedure
    .meta({ rest: "GET /plans/{id}", summary: "One plan: its problem and result" })
    .input(z.object({ id: idSchema }))
    .output(planRecordSchema)
    .query(({ ctx, input }) => ctx.services.plans.get(input.id)),

  run: operatorProcedure
    .meta({ rest: "POST /plans", summary: "Queue a plan of devices to buy for a workload" })
    .input(planRunSchema)
    .output(planRecordSchema)
    .mutation(({ ctx, input }) => ctx.services.plans.run({ ...input, by: ctx.actor.id })),

  cancel: operatorProcedure
    .meta({ rest: "POST /plans/{id}/cancel", summary: "Cancel a plan that has not ended" })
    .input(z.object({ id: idSchema }))
    .output(planRecordSchema)
    .mutation(({ ctx, input }) => ctx.services.plans.cancel(input.id)),
});
