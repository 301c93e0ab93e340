import { z } from "zod";
import { featuresSchema } from "../core/index.ts";
import { nodeIdSchema } from "../topology/index.ts";

const count = z.int().min(0);

/** A network function: a program or a library type, with what placing it needs (thesis Table 5.3). */
export const networkFunctionSchema = z.strictObject({
  type: nodeIdSchema,
  title: z.string().optional(),
  /** program of the library, or content hash of an uploaded one; null when only the vector is known */
  program: z.string().nullable().optional(),
  features: featuresSchema,
  /** names of the extern functions that it calls */
  externs: z.array(z.string().min(1)),
  /** P4 architectures for which it exists; one of them must be the device's */
  architectures: z.array(z.string().min(1)).min(1, "a function needs at least one architecture"),
  /** table entries that it installs (tau_f) */
  rules: count,
  /** cycles of one packet in software, without input and output; needed where one of the architectures is "server" */
  cyclesPerPacket: z.number().positive().optional(),
  /** cycles in software that a core pays once for each batch, besides those of its packets; none unless stated */
  cyclesPerBatch: z.number().nonnegative().optional(),
  /** extern of the program's source that stands for an extern of the device */
  standIns: z.record(z.string(), z.string()).optional(),
  /** commands that install it on every used device */
  requiredBy: z.array(z.string()).optional(),
  /** where each number comes from */
  source: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
});

/**
 * A stretch of a chain over which latency is controlled, from function `fromFunction` to `toFunction`
 * (positions in `functions`, from 0). uc1: around one switch; uc2: across INT switches (Paolucci et al.).
 * Latency above `plUs` gets priority, above `dlUs` the packet is dropped.
 */
const segmentSchema = z.strictObject({
  id: nodeIdSchema,
  name: z.string().min(1).max(200).optional(),
  kind: z.enum(["uc1", "uc2"]),
  fromFunction: count,
  toFunction: count,
  plUs: z.number().positive(),
  dlUs: z.number().positive(),
});

/**
 * Behind function `from` this share of its packets goes on to function `to` (positions in `functions`), or has passed
 * the chain (null). A function that no branch names as `from` has the next one behind it.
 */
const branchSchema = z.strictObject({
  from: count,
  to: count.nullable(),
  share: z.number().positive().max(1).default(1),
});

/**
 * A service chain. `maxDelayUs` null (or left out) means best effort. `from`, `to`: hosts at which its packets
 * start and end; a chain without them begins and ends on the devices of its first and last function.
 * Cross-references are checked by `checkChain`.
 */
export const chainSchema = z.strictObject({
  id: nodeIdSchema,
  name: z.string().min(1).max(200).optional(),
  functions: z.array(z.string().min(1)).min(1, "a chain needs at least one function"),
  from: nodeIdSchema.optional(),
  to: nodeIdSchema.optional(),
  branches: z.array(branchSchema).min(1).optional(),
  gbps: z.number().positive(),
  maxDelayUs: z.number().positive().nullable().default(null),
  packetBytes: z.int().min(64).max(9216).optional(),
  segments: z.array(segmentSchema).default([]),
});

/** Chain file, version 1: chains and the functions that are not in the library. */
export const chainFileSchema = z.strictObject({
  version: z.literal(1),
  functions: z.array(networkFunctionSchema).default([]),
  chains: z.array(chainSchema),
});

export type NetworkFunction = z.infer<typeof networkFunctionSchema>;
export type Chain = z.infer<typeof chainSchema>;
export type ChainFile = z.infer<typeof chainFileSchema>;
