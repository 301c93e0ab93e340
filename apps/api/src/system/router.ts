import { z } from "zod";
import { ownerProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { settingsSchema, statusSchema, windowStorageSchema } from "./schema.ts";

export const systemRouter = router({
  status: viewerProcedure
    .meta({ rest: "GET /system/status", summary: "Version, uptime and database" })
    .output(statusSchema)
    .query(({ ctx }) => ctx.services.system.status()),

  windowStorage: viewerProcedure
    .meta({ rest: "GET /system/windows", summary: "Disk and retention of stored windows, by their length" })
    .output(z.array(windowStorageSchema))
    .query(({ ctx }) => ctx.services.system.windowStorage()),

  settings: viewerProcedure
    .meta({ rest: "GET /system/settings", summary: "Settings" })
    .output(settingsSchema)
    .query(({ ctx }) => ctx.services.system.settings()),

  updateSettings: ownerProcedure
    .meta({ rest: "PATCH /system/settings", summary: "Change settings" })
    .input(settingsSchema.partial())
    .output(settingsSchema)
    .mutation(({ ctx, input }) => ctx.services.system.updateSettings(input)),
});
