import { driftSettingsSchema } from "@p4twin/models/twin";
import { tracked } from "@trpc/server";
import { z } from "zod";
import { idSchema, instantSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import {
  branchesInputSchema,
  branchesSchema,
  replayInputSchema,
  replaySchema,
  residualsInputSchema,
  residualsSchema,
} from "./residualSchema.ts";
import {
  observedWindowsSchema,
  overviewRowSchema,
  rangeSchema,
  segmentStateSchema,
  twinSchema,
  windowsInputSchema,
} from "./schema.ts";

export const twinRouter = router({
  get: viewerProcedure
    .meta({
      rest: "GET /deployments/{deploymentId}/twin",
      summary: "Segments of a deployment with what is predicted of them, or was at a moment",
    })
    .input(
      z.object({
        deploymentId: idSchema,
        at: instantSchema.optional().describe("as it stood then: thresholds and predictions"),
      }),
    )
    .output(twinSchema)
    .query(({ ctx, input }) => ctx.services.twin.get(input.deploymentId, input.at)),

  windows: viewerProcedure
    .meta({
      rest: "POST /deployments/{deploymentId}/windows",
      summary: "Observed latency over time, as columns, and what was predicted at each moment",
    })
    .input(windowsInputSchema)
    .output(observedWindowsSchema)
    .query(({ ctx, input }) => ctx.services.twin.windows(input)),

  state: viewerProcedure
    .meta({
      rest: "POST /deployments/{deploymentId}/state",
      summary: "Verdict, residual and distribution of every segment over a range",
    })
    .input(z.object({ deploymentId: idSchema, range: rangeSchema }))
    .output(z.array(segmentStateSchema))
    .query(({ ctx, input }) => ctx.services.twin.state(input.deploymentId, input.range)),

  residuals: viewerProcedure
    .meta({
      rest: "POST /deployments/{deploymentId}/residuals",
      summary: "Observed less predicted over time, coverage of the interval, changes of the prediction",
    })
    .input(residualsInputSchema)
    .output(residualsSchema)
    .query(({ ctx, input }) => ctx.services.twin.residuals(input)),

  replay: viewerProcedure
    .meta({
      rest: "POST /deployments/{deploymentId}/replay",
      summary: "What would have happened with another profile, program, engine or pair of limits",
    })
    .input(replayInputSchema)
    .output(replaySchema)
    .query(({ ctx, input }) => ctx.services.twin.replay(input)),

  branches: viewerProcedure
    .meta({
      rest: "POST /twin/branches",
      summary:
        "Branch and action probabilities learnt from counters, and the expected latency with its interval",
    })
    .input(branchesInputSchema)
    .output(branchesSchema)
    .query(({ ctx, input }) => ctx.services.twin.branches(input)),

  settings: viewerProcedure
    .meta({ rest: "GET /twin/settings", summary: "How drifts of the models are looked for" })
    .output(driftSettingsSchema)
    .query(({ ctx }) => ctx.services.twin.driftSettings()),

  setSettings: operatorProcedure
    .meta({ rest: "PUT /twin/settings", summary: "Change how drifts of the models are looked for" })
    .input(driftSettingsSchema)
    .output(driftSettingsSchema)
    .mutation(({ ctx, input }) => ctx.services.twin.setDriftSettings(input)),

  overview: viewerProcedure
    .meta({
      rest: "GET /overview",
      summary: "Every segment of every deployment over the last minute, worst first",
    })
    .output(z.array(overviewRowSchema))
    .query(({ ctx }) => ctx.services.twin.overview()),

  /**
   * Windows as they fill, at least twice a second. Resumes after `lastEventId` (ms of the last frame):
   * windows that closed meanwhile come first, so that a reconnect leaves no gap.
   */
  live: viewerProcedure
    .meta({ summary: "Windows of a deployment as they close; resumes after the last one that was seen" })
    .input(z.object({ deploymentId: idSchema, lastEventId: z.string().nullish() }))
    .subscription(async function* ({ ctx, input, signal }) {
      const frames = ctx.services.twin.live(
        input.deploymentId,
        input.lastEventId ?? null,
        signal ?? new AbortController().signal,
      );
      for await (const frame of frames) yield tracked(String(frame.atMs), frame);
    }),
});
