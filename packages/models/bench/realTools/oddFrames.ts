import type { Random } from "../../src/core/index.ts";
import type { Packet } from "../../src/synthesis/header/layout.ts";
import { packetOfFrame, sum16 } from "./pcap.ts";

/** A frame that is no whole, well-formed IPv4 packet without options: what networks carry besides. */
export function oddFrame(frame: Buffer, random: Random): Buffer {
  return ODD[random.integer(ODD.length)]!(frame);
}

type Change = (frame: Buffer) => Buffer;
const at = { fragment: 20, ttl: 22, source: 26, destination: 30 } as const;

function summed(frame: Buffer): Buffer {
  const end = 14 + 4 * (frame[14]! & 15);
  frame.writeUInt16BE(0, 24);
  frame.writeUInt16BE(0xffff - sum16(frame.subarray(14, end)), 24);
  return frame;
}
const withNumber =
  (offset: number, bytes: number, value: number): Change =>
  (frame) => {
    const copy = Buffer.from(frame);
    copy.writeUIntBE(value, offset, bytes);
    return summed(copy);
  };
const withOptions =
  (...options: number[]): Change =>
  (frame) => {
    const bytes = Buffer.concat([frame.subarray(0, 34), Buffer.from(options), frame.subarray(34)]);
    bytes[14] = 0x40 + 5 + options.length / 4;
    bytes.writeUInt16BE(bytes.length - 14, 16);
    return summed(bytes);
  };
const tagged: Change = (frame) =>
  Buffer.concat([frame.subarray(0, 12), Buffer.from([0x81, 0, 0, 5]), frame.subarray(12)]);
/** The addresses of the frame before another protocol. */
const ofType =
  (length: number, ...type: number[]): Change =>
  (frame) => {
    const bytes = Buffer.alloc(length);
    frame.copy(bytes, 0, 0, 12);
    Buffer.from(type).copy(bytes, 12);
    return bytes;
  };
const arpQuery = ofType(60, 8, 6, 0, 1, 8, 0, 6, 4, 0, 1);
const ipv6 = ofType(62, 0x86, 0xdd, 0x60, 0, 0, 0, 0, 8, 17, 64);
/** Frames whose own header is followed by none of IPv4. */
export const OTHER_FRAMES: readonly Change[] = [tagged, arpQuery, ipv6];
const cut =
  (bytes: number): Change =>
  (frame) =>
    Buffer.from(frame.subarray(0, bytes));
const badChecksum: Change = (frame) => {
  const bytes = Buffer.from(frame);
  bytes[26] = bytes[26]! ^ 1;
  return bytes;
};
/** A router's answer to the packet: the host cannot be reached. */
const icmpError: Change = (frame) => {
  const bytes = Buffer.concat([
    frame.subarray(0, 34),
    Buffer.from([3, 1, 0, 0, 0, 0, 0, 0]),
    frame.subarray(14, 42),
  ]);
  bytes.writeUInt16BE(bytes.length - 14, 16);
  bytes[22] = 60;
  bytes[23] = 1;
  bytes.writeUInt32BE(frame.readUInt32BE(at.destination), at.source);
  bytes.writeUInt32BE(frame.readUInt32BE(at.source), at.destination);
  bytes.writeUInt16BE(0xffff - sum16(bytes.subarray(34)), 36);
  return summed(bytes);
};
const trailer: Change = (frame) => Buffer.concat([frame, Buffer.alloc(6)]);
const dontFragment =
  (more: number): Change =>
  (frame) => {
    const bytes = Buffer.concat([frame, Buffer.alloc(more, 0x62)]);
    bytes.writeUInt16BE(bytes.length - 14, 16);
    bytes.writeUInt16BE(0x4000, at.fragment);
    return summed(bytes);
  };

const ODD: readonly Change[] = [
  ...[0x2000, 0x2004, 5].map((word) => withNumber(at.fragment, 2, word)),
  ...[0, 1].map((ttl) => withNumber(at.ttl, 1, ttl)),
  ...[0xffffffff, 0xe0000001].map((to) => withNumber(at.destination, 4, to)),
  ...[0xffffffff, 0x7f000001, 0].map((from) => withNumber(at.source, 4, from)),
  // record route, router alert
  withOptions(7, 7, 4, 0, 0, 0, 0, 0),
  withOptions(0x94, 4, 0, 0),
  tagged,
  arpQuery,
  ipv6,
  cut(40),
  cut(30),
  badChecksum,
  icmpError,
  trailer,
  dontFragment(3000),
  dontFragment(0),
];

/** Up to the ports and flags of TCP. */
export const SHORTEST = 54;

/** The fields of a whole IPv4 packet, whose options are passed over; null of anything else. */
export function asWhole(frame: Buffer): Packet | null {
  const isIp = frame.length >= 34 && frame.readUInt16BE(12) === 0x0800 && frame[14]! >> 4 === 4;
  const header = 4 * (frame[14]! & 15);
  const isWhole = isIp && header >= 20 && frame.length >= SHORTEST + header - 20;
  if (!isWhole || (frame.readUInt16BE(20) & 0x3fff) !== 0) return null;
  return packetOfFrame(Buffer.concat([frame.subarray(0, 34), frame.subarray(14 + header)]));
}

/** Whether it is what a router answers. */
export const isIcmpError = (frame: Buffer): boolean =>
  frame[23] === 1 && [3, 4, 5, 11, 12].includes(frame[14 + 4 * (frame[14]! & 15)]!);
