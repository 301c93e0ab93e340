import type { Random } from "../../src/core/index.ts";
import { sum16 } from "./pcap.ts";

/** Frames that are no whole, well-formed IPv4 packets without options: what networks carry besides. */
export function oddFrames(frame: Buffer, random: Random): { what: string; isIp: boolean; bytes: Buffer }[] {
  const made = [
    fragment(frame, 0x2000),
    fragment(frame, 0x2004),
    fragment(frame, 5),
    withOptions(frame, Buffer.from([7, 7, 4, 0, 0, 0, 0, 0])),
    withOptions(frame, Buffer.from([0x94, 4, 0, 0])),
    withTtl(frame, 0),
    withTtl(frame, 1),
    tagged(frame),
    arp(frame),
    ipv6(frame),
    cutShort(frame, 40),
    cutShort(frame, 30),
    badChecksum(frame),
    toAddress(frame, 0xffffffff),
    toAddress(frame, 0xe0000001),
    icmpError(frame),
    trailer(frame),
    dontFragment(frame, 3000),
    dontFragment(frame, 0),
    fromAddress(frame, 0xffffffff),
    fromAddress(frame, 0x7f000001),
    fromAddress(frame, 0),
  ];
  return [made[random.integer(made.length)]!];
}

type Odd = { what: string; isIp: boolean; bytes: Buffer };
function summed(frame: Buffer): Buffer {
  const end = 14 + 4 * (frame[14]! & 15);
  frame.writeUInt16BE(0, 24);
  frame.writeUInt16BE(0xffff - sum16(frame.subarray(14, end)), 24);
  return frame;
}
const changed = (what: string, frame: Buffer, change: (copy: Buffer) => void): Odd => {
  const copy = Buffer.from(frame);
  change(copy);
  return { what, isIp: true, bytes: summed(copy) };
};
const fragment = (frame: Buffer, word: number): Odd =>
  changed("fragment", frame, (f) => f.writeUInt16BE(word, 20));
const withTtl = (frame: Buffer, ttl: number): Odd =>
  changed(`TTL ${ttl}`, frame, (f) => f.writeUInt8(ttl, 22));
const toAddress = (frame: Buffer, to: number): Odd =>
  changed("to broadcast or multicast", frame, (f) => f.writeUInt32BE(to, 30));
const fromAddress = (frame: Buffer, from: number): Odd =>
  changed("from a bad source", frame, (f) => f.writeUInt32BE(from, 26));
function withOptions(frame: Buffer, options: Buffer): Odd {
  const bytes = Buffer.concat([frame.subarray(0, 34), options, frame.subarray(34)]);
  bytes[14] = 0x40 + 5 + options.length / 4;
  bytes.writeUInt16BE(bytes.length - 14, 16);
  return { what: "IP options", isIp: true, bytes: summed(bytes) };
}
const tagged = (frame: Buffer): Odd => ({
  what: "VLAN",
  isIp: false,
  bytes: Buffer.concat([frame.subarray(0, 12), Buffer.from([0x81, 0, 0, 5]), frame.subarray(12)]),
});
function arp(frame: Buffer): Odd {
  const bytes = Buffer.alloc(60);
  frame.copy(bytes, 0, 0, 12);
  Buffer.from([8, 6, 0, 1, 8, 0, 6, 4, 0, 1]).copy(bytes, 12);
  return { what: "ARP", isIp: false, bytes };
}
function ipv6(frame: Buffer): Odd {
  const bytes = Buffer.alloc(62);
  frame.copy(bytes, 0, 0, 12);
  Buffer.from([0x86, 0xdd, 0x60, 0, 0, 0, 0, 8, 17, 64]).copy(bytes, 12);
  return { what: "IPv6", isIp: false, bytes };
}
const cutShort = (frame: Buffer, bytes: number): Odd => ({
  what: "cut short",
  isIp: true,
  bytes: Buffer.from(frame.subarray(0, bytes)),
});
function badChecksum(frame: Buffer): Odd {
  const bytes = Buffer.from(frame);
  bytes[26] = bytes[26]! ^ 1;
  return { what: "bad checksum", isIp: false, bytes };
}
function icmpError(frame: Buffer): Odd {
  const inner = frame.subarray(14, 42);
  const bytes = Buffer.concat([frame.subarray(0, 34), Buffer.from([3, 1, 0, 0, 0, 0, 0, 0]), inner]);
  bytes.writeUInt16BE(bytes.length - 14, 16);
  bytes[22] = 60;
  bytes[23] = 1;
  const [src, dst] = [frame.readUInt32BE(26), frame.readUInt32BE(30)];
  bytes.writeUInt32BE(dst, 26);
  bytes.writeUInt32BE(src, 30);
  bytes.writeUInt16BE(0xffff - sum16(bytes.subarray(34)), 36);
  return { what: "ICMP error", isIp: true, bytes: summed(bytes) };
}
const trailer = (frame: Buffer): Odd => ({
  what: "trailer",
  isIp: true,
  bytes: Buffer.concat([frame, Buffer.alloc(6)]),
});
function dontFragment(frame: Buffer, more: number): Odd {
  const bytes = Buffer.concat([frame, Buffer.alloc(more, 0x62)]);
  bytes.writeUInt16BE(bytes.length - 14, 16);
  bytes.writeUInt16BE(0x4000, 20);
  return { what: "don't fragment", isIp: true, bytes: summed(bytes) };
}
