import { z } from "zod";
import { done, doneSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { deviceInputSchema, deviceSchema, writtenDeviceSchema } from "./schema.ts";

const byId = z.object({ id: z.string().min(1).max(120) });

export const devicesRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /devices", summary: "Device profiles of the library and own ones" })
    .output(z.array(deviceSchema))
    .query(({ ctx }) => ctx.services.devices.list()),

  get: viewerProcedure
    .meta({ rest: "GET /devices/{id}", summary: "One device profile" })
    .input(byId)
    .output(deviceSchema)
    .query(({ ctx, input }) => ctx.services.devices.get(input.id)),

  create: operatorProcedure
    .meta({ rest: "POST /devices", summary: "Store a device profile, or a new version of an own one" })
    .input(deviceInputSchema)
    .output(writtenDeviceSchema)
    .mutation(({ ctx, input }) => ctx.services.devices.create({ ...input, by: ctx.actor.id })),

  remove: operatorProcedure
    .meta({ rest: "DELETE /devices/{id}", summary: "Remove an own device profile" })
    .input(byId)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.devices.remove(input.id);
      return done;
    }),

  restore: operatorProcedure
    .meta({ rest: "POST /devices/{id}/restore", summary: "Undo the removal of an own device profile" })
    .input(byId)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.devices.restore(input.id);
      return done;
    }),
});
