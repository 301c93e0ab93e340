import { z } from "zod";
import { done, doneSchema } from "../shared/schemas.ts";
import { ownerProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { exporterDomainInputSchema, nodeEntrySchema, nodeNameInputSchema } from "./inventorySchema.ts";
import {
  acceptanceSchema,
  exporterAddressSchema,
  exporterInputSchema,
  listedExporterSchema,
  processSchema,
  telemetryStateSchema,
} from "./schema.ts";

const exportersRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /telemetry/exporters", summary: "Exporters for which something is set" })
    .output(z.array(listedExporterSchema))
    .query(({ ctx }) => ctx.services.telemetry.exporters()),

  upsert: ownerProcedure
    .meta({
      rest: "PUT /telemetry/exporters/{address}",
      summary: "Set how the datagrams of one exporter are read; in force at once",
    })
    .input(exporterInputSchema)
    .output(listedExporterSchema)
    .mutation(({ ctx, input }) => ctx.services.telemetry.upsertExporter(input)),

  remove: ownerProcedure
    .meta({
      rest: "DELETE /telemetry/exporters/{address}",
      summary:
        "Take an exporter off the list; it is read by the default profile again, unless only listed ones are",
    })
    .input(exporterAddressSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.telemetry.removeExporter(input.address);
      return done;
    }),
});

const nodesRouter = router({
  list: viewerProcedure
    .meta({
      rest: "GET /telemetry/nodes",
      summary:
        "Nodes that reports name, by exporter or its domain and id, with the names that they were given",
    })
    .output(z.array(nodeEntrySchema))
    .query(({ ctx }) => ctx.services.inventory.list(ctx.services.telemetry.state())),

  setName: ownerProcedure
    .meta({
      rest: "PUT /telemetry/nodes/{nodeId}/name",
      summary: "Name a node of a domain, or take its name away",
    })
    .input(nodeNameInputSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.inventory.setName(input);
      return done;
    }),

  setDomain: ownerProcedure
    .meta({
      rest: "PUT /telemetry/exporters/{address}/domain",
      summary: "Put an exporter into a domain: exporters of one domain mean the same nodes by the same ids",
    })
    .input(exporterDomainInputSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.inventory.setDomain(input);
      return done;
    }),
});

export const telemetryRouter = router({
  state: viewerProcedure
    .meta({
      rest: "GET /telemetry",
      summary: "Counters of every exporter heard, of the collector and of the writer; null before it listens",
    })
    .output(telemetryStateSchema.nullable())
    .query(({ ctx }) => ctx.services.telemetry.state()),

  processes: viewerProcedure
    .meta({
      rest: "GET /telemetry/processes",
      summary: "Processes of an installation that has several; empty where one does everything",
    })
    .output(z.array(processSchema))
    .query(({ ctx }) => ctx.services.telemetry.processes()),

  exporters: exportersRouter,

  nodes: nodesRouter,

  acceptance: viewerProcedure
    .meta({ rest: "GET /telemetry/acceptance", summary: "Whether only listed exporters are accepted" })
    .output(acceptanceSchema)
    .query(({ ctx }) => ctx.services.telemetry.acceptance()),

  setAcceptance: ownerProcedure
    .meta({ rest: "PUT /telemetry/acceptance", summary: "Accept only listed exporters, or all" })
    .input(acceptanceSchema)
    .output(acceptanceSchema)
    .mutation(({ ctx, input }) => ctx.services.telemetry.setAcceptance(input)),
});
