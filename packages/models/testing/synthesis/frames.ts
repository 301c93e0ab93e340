import { PACKET_LAYOUT, type Packet, PROTOCOL } from "../../src/synthesis/header/layout.ts";

/** Bits of a frame in order, by field of the model; others are 0 but for what makes it a packet. */
const ETHERNET = [
  ["ethDst", 48],
  ["ethSrc", 48],
  ["ethType", 16],
] as const;
const IPV4 = [
  ["0x45", 8],
  ["ipTos", 8],
  ["length", 16],
  ["0x1234", 16],
  ["0x4000", 16],
  ["ipTtl", 8],
  ["ipProto", 8],
  ["checksum", 16],
  ["ipSrc", 32],
  ["ipDst", 32],
] as const;
const TRANSPORT: Readonly<Record<number, readonly (readonly [string, number])[]>> = {
  [PROTOCOL.tcp]: [
    ["srcPort", 16],
    ["dstPort", 16],
    ["0x01020304", 32],
    ["0x05060708", 32],
    ["0x50", 8],
    ["tcpFlags", 8],
    ["0x2000", 16],
    ["checksum", 16],
    ["0", 16],
  ],
  [PROTOCOL.udp]: [
    ["srcPort", 16],
    ["dstPort", 16],
    ["0x48", 16],
    ["checksum", 16],
  ],
  [PROTOCOL.icmp]: [
    ["icmpType", 8],
    ["0", 8],
    ["checksum", 16],
    ["0x00010002", 32],
  ],
};
/** Behind the headers: what a program takes from here is none of the model's fields. */
const PAYLOAD = [
  ["0xdeadbeefcafe0001", 64],
  ["0", 448],
] as const;

const partsOf = (protocol: number) => [...ETHERNET, ...IPV4, ...(TRANSPORT[protocol] ?? []), ...PAYLOAD];

/** The bytes of a packet of the model, checksums 0. */
export function frameOf(packet: Packet): Uint8Array {
  const bits = partsOf(packet.ipProto ?? 0)
    .map(([name, width]) => numberAt(name, packet).toString(2).padStart(width, "0"))
    .join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number(`0b${byte}`));
}

function numberAt(name: string, packet: Packet): bigint {
  if (/^\d/.test(name)) return BigInt(name);
  if (name === "length") return 84n + BigInt(packet.ipProto === PROTOCOL.tcp ? 20 : 8);
  return name in PACKET_LAYOUT ? BigInt(packet[name] ?? 0) : 0n;
}

/** The same frame with its checksums 0, which a switch may write. `protocol`: of the packet as it came. */
export function withoutChecksums(frame: Uint8Array, protocol: number): Uint8Array {
  const out = frame.slice();
  let bit = 0;
  for (const [name, width] of partsOf(protocol)) {
    if (name === "checksum") out.fill(0, bit / 8, (bit + width) / 8);
    bit += width;
  }
  return out;
}
