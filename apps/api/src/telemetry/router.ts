import { router, viewerProcedure } from "../trpc/trpc.ts";
import { telemetryStateSchema } from "./schema.ts";

export const telemetryRouter = router({
  state: viewerProcedure
    .meta({
      rest: "GET /telemetry",
      summary: "Counters of every exporter heard, of the collector and of the writer; null before it listens",
    })
    .output(telemetryStateSchema.nullable())
    .query(({ ctx }) => ctx.services.telemetry.state()),
});
