import type { PacketField } from "../../header/layout.ts";

/** Where a field stands in the generated program: headers that carry it, the first valid one counts. */
export const P4_FIELDS: Readonly<
  Record<PacketField, { headers: readonly string[]; field: string; bits: number }>
> = {
  ethDst: { headers: ["ethernet"], field: "dstAddr", bits: 48 },
  ethSrc: { headers: ["ethernet"], field: "srcAddr", bits: 48 },
  ethType: { headers: ["ethernet"], field: "etherType", bits: 16 },
  ipSrc: { headers: ["ipv4"], field: "srcAddr", bits: 32 },
  ipDst: { headers: ["ipv4"], field: "dstAddr", bits: 32 },
  ipProto: { headers: ["ipv4"], field: "protocol", bits: 8 },
  ipTos: { headers: ["ipv4"], field: "diffserv", bits: 8 },
  ipTtl: { headers: ["ipv4"], field: "ttl", bits: 8 },
  srcPort: { headers: ["tcp", "udp"], field: "srcPort", bits: 16 },
  dstPort: { headers: ["tcp", "udp"], field: "dstPort", bits: 16 },
  tcpFlags: { headers: ["tcp"], field: "flags", bits: 8 },
  icmpType: { headers: ["icmp"], field: "icmpType", bits: 8 },
};

export const isPacketField = (field: string): field is PacketField => Object.hasOwn(P4_FIELDS, field);

/** Fields that are matched with value and mask; the others by range. */
export const isTernary = (field: PacketField): boolean => P4_FIELDS[field].bits >= 32;
