import { z } from "zod";
import { incidentFilterSchema, incidentListSchema } from "../cluster/incident.ts";
import { operatorProcedure, ownerProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import {
  settingsPatchSchema,
  settingsSchema,
  statusSchema,
  systemProcessSchema,
  systemStateSchema,
  windowStorageSchema,
} from "./schema.ts";

export const systemRouter = router({
  status: viewerProcedure
    .meta({ rest: "GET /system/status", summary: "Version, uptime and database" })
    .output(statusSchema)
    .query(({ ctx }) => ctx.services.system.status()),

  state: viewerProcedure
    .meta({ rest: "GET /system/state", summary: "Database, broker, spool and queues, each with its bound" })
    .output(systemStateSchema)
    .query(({ ctx }) => ctx.services.system.state()),

  processes: operatorProcedure
    .meta({ rest: "GET /system/processes", summary: "Processes: roles, restarts, memory, processor" })
    .output(z.array(systemProcessSchema))
    .query(({ ctx }) => ctx.services.system.processes(ctx.actor.role === "owner")),

  incidents: viewerProcedure
    .meta({ rest: "GET /system/incidents", summary: "Faults of P4Twin itself, newest first" })
    .input(incidentFilterSchema)
    .output(incidentListSchema)
    .query(({ ctx, input }) => ctx.services.incidents.list(input)),

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
    .input(settingsPatchSchema)
    .output(settingsSchema)
    .mutation(({ ctx, input }) => ctx.services.system.updateSettings(input)),
});
