import type { Random } from "../../src/core/index.ts";
import type { Synthesis } from "../../src/synthesis/classes/synthesis.ts";
import { sizeOf, valueAt } from "../../src/synthesis/header/fieldSet.ts";
import type { Filter } from "../../src/synthesis/header/filter.ts";
import { PACKET_LAYOUT, type Packet, PROTOCOL } from "../../src/synthesis/header/layout.ts";
import type { HeaderValues } from "./runP4.ts";

/** A packet near a random rule of a classifier: within its filter, or one step beside it. */
export function packetNear(synthesis: Synthesis, entry: number, random: Random): Packet {
  const { rules } = synthesis.classifiers[entry]!;
  return packetAround(rules[random.integer(rules.length)]!.filter, random, 0.1);
}

/** A packet of a filter; each field that it asks is one step beside it as often as `beside` says. */
export function packetAround(filter: Filter, random: Random, beside: number): Packet {
  const out: Record<string, number> = {};
  for (const [field, bits] of Object.entries(PACKET_LAYOUT)) {
    const set = filter[field];
    const any = random.integer(2 ** Math.min(bits, 30));
    out[field] = set ? valueAt(set, random.integer(Math.min(sizeOf(set), 2 ** 30)))! : any;
    if (set && random.next() < beside)
      out[field] = Math.max(0, Math.min(2 ** bits - 1, out[field] + (random.next() < 0.5 ? 1 : -1)));
  }
  if (filter.ipTtl === undefined) out.ipTtl = random.next() < 0.2 ? random.integer(6) : 64;
  if (filter.ipProto === undefined) out.ipProto = [6, 17, 1][random.integer(3)]!;
  out.ethType = 0x0800;
  return canonical(out);
}

/** What is not in the packet is 0: ports of other protocols, flags of other than TCP, types of other than ICMP. */
function canonical(packet: Record<string, number>): Packet {
  const hasPorts = packet.ipProto === PROTOCOL.tcp || packet.ipProto === PROTOCOL.udp;
  return {
    ...packet,
    srcPort: hasPorts ? packet.srcPort! : 0,
    dstPort: hasPorts ? packet.dstPort! : 0,
    tcpFlags: packet.ipProto === PROTOCOL.tcp ? packet.tcpFlags! : 0,
    icmpType: packet.ipProto === PROTOCOL.icmp ? packet.icmpType! : 0,
  };
}

/** The same packet as headers, by the field names of the programs that we generate. */
export function headersOf(p: Packet): HeaderValues {
  const n = (field: string): bigint => BigInt(p[field] ?? 0);
  const ports = { srcPort: n("srcPort"), dstPort: n("dstPort") };
  return {
    ethernet: { dstAddr: n("ethDst"), srcAddr: n("ethSrc"), etherType: n("ethType") },
    ipv4: {
      version: 4n,
      ihl: 5n,
      diffserv: n("ipTos"),
      totalLen: 100n,
      fragOffset: 0n,
      ttl: n("ipTtl"),
      protocol: n("ipProto"),
      srcAddr: n("ipSrc"),
      dstAddr: n("ipDst"),
    },
    ...(p.ipProto === PROTOCOL.tcp ? { tcp: { ...ports, flags: n("tcpFlags") } } : {}),
    ...(p.ipProto === PROTOCOL.icmp ? { icmp: { icmpType: n("icmpType") } } : {}),
    ...(p.ipProto === PROTOCOL.udp ? { udp: { ...ports, length: 80n } } : {}),
  };
}

export function packetOf(headers: HeaderValues): Packet {
  const l4 = headers.tcp ?? headers.udp;
  const n = (value: bigint | undefined): number => Number(value ?? 0n);
  return {
    ethDst: n(headers.ethernet?.dstAddr),
    ethSrc: n(headers.ethernet?.srcAddr),
    ethType: n(headers.ethernet?.etherType),
    ipSrc: n(headers.ipv4?.srcAddr),
    ipDst: n(headers.ipv4?.dstAddr),
    ipProto: n(headers.ipv4?.protocol),
    ipTos: n(headers.ipv4?.diffserv),
    ipTtl: n(headers.ipv4?.ttl),
    srcPort: n(l4?.srcPort),
    dstPort: n(l4?.dstPort),
    tcpFlags: n(headers.tcp?.flags),
    icmpType: n(headers.icmp?.icmpType),
  };
}
