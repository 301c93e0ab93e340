import { z } from "zod";
import { statedPositiveSchema, statedSchema } from "./stated.ts";

/** Linux scheduling policies with known cost (thesis Tables 6.2 and 6.6). */
export const policies = ["cfs", "batch", "rr", "fifo"] as const;
/** How packets come to a function: a kernel function, system calls of a user process, or past the kernel (DPDK). */
export const drivers = ["kernel", "user", "dpdk"] as const;

const levelSchema = z.strictObject({
  fastestNs: statedPositiveSchema.describe("of all strides"),
  slowestNs: statedPositiveSchema.describe("of all strides; what the Profiler takes"),
  effectiveNs: statedPositiveSchema.nullable().describe("that fits published profiles, where known"),
});

const driverSchema = z.strictObject({
  id: z.enum(drivers),
  batchPackets: statedPositiveSchema.describe("packets per call or poll"),
  ioUs: statedSchema.describe("latency of input and output of one packet, without the function"),
  ioCycles: statedSchema.describe("of a core for input and output of one packet under full load"),
});

/**
 * One version of a server: what its memory, system calls, context switches and network drivers cost. Unknown is null.
 */
export const serverProfileSchema = z.strictObject({
  schemaVersion: z.literal(1),
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, "use lower-case letters, digits, dots and dashes"),
  version: z.int().positive(),
  work: z.string().min(1),
  title: z.string().min(1),
  summary: z.string().min(1),
  cpu: z.strictObject({
    ghz: statedPositiveSchema,
    sockets: statedPositiveSchema,
    coresPerSocket: statedPositiveSchema,
  }),
  memory: z.strictObject({ l1: levelSchema, l2: levelSchema, l3: levelSchema, dram: levelSchema }),
  tlb: z.strictObject({
    l1HitNs: statedSchema.nullable(),
    l2HitNs: statedSchema.nullable(),
  }),
  contextSwitchNs: z.strictObject({
    cfs: statedPositiveSchema,
    batch: statedPositiveSchema,
    rr: statedPositiveSchema,
    fifo: statedPositiveSchema,
  }),
  sysCallNs: statedPositiveSchema,
  transferNs: z
    .strictObject({ cache: statedPositiveSchema, memory: statedPositiveSchema })
    .describe("of a packet between two cores: through the shared cache, through memory"),
  drivers: z.array(driverSchema),
  nics: z.array(z.string().min(1)),
  powerWatts: statedPositiveSchema.nullable(),
  costUsd: statedPositiveSchema.nullable(),
});

export type ServerProfile = z.infer<typeof serverProfileSchema>;
export type Policy = (typeof policies)[number];
export type Driver = (typeof drivers)[number];

/** Cores of all sockets. */
export const coresOf = ({ cpu }: ServerProfile): number => cpu.sockets.value * cpu.coresPerSocket.value;
