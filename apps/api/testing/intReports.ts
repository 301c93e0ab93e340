import { encodeReport } from "@p4twin/models/telemetry";
import type { Bindings } from "../src/collector/bindings.ts";

/** Where the sequence number of a Telemetry Report v1.0 stands [int-report-v1.0]. */
export const SEQUENCE_AT = 8;

/** Address pair of the flow of segment `i`. */
export const flowOf = (i: number) => ({
  src: `10.1.${i >> 8}.${i & 255}`,
  dst: `10.2.${i >> 8}.${i & 255}`,
  proto: 17,
});

/** A 3-hop INT-MD v1.0 report of a packet that belongs to segment `i` alone: 130 bytes. */
export function reportOf(i: number, sequence = 0): Uint8Array {
  const bytes = new Uint8Array(512);
  const hops = [1, 2, 3].map((nodeId) => ({
    nodeId,
    ingressPort: 1,
    egressPort: 2,
    hopLatency: 1_000 + 37 * ((i + nodeId) % 29),
    ingressTs: 5,
    egressTs: 1_005,
  }));
  const end = encodeReport(bytes, 0, {
    format: "telemetry-report-1.0",
    nodeId: 1,
    sequence,
    timestamp: 0,
    flags: { tracked: true },
    flow: { ...flowOf(i), srcPort: 4_000, dstPort: 5_000 },
    int: { version: "1.0", instructions: 0xec00, remaining: 8, hops },
  });
  return bytes.slice(0, end);
}

/** `count` segments over nodes 1 to 3, segment `i` with the flow `i`. */
export const segmentsOf = (deploymentId: string, count: number): Bindings => ({
  segments: Array.from({ length: count }, (_, i) => ({
    deploymentId,
    segmentId: `s${i}`,
    binding: {
      id: `s${i}`,
      flows: [flowOf(i)],
      from: { nodeId: 1 },
      to: { nodeId: 3 },
      plUs: 5,
      dlUs: 6,
    },
    elements: [1, 2, 3].map((nodeId) => ({
      label: `n${nodeId}`,
      kind: "hop" as const,
      nodeId,
      occurrence: 0,
    })),
  })),
});
