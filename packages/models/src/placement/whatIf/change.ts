import { z } from "zod";
import { chainSchema } from "../../chain/index.ts";
import { linkSchema, nodeIdSchema } from "../../topology/index.ts";
import { loadModelSchema } from "../problem.ts";

const position = z.int().min(0);
const ends = { a: nodeIdSchema, b: nodeIdSchema };

/**
 * One change of a what-if. Delays us, rates Gbps. Routes of what moves are the fastest with room left;
 * everything else stays where it is.
 */
export const changeSchema = z.discriminatedUnion("kind", [
  /** the function at `position` (from 0) of the chain to another device */
  z.strictObject({ kind: z.literal("move"), chain: nodeIdSchema, position, to: nodeIdSchema }),
  /**
   * the whole chain: a device for each function, and the way between each two of them, left out: the fastest,
   * none through what has failed; with the ways from and to the chain's hosts, where it has such; of a chain that
   * branches, of each of its ways in order what no way before it has
   */
  z.strictObject({
    kind: z.literal("place"),
    chain: nodeIdSchema,
    hosts: z.array(nodeIdSchema).min(1),
    route: z.array(z.array(nodeIdSchema).min(1)).optional(),
  }),
  /** all routes of the chain anew, around what has failed or is full */
  z.strictObject({ kind: z.literal("reroute"), chain: nodeIdSchema }),
  z.strictObject({ kind: z.literal("profile"), device: nodeIdSchema, profile: z.string().min(1) }),
  z.strictObject({ kind: z.literal("fail"), node: nodeIdSchema }),
  z.strictObject({ kind: z.literal("restore"), node: nodeIdSchema }),
  z.strictObject({ kind: z.literal("fail-link"), ...ends }),
  z.strictObject({ kind: z.literal("restore-link"), ...ends }),
  z.strictObject({ kind: z.literal("load"), chain: nodeIdSchema, gbps: z.number().positive() }),
  z.strictObject({ kind: z.literal("packet"), chain: nodeIdSchema, packetBytes: z.int().min(64).max(9216) }),
  /** null: best effort */
  z.strictObject({
    kind: z.literal("budget"),
    chain: nodeIdSchema,
    maxDelayUs: z.number().positive().nullable(),
  }),
  z.strictObject({
    kind: z.literal("thresholds"),
    chain: nodeIdSchema,
    segment: nodeIdSchema,
    plUs: z.number().positive(),
    dlUs: z.number().positive(),
  }),
  z.strictObject({ kind: z.literal("add-chain"), chain: chainSchema }),
  z.strictObject({ kind: z.literal("remove-chain"), chain: nodeIdSchema }),
  /** links: to which nodes and at which rate */
  z.strictObject({
    kind: z.literal("add-device"),
    id: nodeIdSchema,
    profile: z.string().min(1),
    links: z.array(z.strictObject({ to: nodeIdSchema, gbps: linkSchema.shape.gbps })),
  }),
  /** delays of an empty network, or under load (null: as the problem says, else the default model) */
  z.strictObject({
    kind: z.literal("latency"),
    latency: z.enum(["base", "loaded"]),
    load: loadModelSchema.nullable(),
  }),
  /** another capacity of a link */
  z.strictObject({ kind: z.literal("link"), ...ends, gbps: linkSchema.shape.gbps }),
]);

export type Change = z.infer<typeof changeSchema>;
export type ChangeKind = Change["kind"];
