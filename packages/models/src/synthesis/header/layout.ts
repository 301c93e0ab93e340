/** Width in bits of every field of a packet. */
export type Layout = Readonly<Record<string, number>>;

/**
 * Fields of a packet as the chain sees them (thesis Sec. 7.2.1: a vector of unsigned header values). Ports
 * are those of TCP or UDP, types those of ICMP.
 */
export const PACKET_LAYOUT = {
  ethDst: 48,
  ethSrc: 48,
  ethType: 16,
  ipSrc: 32,
  ipDst: 32,
  ipProto: 8,
  ipTos: 8,
  ipTtl: 8,
  srcPort: 16,
  dstPort: 16,
  tcpFlags: 8,
  icmpType: 8,
} as const satisfies Layout;

export type PacketField = keyof typeof PACKET_LAYOUT;

export const PROTOCOL = { icmp: 1, tcp: 6, udp: 17 } as const;

/** What identifies a flow. */
export const FIVE_TUPLE = ["ipSrc", "ipDst", "ipProto", "srcPort", "dstPort"] as const;

/** A packet: the value of each of its fields; a missing field is 0. */
export type Packet = Readonly<Record<string, number>>;
