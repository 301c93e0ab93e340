import type { PacketField } from "../../header/layout.ts";

type KnownHeader = {
  /** instances are called so */
  name: RegExp;
  /** by their names without underscores */
  fields: Readonly<Record<string, PacketField>>;
  /** headers in front of it, and the value by which the last of them announces it */
  behind: readonly string[];
  announced: Readonly<Partial<Record<PacketField, number>>>;
  /** where its fields are in their places; left out: it may have more than the model knows */
  bytes?: number;
};

const PORTS = { srcport: "srcPort", sport: "srcPort", dstport: "dstPort", dport: "dstPort" } as const;

/** What people call the headers and fields that a chain is synthesised over. */
const HEADERS: Readonly<Record<string, KnownHeader>> = {
  ethernet: {
    name: /^(eth|ethernet)$/,
    fields: {
      dstaddr: "ethDst",
      dst: "ethDst",
      dstmac: "ethDst",
      srcaddr: "ethSrc",
      src: "ethSrc",
      srcmac: "ethSrc",
      ethertype: "ethType",
      type: "ethType",
    },
    behind: [],
    announced: {},
    bytes: 14,
  },
  ipv4: {
    name: /^(ip|ipv4)$/,
    fields: {
      dstaddr: "ipDst",
      dst: "ipDst",
      dstip: "ipDst",
      srcaddr: "ipSrc",
      src: "ipSrc",
      srcip: "ipSrc",
      protocol: "ipProto",
      proto: "ipProto",
      ttl: "ipTtl",
      diffserv: "ipTos",
      tos: "ipTos",
    },
    behind: ["ethernet"],
    announced: { ethType: 0x0800 },
    bytes: 20,
  },
  tcp: {
    name: /^tcp$/,
    fields: { ...PORTS, flags: "tcpFlags" },
    behind: ["ethernet", "ipv4"],
    announced: { ipProto: 6 },
  },
  udp: { name: /^udp$/, fields: PORTS, behind: ["ethernet", "ipv4"], announced: { ipProto: 17 }, bytes: 8 },
  icmp: {
    name: /^icmp$/,
    fields: { type: "icmpType", icmptype: "icmpType" },
    behind: ["ethernet", "ipv4"],
    announced: { ipProto: 1 },
  },
};

const knownAs = (instance: string): [string, KnownHeader] | null =>
  Object.entries(HEADERS).find(([, { name }]) => name.test(instance)) ?? null;

/** The packet field behind `ipv4`, `src_addr`, null when the model has none. */
export const packetFieldOf = (instance: string, field: string): PacketField | null =>
  knownAs(instance)?.[1].fields[field.replaceAll("_", "").toLowerCase()] ?? null;

/**
 * What packets have where a parser takes header `instance`, of so many bytes, behind those of `before`: the values by
 * which it is that header; null when it is none of the model's, or not in its place.
 */
export function announcing(
  instance: string,
  before: readonly string[],
  bytes: number | null,
): KnownHeader["announced"] | null {
  const header = knownAs(instance)?.[1];
  if (bytes !== null && header?.bytes !== undefined && bytes !== header.bytes) return null;
  const present = before.map((each) => knownAs(each)?.[0] ?? each).sort();
  return header && present.join() === [...header.behind].sort().join() ? header.announced : null;
}

/** Whether the headers of `before` are in front of something that is no IPv4 packet, such as a VLAN tag or ARP. */
export const isFrameOnly = (before: readonly string[]): boolean =>
  before.length === 1 && knownAs(before[0]!)?.[0] === "ethernet";
