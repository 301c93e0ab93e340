import type { ExternCall } from "../compile/externCall.ts";
import { type Crc, crcFunction } from "../externs/crc.ts";
import { type Hash, hashFunction } from "../externs/hashes.ts";
import { hashInput } from "../externs/hashInput.ts";
import type { Value } from "../values/node.ts";
import { bitsOf, valueFor } from "../values/numbers.ts";
import { type Shape, widthOf } from "../values/shape.ts";

/** `CRCPolynomial`: what a `Hash` with the algorithm CUSTOM computes. */
export class Polynomial {
  readonly crc: Crc;
  readonly isExtended: boolean;
  /** whether the upper bits of the check are the hash where it is narrower */
  readonly isUpper: boolean;

  constructor(values: Readonly<Record<string, Value>>, shape: Shape) {
    const width = widthOf(shape);
    const number = (name: string): bigint => bitsOf(values[name], width);
    const reflected = values.reversed === true;
    this.crc = {
      width: Math.max(8, width),
      polynomial: number("coeff"),
      initial: number("init"),
      xorOut: number("xor"),
      reflectIn: reflected,
      reflectOut: reflected,
    };
    this.isExtended = values.extended === true;
    this.isUpper = values.msb === true;
  }
}

/** bf-utils' check by the name `crc_64`; `hashes.ts` has the one that BMv2 calls so. */
const CRC64: Crc = {
  ...{ width: 64, polynomial: 0x42f0e1eba9ea3693n, initial: 0n, xorOut: 0n },
  ...{ reflectIn: false, reflectOut: false },
};

/** Words of so many bits, all of them in exclusive or; the first is filled with zeros in front. */
const exclusiveOr =
  (width: number): Hash =>
  (bytes) => {
    const size = width / 8;
    const sum = new Uint8Array(size);
    bytes.forEach((byte, i) => {
      const at = (((i - bytes.length) % size) + size) % size;
      sum[at] = sum[at]! ^ byte;
    });
    return sum.reduce((value, byte) => value * 256 + byte, 0);
  };

const whole: Hash = (bytes) => bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);

const CRCS = new Map([
  ["CRC8", 8],
  ["CRC16", 16],
  ["CRC32", 32],
  ["CRC64", 64],
]);

/** What computes `HashAlgorithm_t`; RANDOM is a matrix that the compiler draws: ours is CRC-32C (our choice). */
const ALGORITHMS: Readonly<Record<string, Hash>> = {
  IDENTITY: whole,
  RANDOM: crcFunction({
    ...{ width: 32, polynomial: 0x1edc6f41n, initial: 0xffffffffn, xorOut: 0xffffffffn },
    ...{ reflectIn: true, reflectOut: true },
  }),
  XOR8: exclusiveOr(8),
  XOR16: exclusiveOr(16),
  XOR32: exclusiveOr(32),
  CRC8: hashFunction("crc8"),
  CRC16: hashFunction("crc16"),
  CRC32: hashFunction("crc32"),
  CRC64: crcFunction(CRC64),
  CSUM16: hashFunction("csum16"),
};

/** A `Hash` of a program: an algorithm, or a polynomial of its own. */
export class TnaHash {
  readonly of: Hash;
  private readonly isUpper: boolean;
  /** width of a check that is repeated where more bits are asked for; null: zeros are in front of it */
  private readonly repeatedBits: number | null;

  constructor(algorithm: string, polynomial: Polynomial | null) {
    this.of = polynomial ? crcFunction(polynomial.crc) : (ALGORITHMS[algorithm] ?? whole);
    this.isUpper = polynomial?.isUpper ?? false;
    const extended = polynomial?.isExtended ? polynomial.crc.width : null;
    this.repeatedBits = polynomial ? extended : (CRCS.get(algorithm) ?? null);
    this.bits = polynomial?.crc.width ?? null;
  }

  private readonly bits: number | null;

  /** The hash in so many bits: the lower ones, unless the polynomial says otherwise. */
  in(bytes: Uint8Array, width: number): bigint {
    const value = BigInt(this.of(bytes));
    if (this.isUpper && this.bits !== null && width < this.bits) return value >> BigInt(this.bits - width);
    if (this.repeatedBits === null) return value;
    let wide = value;
    for (let bits = this.repeatedBits; bits < width; bits += this.repeatedBits)
      wide = (wide << BigInt(this.repeatedBits)) | value;
    return wide;
  }
}

/** `get`: the fields one behind the other, what is missing of a byte in front. */
export function hashMethod(hash: TnaHash, { arguments: [data], scope, shape }: ExternCall): () => Value {
  const input = hashInput(scope, data!.expression, true);
  const width = widthOf(shape);
  return () => valueFor(hash.in(input().takeAtEnd(), width), shape);
}
