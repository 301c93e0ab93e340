import type { Type } from "../../src/p4/index.ts";

export type Header = { kind: "header"; valid: boolean; fields: Map<string, bigint>; type: StructType };
export type Struct = { kind: "struct"; members: Map<string, Value>; type: StructType };
export type Stack = { kind: "stack"; elements: Header[]; next: number };
export type Value = bigint | boolean | Header | Struct | Stack;
export type StructType = Extract<Type, { kind: "struct" }>;

export const widthOf = (type: Type | undefined): number => {
  if (type?.kind === "bits") return type.width;
  if (type?.kind === "bool") return 1;
  throw new Error(`no width: ${type?.kind}`);
};

/** Zero of a type; headers are invalid. */
export function zeroOf(type: Type): Value {
  if (type.kind === "bits" || type.kind === "enum" || type.kind === "error") return 0n;
  if (type.kind === "bool") return false;
  if (type.kind === "stack")
    return {
      kind: "stack",
      elements: Array.from({ length: type.size }, () => zeroOf(type.element) as Header),
      next: 0,
    };
  if (type.kind !== "struct") throw new Error(`no value of ${type.kind}`);
  if (type.form === "header")
    return {
      kind: "header",
      valid: false,
      fields: new Map([...type.fields.keys()].map((n) => [n, 0n])),
      type,
    };
  return {
    kind: "struct",
    members: new Map([...type.fields].map(([n, f]) => [n, zeroOf(f.type)])),
    type,
  };
}

export function copyOf(value: Value): Value {
  if (typeof value !== "object") return value;
  if (value.kind === "header") return { ...value, fields: new Map(value.fields) };
  if (value.kind === "stack") return { ...value, elements: value.elements.map((e) => copyOf(e) as Header) };
  return { ...value, members: new Map([...value.members].map(([n, v]) => [n, copyOf(v)])) };
}

/** Bytes as one number, first byte highest. */
const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((n, b) => (n << 8n) | BigInt(b), 0n);

export const bytesOf = (value: bigint, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => Number((value >> BigInt(8 * (length - 1 - i))) & 0xffn));

const headerBits = (type: StructType): number =>
  [...type.fields.values()].reduce((sum, f) => sum + widthOf(f.type), 0);

/** Reads a header at `at` and returns where it ends; null when the packet is too short. */
export function extract(header: Header, packet: Uint8Array, at: number): number | null {
  const bits = headerBits(header.type);
  const end = at + bits / 8;
  if (end > packet.length) return null;
  const all = numberOf(packet.subarray(at, end));
  let left = bits;
  for (const [name, field] of header.type.fields) {
    left -= widthOf(field.type);
    header.fields.set(name, BigInt.asUintN(widthOf(field.type), all >> BigInt(left)));
  }
  header.valid = true;
  return end;
}

/** The bytes of what is valid in `value`, in order. */
export function emitted(value: Value): Uint8Array[] {
  if (typeof value !== "object") return [];
  if (value.kind === "stack") return value.elements.flatMap(emitted);
  if (value.kind === "struct") return [...value.members.values()].flatMap(emitted);
  if (!value.valid) return [];
  let all = 0n;
  for (const [name, field] of value.type.fields)
    all = (all << BigInt(widthOf(field.type))) | (value.fields.get(name) ?? 0n);
  return [bytesOf(all, headerBits(value.type) / 8)];
}

/** The ones' complement sum of 16-bit words, complemented (RFC 1071). */
export function internetChecksum(bytes: Uint8Array): bigint {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 2) sum += (bytes[i] << 8) | (bytes[i + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return BigInt(~sum & 0xffff);
}
