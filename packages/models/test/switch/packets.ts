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
  const frame = new Uint8Array(ETHERNET_BYTES + IPV4_BYTES + UDP_BYTES + payloadBytes);
  const view = new DataView(frame.buffer);
  frame.set(bytesOf(controlNumber(packet.dstMac), 6), 0);
  frame.set(bytesOf(controlNumber(packet.srcMac), 6), 6);
  frame.set([8, 0, 0x45, ecn], 12);
  view.setUint16(16, IPV4_BYTES + UDP_BYTES + payloadBytes);
  view.setUint16(18, identification);
  frame.set([0x40, 0, 64, 17], 20);
  frame.set(bytesOf(controlNumber(packet.src), 4), 26);
  frame.set(bytesOf(controlNumber(packet.dst), 4), 30);
  view.setUint16(24, Number(ipv4Check(frame)));
  view.setUint16(34, packet.srcPort);
  view.setUint16(36, packet.dstPort);
  view.setUint16(38, UDP_BYTES + payloadBytes);
  for (let i = 0; i < payloadBytes; i++) frame[42 + i] = i & 0xff;
  return frame;
}

const ETHERNET_BYTES = 14;
const IPV4_BYTES = 20;
const UDP_BYTES = 8;
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
