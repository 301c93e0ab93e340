import { z } from "zod";
import { drivers, policies } from "../data/serverProfile.ts";
import { fabrics } from "../data/tables.ts";
import { type CounterName, type Counters, counterNames, noCounters } from "../perPacket/counters.ts";

const count = z.number().nonnegative();
const share = z.number().min(0).max(1);
const name = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]+$/u, "control characters (line breaks) are not allowed");

const countsSchema = z.strictObject({
  l1Hits: count.optional(),
  l2Hits: count.optional(),
  l3Hits: count.optional(),
  dramRefs: count.optional(),
  l1TlbHits: count.optional(),
  l2TlbHits: count.optional(),
  tlbMisses: count.optional(),
  contextSwitches: count.optional(),
  sysCalls: count.optional(),
} satisfies Record<CounterName, z.ZodType>);

/**
 * What a function spends its time on: crossing between kernel and user space, locks, input and output, its own work.
 */
const hotspotKinds = ["crossing", "lock", "io", "processing"] as const;
const hotspotSchema = z.strictObject({ name, share, kind: z.enum(hotspotKinds) });

const functionSchema = z.strictObject({
  id: name,
  pid: z.int().positive().max(4_194_304).optional(),
  packets: z.number().positive().describe("handled during the run; 1 when the counts are per packet"),
  counts: countsSchema.default({}),
  times: z
    .strictObject({ runMs: count.optional(), notRunnableMs: count.optional(), runnableMs: count.optional() })
    .default({}),
  migrations: z.int().nonnegative().optional(),
  cycles: count.optional(),
  hotspots: z.array(hotspotSchema).default([]),
});

const setupSchema = z.strictObject({
  fabric: z.enum(fabrics).optional(),
  driver: z.enum(drivers).optional(),
  policy: z.enum(policies).optional(),
  quantumMs: z.number().positive().optional(),
  batch: z.int().positive().max(4096).optional(),
  cores: z.array(z.int().min(0).max(4095)).optional().describe("on which the functions run"),
  pps: z.number().positive().optional(),
});

const observationsSchema = z.strictObject({
  medianUs: z.number().positive().optional().describe("of the whole chain, measured outside"),
  coreScaling: z.array(z.strictObject({ cores: z.int().positive(), gbps: count })).default([]),
  classification: z
    .array(z.strictObject({ filters: z.int().positive(), latencyUs: z.number().positive() }))
    .default([])
    .describe("latency against filters per traffic class, after compression"),
});

/** Counter file, version 1: what was counted of the functions of a chain, and how the chain runs. */
export const counterFileSchema = z.strictObject({
  version: z.literal(1),
  name,
  source: z.string().min(1).optional(),
  server: z.string().min(1).optional().describe("id of a server profile"),
  setup: setupSchema.default({}),
  functions: z.array(functionSchema).min(1),
  observations: observationsSchema.default({ coreScaling: [], classification: [] }),
});

export type CounterFile = z.infer<typeof counterFileSchema>;
export type Setup = z.infer<typeof setupSchema>;
type Observations = z.infer<typeof observationsSchema>;
export type Hotspot = z.infer<typeof hotspotSchema>;

/**
 * One function of a measured chain; null where nobody counted. `packets` null: the format does not tell, the
 * operator must.
 */
export type MeasuredFunction = {
  id: string;
  pid: number | null;
  packets: number | null;
  counts: Counters;
  times: { runMs: number | null; notRunnableMs: number | null; runnableMs: number | null };
  migrations: number | null;
  cycles: number | null;
  hotspots: Hotspot[];
};

/** Counters of a chain, whatever format they came in. */
export type Measurement = {
  name: string;
  server: string | null;
  setup: Setup;
  functions: MeasuredFunction[];
  observations: Observations;
};

/** A counter file as a measurement: what it leaves out is null. */
export const fromCounterFile = (file: CounterFile): Measurement => ({
  name: file.name,
  server: file.server ?? null,
  setup: file.setup,
  observations: file.observations,
  functions: file.functions.map((f) => ({
    id: f.id,
    pid: f.pid ?? null,
    packets: f.packets,
    counts: countsOf(f.counts),
    times: {
      runMs: f.times.runMs ?? null,
      notRunnableMs: f.times.notRunnableMs ?? null,
      runnableMs: f.times.runnableMs ?? null,
    },
    migrations: f.migrations ?? null,
    cycles: f.cycles ?? null,
    hotspots: f.hotspots,
  })),
});

/** Counts with null for what is left out. */
export function countsOf(given: Partial<Record<CounterName, number | undefined>>): Counters {
  const counts = noCounters();
  for (const name of counterNames) counts[name] = given[name] ?? null;
  return counts;
}

/** A measurement of a single function of which a tool told only some counts. */
export const singleFunction = (
  id: string,
  told: Partial<Omit<MeasuredFunction, "id" | "counts">> & {
    counts: Partial<Record<CounterName, number | undefined>>;
  },
): Measurement => ({
  name: id,
  server: null,
  setup: {},
  observations: { coreScaling: [], classification: [] },
  functions: [
    {
      id,
      pid: null,
      packets: null,
      times: { runMs: null, notRunnableMs: null, runnableMs: null },
      migrations: null,
      cycles: null,
      hotspots: [],
      ...told,
      counts: countsOf(told.counts),
    },
  ],
});
