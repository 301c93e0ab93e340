import type { Random } from "../../src/core/index.ts";

/** Longest datagram that a mutation makes. */
export const MAX_BYTES = 600;
const EXTREMES = [0, 1, 0x7f, 0x80, 0xfe, 0xff];

/** Writes a mutation of one of the seeds at 0, into room for twice `MAX_BYTES`, and returns its length. */
export function mutate(random: Random, seeds: readonly Uint8Array[], out: Uint8Array): number {
  const seed = seeds[random.integer(seeds.length)];
  out.set(seed);
  let length = seed.length;
  for (let edits = random.integer(6); edits >= 0; edits--) {
    const at = random.integer(length);
    switch (random.integer(6)) {
      case 0:
        out[at] ^= 1 << random.integer(8);
        break;
      case 1:
        out[at] = EXTREMES[random.integer(EXTREMES.length)];
        break;
      case 2:
        out[at] = random.integer(256);
        break;
      case 3:
        // a length or a count that promises too much
        length = Math.max(1, at);
        break;
      case 4: {
        const other = seeds[random.integer(seeds.length)];
        const part = other.subarray(random.integer(other.length));
        out.set(part.subarray(0, MAX_BYTES - at), at);
        length = Math.min(MAX_BYTES, Math.max(length, at + part.length));
        break;
      }
      default:
        out.copyWithin(at, 0, Math.min(length, MAX_BYTES - at));
        length = Math.min(MAX_BYTES, at + length);
    }
  }
  return length;
}
