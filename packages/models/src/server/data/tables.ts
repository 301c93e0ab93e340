import { z } from "zod";
import { drivers, policies } from "./serverProfile.ts";
import { statedKinds, statedPositiveSchema, statedSchema } from "./stated.ts";

const count = z.int().nonnegative();
const positive = z.number().positive();
const references = { l1: count, l2: count, l3: count, dram: count };
const tableSource = {
  work: z.string().min(1),
  source: z.string().min(1),
  kind: z.enum(statedKinds),
  note: z.string().optional(),
};

/** How the functions of a chain are joined: a software switch, directly, or as one process. */
export const fabrics = ["ovs", "b2b", "one-process"] as const;
export type Fabric = (typeof fabrics)[number];

/** Thesis Table 6.4: profiled routers. */
export const routersSchema = z.strictObject({
  ...tableSource,
  rows: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      latencyUs: positive,
      ...references,
      sharesPercent: z.strictObject({ l1: positive, l2: positive, l3: positive, dram: positive }),
    }),
  ),
});

/** Thesis Table 6.7 and Fig. 6.10: packets per system call. */
export const batchesSchema = z.strictObject({
  ...tableSource,
  rows: z.array(z.strictObject({ batch: z.int().positive(), latencyUs: positive, ...references })).min(2),
  sink: z.strictObject({
    source: z.string().min(1),
    unbatchedMedianUs: z.strictObject({ low: positive, high: positive }),
    batchedMedianUs: z.strictObject({ low: positive, high: positive, fromBatch: count, toBatch: count }),
    worseThanUnbatchedFrom: z.int().positive(),
  }),
});

const ratioRow = z.strictObject({ functions: z.int().positive(), ratio: z.number().nonnegative() });

/** Thesis Tables 6.5 and 6.8: time not runnable and time runnable but not running, over time running. */
export const ratiosSchema = z.strictObject({
  work: z.string().min(1),
  kind: z.enum(statedKinds),
  wait: z.strictObject({ source: z.string(), rows: z.array(ratioRow) }),
  contention: z.strictObject({
    source: z.string(),
    columns: z.array(
      z.strictObject({
        fabric: z.enum(fabrics),
        policy: z.enum(policies),
        batch: z.int().positive(),
        rows: z.array(ratioRow),
      }),
    ),
  }),
});

const realisationSchema = z.strictObject({
  id: z.string().min(1),
  title: z.string().min(1),
  fabric: z.enum(fabrics),
  driver: z.enum(drivers),
  policy: z.enum(policies),
  quantumMs: positive.nullable(),
  batch: z.int().positive(),
  fromFunctions: z.int().positive(),
  toFunctions: z.int().positive(),
  perFunctionUs: statedPositiveSchema,
  interceptUs: statedSchema.nullable(),
  spreadAt7Us: statedSchema.nullable().describe("p75 less p25 at 7 functions"),
  betterAboveFunctions: statedSchema
    .optional()
    .describe("not better than the default up to so many functions"),
});

/** Median latency of chains of routers by how they are built and scheduled (thesis Figs. 4.2, 4.3, 6.11, 6.12). */
export const realisationsSchema = z.strictObject({
  work: z.string().min(1),
  profiler: z.strictObject({
    perFunctionUs: statedPositiveSchema,
    dramRefsPerFunction: statedPositiveSchema,
    dramRefsFixed: statedPositiveSchema,
  }),
  rows: z.array(realisationSchema),
});

/** Cycles by batch and by filters, with the published curves from which they follow (thesis Figs. 4.4, 7.12). */
export const cyclesSchema = z.strictObject({
  work: z.string().min(1),
  tableBatch: statedPositiveSchema.describe("packets in a batch when Table 7.1 was measured"),
  batchShare: statedPositiveSchema.describe("of an element's cycles, paid once for a batch"),
  listedFilters: statedPositiveSchema.describe("of a classifier, in the cycles of Table 7.1"),
  filterCycles: statedPositiveSchema.describe("for each further filter of a list"),
  treeCycles: statedPositiveSchema.describe("for each doubling of the filters of a tree"),
  chain: z.strictObject({
    source: z.string().min(1),
    kind: z.enum(statedKinds),
    cores: z.int().positive(),
    frameBytes: z.int().positive(),
    batch: z.int().positive(),
    points: z.array(
      z.strictObject({
        routers: z.int().positive(),
        gbps: positive,
        boundBy: z.enum(["port", "cores", "below"]),
      }),
    ),
  }),
  filters: z.strictObject({
    source: z.string().min(1),
    kind: z.enum(statedKinds),
    slower: z.array(z.strictObject({ rules: z.int().positive(), times: positive })),
    fromRules: z.int().positive(),
    synthesisedTimes: positive,
  }),
});

/** Deployment times (thesis Sec. 8.2.5.1). */
export const deploymentSchema = z.strictObject({
  work: z.string().min(1),
  translate: z.strictObject({
    ms: statedPositiveSchema,
    classes: statedPositiveSchema,
    bendClasses: statedPositiveSchema,
  }),
  software: z.strictObject({
    fixedMs: statedSchema,
    msPerRule: statedPositiveSchema,
    medianMsPerRule: statedPositiveSchema,
  }),
  failover: z.strictObject({ rules: statedPositiveSchema, ms: statedPositiveSchema }),
});

/** Period, thresholds and factor of scaling (thesis Secs. 8.1.3.4, 8.2.4). */
export const scalingSchema = z.strictObject({
  work: z.string().min(1),
  splitFactor: statedPositiveSchema,
  presets: z.array(
    z.strictObject({
      id: z.string().min(1),
      title: z.string().min(1),
      periodMs: statedPositiveSchema,
      overload: statedPositiveSchema,
      underload: statedPositiveSchema,
    }),
  ),
});

export type Routers = z.infer<typeof routersSchema>;
export type Batches = z.infer<typeof batchesSchema>;
export type Cycles = z.infer<typeof cyclesSchema>;
export type Ratios = z.infer<typeof ratiosSchema>;
export type Realisation = z.infer<typeof realisationSchema>;
export type Realisations = z.infer<typeof realisationsSchema>;
export type DeploymentTimes = z.infer<typeof deploymentSchema>;
export type ScalingPreset = z.infer<typeof scalingSchema>["presets"][number];
