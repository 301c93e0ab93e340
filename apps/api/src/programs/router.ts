import { DEFAULT_ESTIMATOR, estimateReportSchema } from "@p4twin/models/latency";
import { featuresReportSchema } from "@p4twin/models/program";
import { z } from "zod";
import { idSchema, nameSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { versionedRoutes } from "../trpc/versionedRoutes.ts";
import {
  programHealthSchema,
  programSourceSchema,
  programSummarySchema,
  programVersionComparisonSchema,
  programVersionSchema,
} from "./schema.ts";

const onDevice = z.object({
  versionId: idSchema,
  device: z.string().min(1).max(120),
  engine: z.string().min(1).max(120).default(DEFAULT_ESTIMATOR),
});

export const programsRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /programs", summary: "Programs with their newest version" })
    .output(z.array(programSummarySchema))
    .query(({ ctx }) => ctx.services.programs.list()),

  get: viewerProcedure
    .meta({ rest: "GET /program-versions/{versionId}", summary: "One version of a program with its source" })
    .input(z.object({ versionId: idSchema }))
    .output(programVersionSchema)
    .query(({ ctx, input }) => ctx.services.programs.get(input.versionId)),

  features: viewerProcedure
    .meta({
      rest: "GET /program-versions/{versionId}/features",
      summary: "Feature vector of every feasible path, as `p4twin features --json` prints it",
    })
    .input(z.object({ versionId: idSchema }))
    .output(featuresReportSchema)
    .query(({ ctx, input }) => ctx.services.programs.features(input.versionId)),

  estimate: viewerProcedure
    .meta({
      rest: "GET /program-versions/{versionId}/estimate",
      summary: "Latency of every path on a device, as `p4twin estimate --json` prints it",
    })
    .input(
      onDevice.extend({
        packetBytes: z.int().min(64).max(9216).optional(),
        extremes: z
          .int()
          .min(1)
          .max(100)
          .optional()
          .describe("also name so many of the fastest and slowest of all paths, listed or not"),
      }),
    )
    .output(estimateReportSchema)
    .query(({ ctx, input }) => ctx.services.programs.estimate(input)),

  health: viewerProcedure
    .meta({
      rest: "GET /program-versions/{versionId}/health",
      summary: "Errors, paths, and the slowest path of a version on a device",
    })
    .input(onDevice)
    .output(programHealthSchema)
    .query(({ ctx, input }) => ctx.services.programs.health(input)),

  compare: viewerProcedure
    .meta({
      rest: "GET /program-versions/{versionId}/comparison",
      summary: "What becomes of each path and line in another version, or another program",
    })
    .input(z.object({ versionId: idSchema, otherId: idSchema }))
    .output(programVersionComparisonSchema)
    .query(({ ctx, input }) => ctx.services.programs.compare(input.versionId, input.otherId)),

  create: operatorProcedure
    .meta({ rest: "POST /programs", summary: "Store a new program" })
    .input(programSourceSchema.extend({ name: nameSchema }))
    .output(programVersionSchema)
    .mutation(({ ctx, input }) => ctx.services.programs.create({ ...input, by: ctx.actor.id })),

  addVersion: operatorProcedure
    .meta({ rest: "POST /programs/{id}/versions", summary: "Store a new version of a program" })
    .input(programSourceSchema.extend({ id: idSchema }))
    .output(programVersionSchema)
    .mutation(({ ctx, input }) => ctx.services.programs.addVersion({ ...input, by: ctx.actor.id })),

  ...versionedRoutes(
    {
      path: "/programs",
      what: "a program",
      removeSummary: "Remove a program (its versions stay for what refers to them)",
    },
    (services) => services.programs,
  ),
});
