import { z } from "zod";
import { scenarioProblems } from "./scenarioProblems.ts";
import { controlledSegmentSchema } from "./segment/segment.ts";

const id = z.string().min(1);
const us = z.number().nonnegative();

/** Delay of one element as measured: mean and spread (Erlang), and rare long ones that an average hides. */
export const DelayBehaviour = z.strictObject({
  meanUs: us,
  sigmaUs: us.default(0),
  /** one packet in `everyPackets` takes up to `upToUs` (periodic outliers, e.g. of batched packet I/O) */
  outliers: z.strictObject({ everyPackets: z.number().int().positive(), upToUs: us }).optional(),
  source: z.string().min(1),
});
export type DelayBehaviour = z.infer<typeof DelayBehaviour>;

const Port = z.strictObject({
  port: z.number().int().nonnegative(),
  ratePps: z.number().positive(),
  capacity: z.number().int().positive().default(64),
  /** a rate and slots for each priority (BMv2), or one line that all share, the top priority first */
  limiter: z.enum(["perPriority", "shared"]).default("perPriority"),
});

const SimulatedSwitch = z.strictObject({
  id,
  /** the switch id that its INT metadata carries */
  nodeId: z.number().int().nonnegative(),
  processing: DelayBehaviour,
  /** what the latency-control tables add to a latency-critical packet per pass */
  criticalExtraUs: us.default(0),
  /** reading of this switch's own clock when the simulation starts: clocks of different switches are unrelated */
  clockOffsetUs: us.default(0),
  ports: z.array(Port).default([]),
});

const Vnf = z.strictObject({
  id,
  delay: DelayBehaviour,
  /** packets leave in the order in which they came, however long each would take */
  keepsOrder: z.boolean().default(true),
  /** share of the packets that it loses */
  lossShare: z.number().min(0).max(1).default(0),
});

const Step = z.union([
  z.strictObject({
    switch: id,
    in: z.number().int().nonnegative(),
    out: z.number().int().nonnegative(),
    linkUs: us.default(0),
  }),
  z.strictObject({ vnf: id }),
]);

const Flow = z.strictObject({
  id,
  kind: z.enum(["critical", "bestEffort", "transit"]),
  pps: z.number().nonnegative(),
  /** gaps are spread by this share of the mean gap; without jitter tail drop picks its victims by phase */
  jitter: z.number().min(0).max(1).default(0.2),
  /** `poisson`: packets come by chance, whatever the jitter; `paced` (as without): gaps are spread by it */
  arrivals: z.enum(["paced", "poisson"]).optional(),
  packetBytes: z.number().int().positive().default(1500),
  path: z.array(Step).min(1),
});

/** A simulated cloud: switches with queues, VNFs, flows, and the segments under latency control. */
export const SimulationScenario = z
  .strictObject({
    version: z.literal(1),
    name: z.string().min(1),
    switches: z.array(SimulatedSwitch).min(1),
    vnfs: z.array(Vnf).default([]),
    flows: z.array(Flow).min(1),
    segments: z.array(controlledSegmentSchema).default([]),
  })
  .superRefine((scenario, context) => {
    for (const { path, message } of scenarioProblems(scenario))
      context.addIssue({ code: "custom", path, message });
  });
export type SimulationScenario = z.infer<typeof SimulationScenario>;
