import { router, viewerProcedure } from "../trpc/trpc.ts";
import {
  offloadAnswerSchema,
  offloadInputSchema,
  synthesisAnswerSchema,
  synthesisInputSchema,
} from "./schema.ts";

export const serversRouter = router({
  synthesise: viewerProcedure
    .meta({
      rest: "POST /servers/synthesis",
      summary:
        "Make one function of a chain of yours: its traffic classes, and what Click, a switch or P4 runs",
    })
    .input(synthesisInputSchema)
    .output(synthesisAnswerSchema)
    .query(({ ctx, input }) => ctx.services.servers.synthesise(input)),

  offload: viewerProcedure
    .meta({
      rest: "POST /servers/offload",
      summary:
        "Place a chain of yours on switches, NIC and server: rules, tags, failures, its scenario, its parts as a chain",
    })
    .input(offloadInputSchema)
    .output(offloadAnswerSchema)
    .query(({ ctx, input }) => ctx.services.servers.offload(input)),
});
