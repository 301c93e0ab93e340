import { isNarrow, numberFor } from "./numbers.ts";

/** `width` bits of a packet from bit `at` on, as an unsigned number of at most 32 bits. */
export function readNarrow(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  let taken = 0;
  let index = at >> 3;
  const skipped = at & 7;
  if (skipped > 0) {
    const here = Math.min(8 - skipped, width);
    value = ((bytes[index] ?? 0) >> (8 - skipped - here)) & (2 ** here - 1);
    taken = here;
    index++;
  }
  for (; taken + 8 <= width; taken += 8) value = value * 256 + (bytes[index++] ?? 0);
  const rest = width - taken;
  return rest > 0 ? value * 2 ** rest + ((bytes[index] ?? 0) >> (8 - rest)) : value;
}

/** Two words as one number of 64 bits and back: no arithmetic on big integers (`words[LOW]` is the lower one). */
const both = new BigUint64Array(1);
const words = new Uint32Array(both.buffer);
const LOW = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;

/** A number of 33 to 64 bits from its upper bits and its lower 32. */
export function wideOf(high: number, low: number): bigint {
  words[HIGH] = high;
  words[LOW] = low;
  return both[0]!;
}

/** The upper bits of a number of 33 to 64 bits; then `lowWord` gives the lower 32. */
export function highWord(value: bigint): number {
  both[0] = value;
  return words[HIGH]!;
}

export const lowWord = (): number => words[LOW]!;

/** As `readNarrow`, of any width. */
export function readWide(bytes: Uint8Array, at: number, width: number): bigint {
  if (width > 32 && width <= 64) {
    words[HIGH] = readNarrow(bytes, at, width - 32);
    words[LOW] = readNarrow(bytes, at + width - 32, 32);
    return both[0]!;
  }
  let value = 0n;
  let taken = width % 32;
  if (taken > 0) value = BigInt(readNarrow(bytes, at, taken));
  for (; taken < width; taken += 32) value = (value << 32n) | BigInt(readNarrow(bytes, at + taken, 32));
  return value;
}

/** A field of a packet as it is held for its type. */
export const readField = (
  bytes: Uint8Array,
  at: number,
  field: { width: number; isSigned: boolean },
): number | bigint => {
  if (!isNarrow(field)) return numberFor(readWide(bytes, at, field.width), field);
  const value = readNarrow(bytes, at, field.width);
  return field.isSigned ? Number(BigInt.asIntN(field.width, BigInt(value))) : value;
};

/** Our choice, by measurement. */
const FEW_BYTES = 128;

/** Bytes of memory that packets share (our choice): small beside what a few that are kept would hold of it. */
const SHARED_BYTES = 16_384;
let shared = new Uint8Array(SHARED_BYTES);
let sharedAt = 0;

/** A copy of the first bytes: a buffer for each packet costs more (`npm run bench emulatedCloud`). */
function copyOf(bytes: Uint8Array, count: number): Uint8Array {
  if (count > SHARED_BYTES / 8) return bytes.slice(0, count);
  if (sharedAt + count > SHARED_BYTES) {
    shared = new Uint8Array(SHARED_BYTES);
    sharedAt = 0;
  }
  const copy = shared.subarray(sharedAt, sharedAt + count);
  sharedAt += count;
  if (count > FEW_BYTES) copy.set(bytes.subarray(0, count));
  else for (let i = 0; i < count; i++) copy[i] = bytes[i]!;
  return copy;
}

/** Bits one after the other, most significant first. */
export class BitWriter {
  private bytes = new Uint8Array(256);
  private at = 0;

  get bits(): number {
    return this.at;
  }

  write(value: number, width: number): void {
    this.reserve(width);
    if (((this.at | width) & 7) === 0) {
      const { bytes } = this;
      let index = this.at >> 3;
      for (let shift = width - 8; shift >= 0; shift -= 8) bytes[index++] = value >>> shift;
      this.at += width;
      return;
    }
    let left = width;
    while (left > 0) {
      const room = 8 - (this.at & 7);
      const here = Math.min(room, left);
      const part = (value >>> (left - here)) & ((1 << here) - 1);
      const index = this.at >> 3;
      // a byte begins anew: what an earlier packet left there does not count
      const before = room === 8 ? 0 : this.bytes[index]!;
      this.bytes[index] = before | (part << (room - here));
      this.at += here;
      left -= here;
    }
  }

  writeWide(value: bigint, width: number): void {
    if (width > 32 && width <= 64) {
      both[0] = value;
      const high = words[HIGH]!;
      const low = words[LOW]!;
      this.write(width === 64 ? high : high & (2 ** (width - 32) - 1), width - 32);
      this.write(low, 32);
      return;
    }
    let left = width % 32;
    if (left > 0) this.write(Number(BigInt.asUintN(left, value >> BigInt(width - left))), left);
    for (left = width - left; left > 0; left -= 32)
      this.write(Number(BigInt.asUintN(32, value >> BigInt(left - 32))), 32);
  }

  /** Those from `from` on. */
  writeBytes(bytes: Uint8Array, from = 0): void {
    const count = Math.max(0, bytes.length - from);
    if ((this.at & 7) !== 0) {
      for (let i = from; i < bytes.length; i++) this.write(bytes[i]!, 8);
      return;
    }
    this.reserve(count * 8);
    const to = this.at >> 3;
    // a view of the rest costs more than a few bytes do
    if (count <= FEW_BYTES) for (let i = 0; i < count; i++) this.bytes[to + i] = bytes[from + i]!;
    else this.bytes.set(bytes.subarray(from), to);
    this.at += count * 8;
  }

  /** The bytes that are written now, from `claim` on. */
  get buffer(): Uint8Array {
    return this.bytes;
  }

  /** Room for whole bytes, which the caller writes; -1 where the next bit does not begin one. */
  claim(bits: number): number {
    if (((this.at | bits) & 7) !== 0) return -1;
    this.reserve(bits);
    const index = this.at >> 3;
    this.at += bits;
    return index;
  }

  /** Fills the last byte with zeros on the right. */
  fillByte(): void {
    this.at = (this.at + 7) & ~7;
  }

  /** What was written, the last byte filled with zeros on the right. */
  take(): Uint8Array {
    const taken = copyOf(this.bytes, (this.at + 7) >> 3);
    this.clear();
    return taken;
  }

  /** What was written, the first byte filled with zeros in front (as psa_switch packs the input of a hash). */
  takeAtEnd(): Uint8Array {
    const bits = this.at;
    const bytes = this.take();
    const missing = (8 - (bits % 8)) % 8;
    if (missing === 0) return bytes;
    this.write(0, missing);
    this.writeWide(readWide(bytes, 0, bits), bits);
    return this.take();
  }

  /** What was written, until it is cleared. */
  view(): Uint8Array {
    return this.bytes.subarray(0, (this.at + 7) >> 3);
  }

  clear(): void {
    this.at = 0;
  }

  private reserve(width: number): void {
    const needed = ((this.at + width + 7) >> 3) + 1;
    if (needed <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}
