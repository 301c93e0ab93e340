import { z } from "zod";
import { statedPositiveSchema, statedRangeSchema, statedSchema } from "./stated.ts";

const latencyRatioSchema = statedRangeSchema.extend({ cores: z.int().positive() });

/** Throughput of a system against the cores that it has: a line, a plateau, a fall [katsikas-m7]. */
const coreCurveSchema = z.strictObject({
  id: z.string().min(1),
  title: z.string().min(1),
  dispatcherCores: z.int().nonnegative().describe("cores that hand packets over and process none"),
  fromCores: z.int().positive(),
  gbpsPerCore: statedPositiveSchema.describe("per core that processes"),
  plateauGbps: statedPositiveSchema,
  knownFromCores: z.int().positive().describe("below, the line is our interpolation"),
  knee: statedPositiveSchema.nullable().describe("cores after which the line ends"),
  fall: z
    .strictObject({ toCores: z.int().positive(), gbps: statedPositiveSchema })
    .nullable()
    .describe("with which it falls after the knee, to so much at so many cores"),
  riseAfterKnee: statedPositiveSchema.nullable().describe("latency over that at the knee, at most"),
  latencyReference: z.boolean().default(false).describe("the system whose latency the ratios are over"),
  latencyRatios: z.array(latencyRatioSchema).describe("latency over that of tag dispatch"),
});

export const curvesSchema = z.strictObject({
  work: z.string().min(1),
  workloads: z.array(
    z.strictObject({
      id: z.string().min(1),
      title: z.string().min(1),
      nic: z.string().min(1),
      mix: z.string().min(1).nullable(),
      tagLatencyUs: statedPositiveSchema.nullable(),
      systems: z.array(coreCurveSchema).min(1),
      othersRatio: z
        .strictObject({ low: statedPositiveSchema, high: statedPositiveSchema })
        .nullable()
        .describe("latency of the best other system over that of tag dispatch"),
    }),
  ),
  transfers: z
    .array(z.strictObject({ id: z.string(), title: z.string(), perPacket: statedSchema }))
    .describe("of a packet between cores, by how packets find their core"),
  ablation: z.array(
    z.strictObject({ id: z.string(), title: z.string(), degradesAfterCores: statedPositiveSchema }),
  ),
});

export type CoreCurve = z.infer<typeof coreCurveSchema>;
export type CoreWorkload = z.infer<typeof curvesSchema>["workloads"][number];
export type Curves = z.infer<typeof curvesSchema>;
