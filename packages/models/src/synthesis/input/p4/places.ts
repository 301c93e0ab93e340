import { type WrittenKey, writtenNumber } from "../../../program/index.ts";
import { type FieldSet, prefixSet } from "../../header/fieldSet.ts";
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

/** What an entry writes, as runs read it; null when it is no number or address, or not below 2^53. */
export function parseNumber(text: string): number | null {
  const value = writtenNumber(text);
  return value !== null && value >= 0n && value <= Number.MAX_SAFE_INTEGER ? Number(value) : null;
}

/** Values of a match; null when it cannot be read, has more bits than the key, or its mask is not a prefix. */
export function valuesOf(key: WrittenKey, bits: number): FieldSet | null {
  const start = parseNumber("mark" in key ? key.first : key.value);
  if (start === null || start >= 2 ** bits) return null;
  if (!("mark" in key)) return [start, start];
  const { mark, second } = key;
  if (mark === "/")
    return /^\d+$/.test(second) && Number(second) <= bits ? prefixSet(start, Number(second), bits) : null;
  const other = parseNumber(second);
  if (other === null || other >= 2 ** bits) return null;
  if (mark === "->") return [start, other];
  const length = bits - Math.log2(2 ** bits - other);
  return Number.isInteger(length) ? prefixSet(start, length, bits) : null;
}
