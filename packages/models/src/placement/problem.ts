import { z } from "zod";
import { chainSchema, type NetworkFunction, networkFunctionSchema } from "../chain/index.ts";
import { linkSchema, nodeIdSchema } from "../topology/index.ts";

/**
 * Weights of the objective. `power` stands for Eq. 5.22 (W), `delay` for the sum of the chain delays (us),
 * `cost` for the price of the devices in use ($); they multiply the sums, each divided by its normaliser.
 * `delay` and `cost` without `power` are the weights of `plan` (Eq. 5.5): `place` then minimises power, its
 * objective in the thesis. Who wants another objective for `place` states `power`, if only as 0.
 */
export const objectiveSchema = z.strictObject({
  power: z.number().min(0).optional(),
  delay: z.number().min(0).optional(),
  cost: z.number().min(0).optional(),
  /**
   * what each metric is divided by before it is weighted (Eq. 5.5): left out, 1 for `place`; for `plan` see
   * its readings in SPEC.md
   */
  normalise: z
    .strictObject({
      power: z.number().positive().optional(),
      delay: z.number().positive().optional(),
      cost: z.number().positive().optional(),
    })
    .optional(),
});

/**
 * How the load of the chains makes their packets wait (thesis Secs. 4.3, 4.4; SPEC LD1-LD8). `model` simple:
 * exponential service (M/M/1); refined: the devices' spread (M/G/1). `service` rate: a packet occupies a
 * device as long as the slowest of its line rate and its externs takes for it; latency: as long as it is
 * inside (Eq. 4.7, as printed). The first packets of flows (`newFlowShare`, P_nf) visit the controller.
 */
export const loadModelSchema = z
  .strictObject({
    model: z.enum(["simple", "refined"]).default("refined"),
    service: z.enum(["rate", "latency"]).default("rate"),
    newFlowShare: z.number().min(0).max(1).default(0),
    controller: z
      .strictObject({
        serviceUs: z.number().positive(),
        /** a tenth of the mean when left out, as for `queue` */
        sigmaUs: z.number().min(0).optional(),
      })
      .optional(),
  })
  .refine((load) => load.newFlowShare === 0 || load.controller !== undefined, {
    path: ["controller"],
    error: "new flows visit a controller: give its serviceUs, or leave newFlowShare at 0",
  });

export const problemOptionsSchema = z.strictObject({
  /** functions of the same type on the same device share their constructs (Eq. 5.11) */
  sharing: z.boolean().default(false),
  objective: objectiveSchema.default({}),
  /** read by `plan` only (Eq. 5.15) */
  maxCost: z.number().positive().optional(),
  /** whether the capacity of a link holds in each direction or for both together (Eq. 5.30) */
  linkDirection: z.enum(["full-duplex", "half-duplex"]).default("full-duplex"),
  /**
   * read by `place` only. base (when left out): delays of Eq. 5.19; loaded: with what packets wait under the
   * load of all chains
   */
  latency: z.enum(["base", "loaded"]).optional(),
  /** for `latency: loaded` */
  load: loadModelSchema.optional(),
});

/**
 * Problem file of `plan` and `place` (contract). `plan` reads deviceTypes and workload, `place` devices,
 * switches, hosts, links and chains.
 */
export const problemSchema = z.strictObject({
  version: z.literal(1).optional(),
  name: z.string().max(200).optional(),
  devices: z.array(z.strictObject({ id: nodeIdSchema, profile: z.string().min(1) })).default([]),
  switches: z.array(z.strictObject({ id: nodeIdSchema, delayUs: z.number().min(0) })).default([]),
  /** where packets start and end: a host runs no function and forwards nothing */
  hosts: z.array(z.strictObject({ id: nodeIdSchema })).optional(),
  deviceTypes: z
    .array(z.strictObject({ profile: z.string().min(1), available: z.int().min(0).optional() }))
    .default([]),
  links: z.array(linkSchema).default([]),
  functions: z.array(networkFunctionSchema).default([]),
  /**
   * functions that every device needs: one that forwards a chain (`place`), one that is used (`plan`); when
   * left out, those that say so of themselves (thesis Table 5.5: L2Fwd and L3Fwd)
   */
  required: z.array(z.string().min(1)).optional(),
  workload: z
    .array(
      z.strictObject({ function: z.string().min(1), gbps: z.number().positive(), count: z.int().min(1) }),
    )
    .default([]),
  chains: z.array(chainSchema).default([]),
  options: problemOptionsSchema.default({ sharing: false, objective: {}, linkDirection: "full-duplex" }),
});

/** Of which chain a way is: positions of its functions there, and the share of packets that take it. */
export type WayOf = { chain: string; positions: readonly number[]; share: number };
/** `ways`: of a problem whose chains are ways of chains that branch (`unfoldBranches`), by their ids. */
export type Problem = z.infer<typeof problemSchema> & { ways?: Readonly<Record<string, WayOf>> };
export type ProblemOptions = z.infer<typeof problemOptionsSchema>;
export type LoadModel = z.infer<typeof loadModelSchema>;
export type Weights = { power: number; delay: number; cost: number };

/** Weights that `place` uses for the objective of a problem file, normalisers included. */
export function placeWeights({
  power,
  delay = 0,
  cost = 0,
  normalise = {},
}: z.infer<typeof objectiveSchema>): Weights {
  if (power === undefined) return { power: 1, delay: 0, cost: 0 };
  return {
    power: power / (normalise.power ?? 1),
    delay: delay / (normalise.delay ?? 1),
    cost: cost / (normalise.cost ?? 1),
  };
}

/** Types of the required functions of a problem for one of the two commands. */
export const requiredTypes = (
  problem: Problem,
  library: readonly NetworkFunction[],
  command: "place" | "plan",
): string[] =>
  problem.required ??
  [...new Map([...library, ...problem.functions].map((f) => [f.type, f])).values()]
    .filter((f) => f.requiredBy?.includes(command))
    .map((f) => f.type);
