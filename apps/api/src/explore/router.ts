import { router, viewerProcedure } from "../trpc/trpc.ts";
import { groupsInputSchema, groupsSchema, keptReportsInputSchema, keptReportsSchema } from "./schema.ts";

export const exploreRouter = router({
  groups: viewerProcedure
    .meta({
      rest: "POST /explore",
      summary:
        "Group stored windows, or kept reports, by exporter, node, port, queue, flow, DSCP, path or segment: the first groups over time, beside the period before",
    })
    .input(groupsInputSchema)
    .output(groupsSchema)
    .query(({ ctx, input }) => ctx.services.explore.groups(input)),

  reports: viewerProcedure
    .meta({
      rest: "POST /explore/reports",
      summary: "Kept reports of a range, the slowest or newest first, with hops and the first bytes",
    })
    .input(keptReportsInputSchema)
    .output(keptReportsSchema)
    .query(({ ctx, input }) => ctx.services.explore.reports(input)),
});
