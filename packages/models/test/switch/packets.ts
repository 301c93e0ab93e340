import { cliValue } from "./tables.ts";
import { bytesOf, internetChecksum } from "./values.ts";

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
    ...bytesOf(cliValue(packet.src), 4),
    ...bytesOf(cliValue(packet.dst), 4),
  ]);
  ip.set(bytesOf(internetChecksum(ip), 2), 10);
  return Uint8Array.from([
    ...bytesOf(cliValue(packet.dstMac), 6),
    ...bytesOf(cliValue(packet.srcMac), 6),
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
