import { z } from "zod";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { demoStateSchema } from "./schema.ts";

export const demoRouter = router({
  state: viewerProcedure
    .meta({ summary: "What the demo cloud is doing; null when it does not run" })
    .output(demoStateSchema.nullable())
    .query(({ ctx }) => ctx.services.demo.state()),

  setCongestion: operatorProcedure
    .meta({ summary: "Switch the transit traffic that fills a port of the demo cloud on or off" })
    .input(z.object({ flow: z.string().min(1), on: z.boolean() }))
    .output(demoStateSchema.nullable())
    .mutation(({ ctx, input }) => ctx.services.demo.setCongestion(input.flow, input.on)),

  setSlowDevice: operatorProcedure
    .meta({
      summary: "Make every switch of one profile in the demo cloud take half as long again, or end that",
    })
    .input(z.object({ device: z.string().min(1), slow: z.boolean() }))
    .output(demoStateSchema.nullable())
    .mutation(({ ctx, input }) => ctx.services.demo.setSlowDevice(input.device, input.slow)),

  setVnfDelay: operatorProcedure
    .meta({ summary: "Add delay to a VNF of the demo cloud" })
    .input(z.object({ vnf: z.string().min(1), extraUs: z.number().min(0).max(100_000) }))
    .output(demoStateSchema.nullable())
    .mutation(({ ctx, input }) => ctx.services.demo.setVnfDelay(input.vnf, input.extraUs)),
});
