import { z } from "zod";

const id = z.string().min(1);
const us = z.number().nonnegative();

/** Delay of one element as measured: mean and spread (Erlang), and rare long ones that an average hides. */
export const DelayBehaviour = z.object({
  meanUs: us,
  sigmaUs: us.default(0),
  /** one packet in `everyPackets` takes up to `upToUs` (periodic outliers, e.g. of batched packet I/O) */
  outliers: z.object({ everyPackets: z.number().int().positive(), upToUs: us }).optional(),
  source: z.string().min(1),
});
export type DelayBehaviour = z.infer<typeof DelayBehaviour>;

const Port = z.object({
  port: z.number().int().nonnegative(),
  ratePps: z.number().positive(),
  capacity: z.number().int().positive().default(64),
});

const SimulatedSwitch = z.object({
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

const Vnf = z.object({ id, delay: DelayBehaviour });

const Step = z.union([
  z.object({
    switch: id,
    in: z.number().int().nonnegative(),
    out: z.number().int().nonnegative(),
    linkUs: us.default(0),
  }),
  z.object({ vnf: id }),
]);
export type Step = z.infer<typeof Step>;

const Flow = z.object({
  id,
  kind: z.enum(["critical", "bestEffort", "transit"]),
  pps: z.number().nonnegative(),
  /** gaps are spread by this share of the mean gap; without jitter tail drop picks its victims by phase */
  jitter: z.number().min(0).max(1).default(0.2),
  packetBytes: z.number().int().positive().default(1500),
  path: z.array(Step).min(1),
});

const Place = z.object({ switch: id, port: z.number().int().nonnegative() });

/** How the last switch of a segment reports its packets: the flow as it leaves (VNFs rewrite headers), format, exporter. */
const SegmentReport = z.object({
  format: z.enum(["telemetry-report-1.0", "telemetry-report-2.0"]),
  int: z.enum(["1.0", "2.1"]),
  flow: z.object({
    src: z.string(),
    dst: z.string(),
    proto: z.number().int().min(0).max(255),
    srcPort: z.number().int().min(0).max(65535),
    dstPort: z.number().int().min(0).max(65535),
  }),
  /** address that the exporter sends from; on one machine an address of 127.0.0.0/8 keeps exporters apart */
  address: z.ipv4().optional(),
});

const ControlledSegment = z
  .object({
    id,
    kind: z.enum(["uc1", "uc2"]),
    flow: id,
    /** UC2: where the INT domain begins; UC1 begins where t1 is stored */
    source: Place.optional(),
    /** where Table Store notes t1 */
    store: Place,
    /** where Table Enforce decides */
    enforce: Place,
    plUs: us,
    dlUs: us,
    report: SegmentReport.optional(),
  })
  .refine((s) => s.plUs <= s.dlUs, { message: "PL must not be above DL", path: ["plUs"] });

/** A simulated cloud: switches with queues, VNFs, flows, and the segments under latency control. */
export const SimulationScenario = z
  .object({
    version: z.literal(1),
    name: z.string().min(1),
    switches: z.array(SimulatedSwitch).min(1),
    vnfs: z.array(Vnf).default([]),
    flows: z.array(Flow).min(1),
    segments: z.array(ControlledSegment).default([]),
  })
  .superRefine((scenario, context) => {
    const switches = new Set(scenario.switches.map((s) => s.id));
    const vnfs = new Set(scenario.vnfs.map((v) => v.id));
    const flows = new Set(scenario.flows.map((f) => f.id));
    const missing = (path: (string | number)[], what: string, name: string) =>
      context.addIssue({ code: "custom", path, message: `there is no ${what} '${name}' in this scenario` });
    scenario.flows.forEach((flow, f) => {
      flow.path.forEach((step, s) => {
        if ("switch" in step && !switches.has(step.switch))
          missing(["flows", f, "path", s], "switch", step.switch);
        if ("vnf" in step && !vnfs.has(step.vnf)) missing(["flows", f, "path", s], "vnf", step.vnf);
      });
    });
    scenario.segments.forEach((segment, i) => {
      if (!flows.has(segment.flow)) missing(["segments", i, "flow"], "flow", segment.flow);
      for (const place of ["store", "enforce"] as const)
        if (!switches.has(segment[place].switch))
          missing(["segments", i, place], "switch", segment[place].switch);
    });
  });
export type SimulationScenario = z.infer<typeof SimulationScenario>;
