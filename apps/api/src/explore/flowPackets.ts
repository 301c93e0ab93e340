import { readPacket } from "@p4twin/models/run";
import { flowText, type ReportSample } from "@p4twin/models/telemetry";

/** A packet as it came in, and at which port. */
export type HeardPacket = { port: number; bytes: Uint8Array };

const PROTOCOLS: Readonly<Record<number, string>> = { 6: "tcp", 17: "udp" };
/** Where a report does not say at which port its packet came in (our choice). */
const PORT = 0;

/**
 * One packet for each flow, DSCP and port that kept reports tell of, the newest first: addresses, protocol and ports
 * are the flow's; MAC addresses, TTL and payload are not reported and as `readPacket` makes them. `most`: so many at
 * most.
 */
export function flowPackets(
  samples: readonly Pick<ReportSample, "flow" | "dscp" | "hops">[],
  most: number,
): HeardPacket[] {
  const packets = new Map<string, HeardPacket>();
  for (const { flow, dscp, hops } of samples) {
    if (packets.size >= most) break;
    if (!flow) continue;
    const port = hops[0]?.ingressPort ?? PORT;
    const key = `${flowText(flow)} ${dscp} ${port}`;
    if (packets.has(key)) continue;
    const packet = readPacket(textOf(flow), []);
    if (!packet.ok) continue;
    packets.set(key, { port, bytes: withDscp(packet.value, dscp) });
  }
  return [...packets.values()];
}

function textOf({ src, dst, proto, srcPort, dstPort }: NonNullable<ReportSample["flow"]>): string {
  const layer = PROTOCOLS[proto];
  const ports = layer && srcPort !== null && dstPort !== null;
  const above = ports ? `/${layer}(sport=${srcPort},dport=${dstPort})` : "";
  const isV6 = src.includes(":");
  const named = isV6 ? "nh" : "proto";
  return `eth/${isV6 ? "ipv6" : "ipv4"}(src=${src},dst=${dst},${named}=${proto})${above}`;
}

const ETHERNET_BYTES = 14;
const V4 = 4;

/** DSCP in the IP header; the IPv4 checksum follows (RFC 1624, eq. 3). */
function withDscp(bytes: Uint8Array, dscp: number | null): Uint8Array {
  if (dscp === null || dscp === 0) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const before = view.getUint16(ETHERNET_BYTES);
  if (before >> 12 !== V4) {
    view.setUint16(ETHERNET_BYTES, (before & 0xf03f) | (dscp << 6));
    return bytes;
  }
  const after = (before & 0xff03) | (dscp << 2);
  view.setUint16(ETHERNET_BYTES, after);
  const at = ETHERNET_BYTES + 10;
  const sum = (~view.getUint16(at) & 0xffff) + (~before & 0xffff) + after;
  const folded = (sum & 0xffff) + (sum >>> 16);
  view.setUint16(at, ~((folded & 0xffff) + (folded >>> 16)) & 0xffff);
  return bytes;
}
