import { z } from "zod";
import { normalAddress, parseCidr, parseIp } from "../packet/address.ts";

const port = z.int().min(0).max(65535);
const portMatch = z.union([
  port,
  z
    .tuple([port, port])
    .refine(([low, high]) => low <= high, "a port range goes from the lower to the higher port"),
]);
const cidr = z
  .string()
  .refine((text) => parseCidr(text) !== null, "an IP address or a CIDR block such as 10.0.0.0/24");
const nodeId = z.int().min(0).max(0xffffffff);
const interfaceId = z.int().min(0).max(0xffffffff);

/** What is left out matches everything; `{}` matches every flow. */
const flowMatchSchema = z.strictObject({
  src: cidr.optional(),
  dst: cidr.optional(),
  proto: z.int().min(0).max(255).optional(),
  srcPort: portMatch.optional(),
  dstPort: portMatch.optional(),
});
export type FlowMatch = z.infer<typeof flowMatchSchema>;

/** How postcards are joined to a packet: by what names the packet in each of them. */
export const pairings = ["flow-and-identification", "identification", "sequence"] as const;

/** Time units of one node; nodes that are not listed count as their exporter does. */
const nodeClockSchema = z.strictObject({
  nodeId,
  timestampUnit: z.enum(["ns", "us"]).default("ns"),
  /** of the hop latency item; the timestamps' unit when left out */
  latencyUnit: z.enum(["ns", "us"]).optional(),
});
export type NodeClock = z.input<typeof nodeClockSchema>;

/**
 * A segment bound to live telemetry: packets of any of the `flows` (an empty list: every flow), from the
 * ingress interface of one node to the egress interface of another or the same. Without a port every
 * interface of the node counts.
 */
export const segmentBindingSchema = z
  .strictObject({
    id: z.string().min(1),
    flows: z.array(flowMatchSchema),
    /** addresses of the exporters whose reports count; left out, those of all: node ids are not unique beyond one */
    exporters: z
      .array(
        z
          .string()
          .refine((text) => parseIp(text) !== null, "the IP address of an exporter")
          .transform(normalAddress),
      )
      .optional(),
    from: z.strictObject({ nodeId, ingressPort: interfaceId.optional() }),
    to: z.strictObject({ nodeId, egressPort: interfaceId.optional() }),
    /**
     * How postcards (INT-XD) of different switches, or of two passes through one, are joined to a packet;
     * left out: they are not. A VNF that changes addresses leaves the identification: list the flows before
     * and behind it, and pair by `identification`.
     */
    pairBy: z.enum(pairings).optional(),
    /**
     * Units of its nodes, for this segment only: node ids are not unique beyond one exporter or domain, so what one
     * segment says of a node must not change what another one measures
     */
    clocks: z.array(nodeClockSchema).optional(),
    /** Priority Latency and Drop Latency of the segment */
    plUs: z.number().positive(),
    dlUs: z.number().positive(),
  })
  .refine((s) => s.plUs <= s.dlUs, { path: ["plUs"], message: "PL must not be above DL" });
export type SegmentBinding = z.infer<typeof segmentBindingSchema>;
