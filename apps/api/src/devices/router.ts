import { z } from "zod";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { removalRoutes } from "../trpc/versionedRoutes.ts";
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

  ...removalRoutes({ path: "/devices", what: "an own device profile" }, (services) => services.devices, byId),
});
