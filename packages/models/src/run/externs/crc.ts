/** Parameters of a cyclic redundancy check, in the terms of the usual catalogues. */
export type Crc = {
  width: number;
  polynomial: bigint;
  initial: bigint;
  xorOut: bigint;
  reflectIn: boolean;
  reflectOut: boolean;
};

const reflected = (value: bigint, width: number): bigint => {
  let result = 0n;
  for (let bit = 0; bit < width; bit++) result = (result << 1n) | ((value >> BigInt(bit)) & 1n);
  return result;
};

const BYTES = Array.from({ length: 256 }, (_, byte) => byte);
const REFLECTED_BYTES = Uint8Array.from(BYTES, (byte) => Number(reflected(BigInt(byte), 8)));

/** The check of bytes, as an unsigned number: a `number` for widths of at most 32 bits, which are at least 8. */
export type CrcFunction = (bytes: Uint8Array) => number | bigint;

/** Table-driven, most significant bit first. */
export const crcFunction = (crc: Crc): CrcFunction => (crc.width <= 32 ? narrow(crc) : wide(crc));

/** The remainder stands at the upper end of 32 bits. */
function narrow({ width, polynomial, initial, xorOut, reflectIn, reflectOut }: Crc): CrcFunction {
  const shift = 32 - width;
  const high = Number(polynomial) << shift;
  const table = Uint32Array.from(BYTES, (byte) => {
    let value = byte << 24;
    for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ high : value << 1;
    return value;
  });
  const start = Number(initial) << shift;
  const end = Number(xorOut);
  return (bytes) => {
    let value = start;
    for (let i = 0; i < bytes.length; i++) {
      const byte = reflectIn ? REFLECTED_BYTES[bytes[i]!]! : bytes[i]!;
      value = table[(value >>> 24) ^ byte]! ^ (value << 8);
    }
    const result = reflectOut ? reflectedWord(value) : value >>> shift;
    return (result ^ end) >>> 0;
  };
}

/** What stands at the upper end of 32 bits, the other way round: then at the lower end. */
const reflectedWord = (value: number): number =>
  (REFLECTED_BYTES[value & 255]! << 24) |
  (REFLECTED_BYTES[(value >>> 8) & 255]! << 16) |
  (REFLECTED_BYTES[(value >>> 16) & 255]! << 8) |
  REFLECTED_BYTES[value >>> 24]!;

function wide({ width, polynomial, initial, xorOut, reflectIn, reflectOut }: Crc): CrcFunction {
  const top = 1n << BigInt(width - 1);
  const mask = (1n << BigInt(width)) - 1n;
  const shift = BigInt(width - 8);
  const table = BYTES.map((byte) => {
    let value = BigInt(byte) << shift;
    for (let bit = 0; bit < 8; bit++)
      value = ((value & top) !== 0n ? (value << 1n) ^ polynomial : value << 1n) & mask;
    return value;
  });
  return (bytes) => {
    let value = initial;
    for (const byte of bytes)
      value =
        (table[Number(value >> shift) ^ (reflectIn ? REFLECTED_BYTES[byte]! : byte)]! ^ (value << 8n)) & mask;
    return (reflectOut ? reflected(value, width) : value) ^ xorOut;
  };
}

/** A check whose parameters the control plane can change (`crc16_custom`, `crc32_custom`). */
export class CustomCrc {
  readonly width: number;
  private check: CrcFunction;

  constructor(initial: Crc) {
    this.width = initial.width;
    this.check = crcFunction(initial);
  }

  /** Takes effect with the next packet. */
  change(parameters: Omit<Crc, "width">): void {
    this.check = crcFunction({ width: this.width, ...parameters });
  }

  of(bytes: Uint8Array): number | bigint {
    return this.check(bytes);
  }
}
