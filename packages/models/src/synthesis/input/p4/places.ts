import type { Match } from "../../../program/index.ts";
import { type FieldSet, fullSet, prefixSet } from "../../header/fieldSet.ts";
import type { PacketField } from "../../header/layout.ts";

/**
 * What people call the fields that a chain is synthesised over, by the header's instance and the field's name
 * without underscores.
 */
const NAMES: readonly { header: RegExp; fields: Readonly<Record<string, PacketField>> }[] = [
  {
    header: /^(eth|ethernet)$/,
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
  },
  {
    header: /^(ip|ipv4)$/,
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
  },
  {
    header: /^(tcp|udp)$/,
    fields: { srcport: "srcPort", sport: "srcPort", dstport: "dstPort", dport: "dstPort", flags: "tcpFlags" },
  },
];

/** Whether packets of the model have the header. */
export const isKnownHeader = (header: string): boolean => NAMES.some((n) => n.header.test(header));

/** The packet field behind `hdr.ipv4.src_addr`, null when the model has none. */
export function packetFieldOf(header: string, field: string): PacketField | null {
  const known = NAMES.find((n) => n.header.test(header));
  return known?.fields[field.replaceAll("_", "").toLowerCase()] ?? null;
}

/** Values of a match; null when it has more bits than the field, or its mask is not a prefix. */
export function valuesOf(match: Match, bits: number): FieldSet | null {
  const fits = Object.values(match).every((each) => typeof each !== "bigint" || each < 2n ** BigInt(bits));
  if (!fits) return null;
  switch (match.kind) {
    case "any":
      return fullSet(bits);
    case "exact":
      return [Number(match.value), Number(match.value)];
    case "lpm":
      return match.prefix <= bits ? prefixSet(Number(match.value), match.prefix, bits) : null;
    case "range":
      return [Number(match.low), Number(match.high)];
    case "ternary": {
      const length = bits - Math.log2(2 ** bits - Number(match.mask));
      return Number.isInteger(length) ? prefixSet(Number(match.value), length, bits) : null;
    }
  }
}
