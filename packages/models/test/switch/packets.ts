import { controlNumber } from "../../src/program/index.ts";

export type UdpPacket = {
  srcMac: string;
  dstMac: string;
  src: string;
  dst: string;
  srcPort: number;
  dstPort: number;
  identification?: number;
  ecn?: number;
  payloadBytes?: number;
};

/** An Ethernet frame with IPv4 and UDP; the payload counts up. */
export function udpFrame(packet: UdpPacket): Uint8Array {
  const { payloadBytes = 100, identification = 0, ecn = 0 } = packet;
  const word = (value: number, length = 2): number[] => [...bytesOf(BigInt(value), length)];
  const ip = Uint8Array.from([
    ...[0x45, ecn, ...word(28 + payloadBytes), ...word(identification), 0x40, 0, 64, 17, 0, 0],
    ...bytesOf(controlNumber(packet.src), 4),
    ...bytesOf(controlNumber(packet.dst), 4),
  ]);
  ip.set(bytesOf(internetChecksum(ip), 2), 10);
  return Uint8Array.from([
    ...bytesOf(controlNumber(packet.dstMac), 6),
    ...bytesOf(controlNumber(packet.srcMac), 6),
    ...[8, 0, ...ip],
    ...[...word(packet.srcPort), ...word(packet.dstPort), ...word(8 + payloadBytes), 0, 0],
    ...Array.from({ length: payloadBytes }, (_, i) => i & 0xff),
  ]);
}

const ETHERNET_BYTES = 14;
const IPV4_BYTES = 20;
/** Zero for the IPv4 header at `at` of a frame when its checksum is right. */
export const ipv4Check = (frame: Uint8Array, at = ETHERNET_BYTES): bigint =>
  internetChecksum(frame.subarray(at, at + IPV4_BYTES));

/** A value in so many bytes, highest first. */
const bytesOf = (value: bigint, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => Number((value >> BigInt(8 * (length - 1 - i))) & 0xffn));

/** The ones' complement sum of 16-bit words, complemented (RFC 1071). */
function internetChecksum(bytes: Uint8Array): bigint {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 2) sum += (bytes[i] << 8) | (bytes[i + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return BigInt(~sum & 0xffff);
}
