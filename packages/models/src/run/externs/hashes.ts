import { type Crc, type CrcFunction, CustomCrc, crcFunction } from "./crc.ts";

/** What BMv2 calls the algorithms (`src/bm_sim/calculations.cpp`). */
const CRCS = {
  crc8: { width: 8, polynomial: 0x07n, initial: 0n, xorOut: 0n, reflectIn: false, reflectOut: false },
  crc16: { width: 16, polynomial: 0x8005n, initial: 0n, xorOut: 0n, reflectIn: true, reflectOut: true },
  crcCCITT: {
    width: 16,
    polynomial: 0x1021n,
    initial: 0xffffn,
    xorOut: 0n,
    reflectIn: false,
    reflectOut: false,
  },
  crc32: {
    width: 32,
    polynomial: 0x04c11db7n,
    initial: 0xffffffffn,
    xorOut: 0xffffffffn,
    reflectIn: true,
    reflectOut: true,
  },
  crc64: { width: 64, polynomial: 0x1bn, initial: 0n, xorOut: 0n, reflectIn: true, reflectOut: true },
} as const satisfies Record<string, Crc>;

export type HashName = keyof typeof CRCS | "csum16" | "xor16" | "identity";

const known = new Set<string>([...Object.keys(CRCS), "csum16", "xor16", "identity"]);

/** The algorithm behind the name in a program, `crc32_custom` before anyone changes it among them; null: none. */
export function hashName(name: string): HashName | null {
  const plain = name.toLowerCase() === "crcccitt" ? "crcCCITT" : name.toLowerCase().replace(/_custom$/, "");
  return known.has(plain) ? (plain as HashName) : null;
}

/** What an algorithm makes of bytes, as an unsigned number: a `number` where it has at most 32 bits. */
export type Hash = (bytes: Uint8Array) => number | bigint;

const crcFunctions = new Map<string, CrcFunction>();

/** The algorithm by its name. */
export function hashFunction(name: HashName): Hash {
  switch (name) {
    case "csum16":
      return internetChecksum;
    case "xor16":
      return (bytes) => words(bytes).reduce((sum, word) => sum ^ word, 0);
    case "identity":
      return (bytes) => bytes.subarray(0, 8).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
    default: {
      const known = crcFunctions.get(name) ?? crcFunction(CRCS[name]);
      crcFunctions.set(name, known);
      return known;
    }
  }
}

/** The hash of bytes, as an unsigned number. */
export const hashOf = (name: HashName, bytes: Uint8Array): bigint => BigInt(hashFunction(name)(bytes));

/** A check that the control plane can change, as it is at first; null: the name is that of another algorithm. */
export function customCrc(name: string): CustomCrc | null {
  const plain = /^(crc16|crc32)_custom$/i.exec(name)?.[1]?.toLowerCase();
  return plain === "crc16" || plain === "crc32" ? new CustomCrc(CRCS[plain]) : null;
}

/** Words of 16 bits; an odd byte is filled with zeros on the right. */
function words(bytes: Uint8Array): number[] {
  return Array.from(
    { length: (bytes.length + 1) >> 1 },
    (_, index) => bytes[2 * index]! * 256 + (bytes[2 * index + 1] ?? 0),
  );
}

/** RFC 1071: the complement of the one's complement sum of 16-bit words. */
export function internetChecksum(bytes: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 2) sum += bytes[i]! * 256 + (bytes[i + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + Math.floor(sum / 0x10000);
  return ~sum & 0xffff;
}
