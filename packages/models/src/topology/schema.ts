import { z } from "zod";

/** Name of a node: letters, digits and `_ . : -`, so that it can stand in URLs, routes and LP row names. */
export const nodeIdSchema = z
  .string()
  .min(1, "an id needs at least one character")
  .max(64, "an id has at most 64 characters")
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.:-]*$/,
    "an id starts with a letter or digit and goes on with letters, digits, _ . : or -",
  );

/** How the INT reports of a switch name it and in which unit its hop latencies stand. */
const telemetrySchema = z.strictObject({
  nodeId: z.int().min(0).max(0xffff_ffff),
  timeUnit: z.enum(["ns", "us"]),
});

/**
 * A node of a cloud. `device`: programmable, an instance of a device profile. `switch`: not programmable,
 * adds the constant `delayUs` (k_d, thesis Table 5.2) to what crosses it. `host`: sends and receives,
 * forwards nothing.
 */
const nodeSchema = z.strictObject({
  id: nodeIdSchema,
  kind: z.enum(["device", "switch", "host"]),
  profile: z.string().min(1).optional(),
  delayUs: z.number().min(0).optional(),
  telemetry: telemetrySchema.optional(),
  position: z.strictObject({ x: z.number(), y: z.number() }).optional(),
});

/** A port as its switch counts it, or by the name of an interface. */
const portSchema = z.union([z.int().min(0), z.string().min(1).max(64)]);

/**
 * A full-duplex link: `gbps` in each direction. `delayUs`: propagation of one crossing, absent when unknown;
 * `delaySource` says that it was computed from the distance of the ends. `aPort`, `bPort`: the ports it is
 * plugged into.
 */
export const linkSchema = z.strictObject({
  a: z.string().min(1),
  b: z.string().min(1),
  gbps: z.number().positive(),
  delayUs: z.number().min(0).optional(),
  delaySource: z.literal("distance").optional(),
  aPort: portSchema.optional(),
  bPort: portSchema.optional(),
});

/** The topology file, version 1. References between its parts are checked by `checkReferences`. */
export const topologySchema = z.strictObject({
  version: z.literal(1),
  name: z.string().min(1).max(200),
  nodes: z.array(nodeSchema),
  links: z.array(linkSchema),
});

export type PortName = z.infer<typeof portSchema>;
export type TopologyNode = z.infer<typeof nodeSchema>;
export type TopologyLink = z.infer<typeof linkSchema>;
export type Topology = z.infer<typeof topologySchema>;
