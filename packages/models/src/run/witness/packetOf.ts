import { createRandom } from "../../core/index.ts";
import type { PathInput } from "../../program/index.ts";

/** Bits of a packet that a header was found at, first and behind the last. */
export type Found = { from: number; to: number };

/** Our choice: shortest packet, and bytes behind the last header, in bytes. */
const LEAST_BYTES = 64;
const PAYLOAD_BYTES = 16;
const MOST_BYTES = 9000;

/**
 * The packet with the values that are demanded, and elsewhere zeros or, with a `noise`, what that draws. Headers are
 * where a run of the program found them (`found`), and one behind the other before that is known. Null: it cannot have
 * the length that is demanded.
 */
export function packetOf(input: PathInput, found: readonly Found[], noise: number | null): Uint8Array | null {
  const writes: { at: number; bits: number; value: bigint }[] = [];
  const starts: number[] = [0];
  input.extractions.forEach(({ fields }, index) => {
    let at = found[index]?.from ?? starts[index]!;
    for (const { bits, value } of fields) {
      if (value !== null) writes.push({ at, bits, value });
      at += bits;
    }
    starts.push(found[index]?.to ?? at);
  });
  // what is demanded of a header goes before what was seen ahead of it
  for (const { behind, offset, bits, value } of input.ahead)
    writes.unshift({ at: (starts[behind + 1] ?? 0) + offset, bits, value });
  const parsed = Math.max(starts.at(-1) ?? 0, ...writes.map(({ at, bits }) => at + bits));
  const least = Math.max(LEAST_BYTES, Math.ceil(parsed / 8) + PAYLOAD_BYTES);
  const demanded = input.metadata.get("packet_length");
  const bytes = demanded === undefined || demanded === 0n ? least : Number(demanded);
  if (bytes > MOST_BYTES || bytes * 8 < parsed) return null;
  const packet = new Uint8Array(bytes);
  const random = noise === null ? null : createRandom(noise);
  if (random) for (let i = 0; i < bytes; i++) packet[i] = random.integer(256);
  // what the machine put before the packet is not the sender's
  for (const { at, bits, value } of writes) if (at >= 0) writeBits(packet, at, bits, value);
  return packet;
}

function writeBits(packet: Uint8Array, at: number, bits: number, value: bigint): void {
  const number = BigInt.asUintN(bits, value);
  for (let bit = 0; bit < bits; bit++) {
    const position = at + bit;
    const mask = 128 >> (position & 7);
    const byte = packet[position >> 3] ?? 0;
    const isSet = ((number >> BigInt(bits - 1 - bit)) & 1n) === 1n;
    packet[position >> 3] = isSet ? byte | mask : byte & ~mask;
  }
}
