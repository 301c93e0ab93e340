/** Parameters of a cyclic redundancy check, in the terms of the usual catalogues. */
type Crc = {
  width: number;
  polynomial: bigint;
  initial: bigint;
  xorOut: bigint;
  reflectIn: boolean;
  reflectOut: boolean;
};

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

/** The hash of bytes, as an unsigned number. */
export function hashOf(name: HashName, bytes: Uint8Array): bigint {
  switch (name) {
    case "csum16":
      return BigInt(internetChecksum(bytes));
    case "xor16":
      return BigInt(words(bytes).reduce((sum, word) => sum ^ word, 0));
    case "identity":
      return bytes.subarray(0, 8).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
    default:
      return crcOf(CRCS[name], bytes);
  }
}

const tables = new WeakMap<Crc, bigint[]>();

const reflected = (value: bigint, width: number): bigint => {
  let result = 0n;
  for (let bit = 0; bit < width; bit++) result = (result << 1n) | ((value >> BigInt(bit)) & 1n);
  return result;
};

function tableOf(crc: Crc): bigint[] {
  const found = tables.get(crc);
  if (found) return found;
  const top = 1n << BigInt(crc.width - 1);
  const mask = (1n << BigInt(crc.width)) - 1n;
  const made = Array.from({ length: 256 }, (_, byte) => {
    let value = BigInt(byte) << BigInt(crc.width - 8);
    for (let bit = 0; bit < 8; bit++)
      value = ((value & top) !== 0n ? (value << 1n) ^ crc.polynomial : value << 1n) & mask;
    return value;
  });
  tables.set(crc, made);
  return made;
}

/** Table-driven, most significant bit first; `width` is at least 8. */
function crcOf(crc: Crc, bytes: Uint8Array): bigint {
  const table = tableOf(crc);
  const mask = (1n << BigInt(crc.width)) - 1n;
  const shift = BigInt(crc.width - 8);
  let value = crc.initial;
  for (const byte of bytes) {
    const next = crc.reflectIn ? Number(reflected(BigInt(byte), 8)) : byte;
    value = (table[Number(value >> shift) ^ next]! ^ (value << 8n)) & mask;
  }
  return (crc.reflectOut ? reflected(value, crc.width) : value) ^ crc.xorOut;
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
