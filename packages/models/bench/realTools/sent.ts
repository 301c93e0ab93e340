import type { Random } from "../../src/core/index.ts";
import { valuesOf } from "../../src/synthesis/header/fieldSet.ts";
import type { Packet } from "../../src/synthesis/header/layout.ts";
import type { Synthesis } from "../../src/synthesis/index.ts";
import { packetAround, packetNear } from "../../testing/synthesis/packets.ts";
import { entryMac } from "./click.ts";
import { packetOfFrame, sum16 } from "./pcap.ts";
import { ruleFilters } from "./ruleFilters.ts";

/** Fields that tests of flows use: few addresses, so that packets meet the mappings of others. */
export function packetFor(synthesis: Synthesis, entry: number, random: Random): Packet {
  const near = packetNear(synthesis, entry, random);
  return sendable(near, entry);
}

/** The packets of one rule after the other, each by itself; half of all, the rest is near them. */
export function packetsFor(synthesis: Synthesis, entry: number, count: number, random: Random): Packet[] {
  const rules = ruleFilters(synthesis, entry, Math.ceil(count / 2));
  return Array.from({ length: count }, (_, i) => {
    const filters = i % 2 === 0 ? rules[(i / 2) % rules.length] : undefined;
    if (!filters) return packetFor(synthesis, entry, random);
    const filter = filters[random.integer(filters.length)]!;
    const asks = (field: string): boolean => filter[field] !== undefined;
    // what has no ports or flags reads as 0, which the filter may not take
    const transport = asks("icmpType")
      ? [1]
      : asks("tcpFlags")
        ? [6]
        : asks("srcPort") || asks("dstPort")
          ? [6, 17]
          : [6, 17, 1];
    const ipProto = filter.ipProto ?? valuesOf(transport[random.integer(transport.length)]!);
    return sendable(packetAround({ ...filter, ipProto }, random, 0), entry, true);
  });
}

/** A packet of the model as one of the entry's; of the protocols of flows, unless it `keepsProtocol`. */
function sendable(near: Packet, entry: number, keepsProtocol = false): Packet {
  const known = near.ipProto === 1 ? 1 : near.ipProto === 6 ? 6 : 17;
  const ipProto = keepsProtocol ? near.ipProto! : known;
  const hasPorts = ipProto === 6 || ipProto === 17;
  return {
    ...near,
    ipProto,
    ethDst: 0x020000000099,
    ethSrc: entryMac(entry),
    srcPort: hasPorts ? near.srcPort! : 0,
    dstPort: hasPorts ? near.dstPort! : 0,
    tcpFlags: ipProto === 6 ? near.tcpFlags! & 0x3f : 0,
    icmpType: ipProto === 1 ? near.icmpType! : 0,
  };
}

/** The reply to a frame that left, as it comes in at `entry`. */
export function replyTo(frame: Buffer, entry: number): Packet {
  const p = packetOfFrame(frame);
  return {
    ...p,
    ethSrc: entryMac(entry),
    ipSrc: p.ipDst!,
    ipDst: p.ipSrc!,
    srcPort: p.dstPort!,
    dstPort: p.srcPort!,
    ipTtl: 60,
  };
}

/** What to send at `entry`: a frame, or the reply to what became of the n-th. */
export type Sent = { frame: Buffer; entry: number } | { replyTo: number; entry: number };

/** A recorded frame as it comes in at an entry. */
export function comingIn(recorded: Buffer, entry: number): Buffer {
  const frame = Buffer.from(recorded);
  frame.writeUIntBE(0x020000000099, 0, 6);
  frame.writeUIntBE(entryMac(entry), 6, 6);
  return frame;
}

/** The frame with its number as IP identification. */
export function numbered(given: Buffer, id: number): Buffer {
  const frame = Buffer.from(given);
  frame.writeUInt16BE(id, 18);
  frame.writeUInt16BE(0, 24);
  frame.writeUInt16BE(0xffff - sum16(frame.subarray(14, 34)), 24);
  return frame;
}
