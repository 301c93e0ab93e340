import type { Packet } from "../../src/synthesis/header/layout.ts";

const MAGIC = 0xa1b2c3d4;
const ETHERNET = 1;
const HEADER_BYTES = 24;
const RECORD_BYTES = 16;
const PAYLOAD_BYTES = 26;

/** A capture file of Ethernet frames, one a millisecond. */
export function writePcap(frames: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt32LE(MAGIC, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(65_535, 16);
  head.writeUInt32LE(ETHERNET, 20);
  const records = frames.flatMap((frame, i) => {
    const record = Buffer.alloc(RECORD_BYTES);
    record.writeUInt32LE(1 + Math.floor(i / 1000), 0);
    record.writeUInt32LE((i % 1000) * 1000, 4);
    record.writeUInt32LE(frame.length, 8);
    record.writeUInt32LE(frame.length, 12);
    return [record, frame];
  });
  return Buffer.concat([head, ...records]);
}

/** The frames of a little-endian capture file. */
export function readPcap(file: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = HEADER_BYTES; at + RECORD_BYTES <= file.length; ) {
    const length = file.readUInt32LE(at + 8);
    frames.push(file.subarray(at + RECORD_BYTES, at + RECORD_BYTES + length));
    at += RECORD_BYTES + length;
  }
  return frames;
}

/** The Internet checksum's sum over 16-bit words. */
export const sum16 = (bytes: Buffer, from = 0): number => {
  let sum = from;
  for (let i = 0; i < bytes.length; i += 2) sum += (bytes[i]! << 8) + (bytes[i + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + Math.floor(sum / 65_536);
  return sum;
};

/** An IPv4 packet in an Ethernet frame with the fields of `packet` and valid checksums. */
export function frameOf(packet: Packet): Buffer {
  const field = (name: string): number => packet[name] ?? 0;
  const isTcp = field("ipProto") === 6;
  const l4 = Buffer.alloc((isTcp ? 20 : 8) + PAYLOAD_BYTES, 0x61);
  l4.fill(0, 0, isTcp ? 20 : 8);
  l4.writeUInt16BE(field("srcPort"), 0);
  l4.writeUInt16BE(field("dstPort"), 2);
  if (field("ipProto") === 1) l4[0] = field("icmpType");
  if (isTcp) {
    l4[12] = 0x50;
    l4[13] = field("tcpFlags");
  } else l4.writeUInt16BE(l4.length, 4);
  const ip = Buffer.alloc(20);
  ip[0] = 0x45;
  ip[1] = field("ipTos");
  ip.writeUInt16BE(ip.length + l4.length, 2);
  ip.writeUInt16BE(1, 4);
  ip[8] = field("ipTtl");
  ip[9] = field("ipProto");
  ip.writeUInt32BE(field("ipSrc"), 12);
  ip.writeUInt32BE(field("ipDst"), 16);
  ip.writeUInt16BE(0xffff - sum16(ip), 10);
  if (isTcp || field("ipProto") === 17) {
    const pseudo = sum16(ip.subarray(12, 20), field("ipProto") + l4.length);
    // 0 says that there is no checksum
    l4.writeUInt16BE(0xffff - sum16(l4, pseudo) || 0xffff, isTcp ? 16 : 6);
  }
  const ethernet = Buffer.alloc(14);
  ethernet.writeUIntBE(field("ethDst"), 0, 6);
  ethernet.writeUIntBE(field("ethSrc"), 6, 6);
  ethernet.writeUInt16BE(field("ethType"), 12);
  return Buffer.concat([ethernet, ip, l4]);
}

/** The fields of a frame with an IPv4 header without options. */
export function packetOfFrame(frame: Buffer): Packet {
  const ipProto = frame[23]!;
  const hasPorts = ipProto === 6 || ipProto === 17;
  return {
    ethDst: frame.readUIntBE(0, 6),
    ethSrc: frame.readUIntBE(6, 6),
    ethType: frame.readUInt16BE(12),
    ipTos: frame[15]!,
    ipTtl: frame[22]!,
    ipProto,
    ipSrc: frame.readUInt32BE(26),
    ipDst: frame.readUInt32BE(30),
    srcPort: hasPorts ? frame.readUInt16BE(34) : 0,
    dstPort: hasPorts ? frame.readUInt16BE(36) : 0,
    tcpFlags: ipProto === 6 ? frame[47]! : 0,
    icmpType: ipProto === 1 ? frame[34]! : 0,
  };
}

/** Whether the checksums of the IP header and of TCP or UDP are right. */
export function hasValidChecksums(frame: Buffer): boolean {
  // what lies behind the packet fills the frame up
  const [ip, l4] = [frame.subarray(14, 34), frame.subarray(34, 14 + frame.readUInt16BE(16))];
  if (sum16(ip) !== 0xffff) return false;
  const protocol = frame[23]!;
  if (protocol !== 6 && protocol !== 17) return true;
  return sum16(l4, sum16(ip.subarray(12, 20), protocol + l4.length)) === 0xffff;
}
