// Bits of the headers of a whole IPv4 packet without options, as fields of the model and as what is the same in all.
import {
  type FieldSet,
  fullSet,
  intersectSets,
  intervalsOf,
  isSameSet,
  setOf,
  sizeOf,
  valuesOf,
} from "../../header/fieldSet.ts";
import { type Filter, filterOf } from "../../header/filter.ts";
import { PACKET_LAYOUT, type PacketField, PROTOCOL } from "../../header/layout.ts";
import { fail, unite } from "./filterUnion.ts";
import { type Bits, TCP_OR_UDP } from "./ipWords.ts";

/** A relation of bits under a mask to a value. */
export type Relation = { mask: number; isAbove: boolean; value: number };

/** Bits that are a field, or have one value in all packets. */
export type Piece = { offset: number; length: number; field?: PacketField; constant?: number };

const PORTS: readonly Piece[] = [
  { offset: 0, length: 16, field: "srcPort" },
  { offset: 16, length: 16, field: "dstPort" },
];
const IP: readonly Piece[] = [
  { offset: 0, length: 4, constant: 4 },
  { offset: 4, length: 4, constant: 5 },
  { offset: 8, length: 8, field: "ipTos" },
  // more fragments, and the offset of this one
  { offset: 50, length: 14, constant: 0 },
  { offset: 64, length: 8, field: "ipTtl" },
  { offset: 72, length: 8, field: "ipProto" },
  { offset: 96, length: 32, field: "ipSrc" },
  { offset: 128, length: 32, field: "ipDst" },
];
const TRANSPORTS: ReadonlyMap<number | null, readonly Piece[]> = new Map([
  [null, IP],
  [PROTOCOL.tcp, [...PORTS, { offset: 104, length: 8, field: "tcpFlags" as const }]],
  [PROTOCOL.udp, PORTS],
  [TCP_OR_UDP, PORTS],
  [PROTOCOL.icmp, [{ offset: 0, length: 8, field: "icmpType" as const }]],
]);
/** Bits that are looked at together. */
const CHUNK = 16;
/** Our choice: ranges of addresses that a mask leaves. */
const MAX_RANGES = 4096;

/** At most 16 bits of one field, from `shift` on; or of no field, with the one value (`fixed`) that they have. */
type Chunk = {
  field: PacketField | null;
  fixed: number;
  shift: number;
  bits: number;
  mask: number;
  value: number;
};
/** Values of chunks, all of which hold. */
type Held = readonly (readonly [Chunk, FieldSet])[];

const bitsOf = (value: number, low: number, length: number): number =>
  Math.floor(value / 2 ** low) % 2 ** length;

/** The packets whose bits are in a relation to a value; `fail`s where a bit that counts is not of the model. */
export function packetsWithBits(bits: Bits, relation: Relation): Filter[] {
  const chunks = chunksOf(TRANSPORTS.get(bits.of) ?? [], bits, relation);
  const equal = (from: number): Held[] => [chunks.slice(from).map((c) => [c, equalTo(c)] as const)];
  // those of the first chunk that differs decide
  const above = (from: number): Held[] => {
    const chunk = chunks[from];
    if (!chunk) return [];
    const behind = above(from + 1).map((held): Held => [[chunk, equalTo(chunk)], ...held]);
    return [[[chunk, aboveOf(chunk)]], ...behind];
  };
  const held = relation.isAbove ? above(0) : equal(0);
  return held.map(filterOfHeld).reduce<Filter[]>((all, f) => (f ? unite(all, [f]) : all), []);
}

/** A byte of a header or frame, of which the bits under a mask count. */
export type MaskedByte = { at: number; value: number; mask: number };

/** Whether the pieces say of each byte that counts what it is. */
export const hasBytes = (pieces: readonly Piece[], bytes: readonly MaskedByte[]): boolean =>
  bytes.every(
    ({ at, mask }) =>
      mask === 0 || pieces.some((p) => p.offset <= 8 * at && p.offset + p.length >= 8 * at + 8),
  );

/** The packets with these bytes, as far as the pieces have them. */
export function packetsWithBytes(pieces: readonly Piece[], bytes: readonly MaskedByte[]): Filter[] {
  const held = bytes
    .filter((b) => hasBytes(pieces, [{ ...b, mask: 1 }]))
    .flatMap(({ at, value, mask }): Held => {
      const chunks = chunksOf(pieces, { offset: 8 * at, length: 8 }, { mask, value });
      return chunks.map((c) => [c, equalTo(c)] as const);
    });
  const filter = filterOfHeld(held);
  return filter ? [filter] : [];
}

function chunksOf(
  pieces: readonly Piece[],
  { offset, length }: Omit<Bits, "of">,
  { mask, value }: Omit<Relation, "isAbove">,
): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = offset; at < offset + length; ) {
    const piece = pieces.find((p) => at >= p.offset && at < p.offset + p.length);
    const next = Math.min(offset + length, ...pieces.map((p) => p.offset).filter((o) => o > at));
    const inPiece = piece ? piece.offset + piece.length - at : next - at;
    const bits = Math.min(offset + length - at, inPiece, CHUNK - (piece ? (at - piece.offset) % CHUNK : 0));
    const low = offset + length - at - bits;
    const shift = inPiece - bits;
    const fixed = bitsOf(piece?.constant ?? 0, shift, bits);
    const chunk = { shift, bits, fixed, mask: bitsOf(mask, low, bits), value: bitsOf(value, low, bits) };
    if (!piece && chunk.mask !== 0)
      return fail("it reads bits that are not among the fields that a chain is synthesised over");
    chunks.push({ field: piece?.field ?? null, ...chunk });
    at += bits;
  }
  return chunks;
}

/** Values of a chunk for which a test of what the mask leaves holds. */
function valuesWith({ field, bits, mask, fixed }: Chunk, test: (masked: number) => boolean): FieldSet {
  if (field === null) return test(fixed & mask) ? fullSet(bits) : [];
  return setOf(
    Array.from({ length: 2 ** bits }, (_, v): [number, number] => [v, test(v & mask) ? v : v - 1]),
  );
}
const isWholeChunk = ({ field, bits, mask }: Chunk): boolean => field !== null && mask === 2 ** bits - 1;
const equalTo = (c: Chunk): FieldSet =>
  isWholeChunk(c) ? valuesOf(c.value) : valuesWith(c, (v) => v === (c.value & c.mask));
const aboveOf = (c: Chunk): FieldSet =>
  isWholeChunk(c) ? setOf([[c.value + 1, 2 ** c.bits - 1]]) : valuesWith(c, (v) => v > c.value);

function filterOfHeld(held: Held): Filter | null {
  const fields: Partial<Record<PacketField, FieldSet>> = {};
  for (const [{ field }, set] of held) {
    if (set.length === 0) return null;
    if (field !== null && !fields[field]) fields[field] = fieldSetOf(field, held);
  }
  return filterOf(fields as Record<string, FieldSet>, PACKET_LAYOUT);
}

/** Values of a field whose chunks have these values: from its highest bits on, ranges of values. */
function fieldSetOf(field: PacketField, held: Held): FieldSet {
  const width = PACKET_LAYOUT[field];
  const own = held.filter(([c]) => c.field === field);
  const [whole] = own;
  if (whole && own.length === 1 && whole[0].bits === width) return whole[1];
  const size = Math.min(width, CHUNK);
  const parts = Array.from({ length: width / size }, (_, i) => partOf(own, width - size * (i + 1), size));
  let set: FieldSet = [0, 0];
  let left = width;
  for (const [i, part] of parts.entries()) {
    if (parts.slice(i).every((p) => isSameSet(p, fullSet(size)))) break;
    if (width > CHUNK && sizeOf(set) * intervalsOf(part).length > MAX_RANGES)
      return fail(`its mask leaves more than ${MAX_RANGES} ranges of addresses`);
    set = setOf(
      valuesIn(set).flatMap((high) =>
        intervalsOf(part).map(([a, b]): [number, number] => [high * 2 ** size + a, high * 2 ** size + b]),
      ),
    );
    left -= size;
  }
  return setOf(intervalsOf(set).map(([a, b]) => [a * 2 ** left, (b + 1) * 2 ** left - 1]));
}

const partOf = (own: Held, low: number, size: number): FieldSet =>
  own
    .filter(([c]) => c.shift >= low && c.shift < low + size)
    .map(([c, set]) => (c.bits === size ? set : widened(set, c.shift - low, c.bits, size)))
    .reduce(intersectSets, fullSet(size));

const valuesIn = (set: FieldSet): number[] =>
  intervalsOf(set).flatMap(([a, b]) => Array.from({ length: b - a + 1 }, (_, i) => a + i));

/** Values of `width` bits that have one of a set at `bits` bits from `shift` on. */
const widened = (set: FieldSet, shift: number, bits: number, width: number): FieldSet =>
  setOf(
    Array.from({ length: 2 ** (width - shift - bits) }, (_, high) => high * 2 ** bits).flatMap((above) =>
      intervalsOf(set).map(([a, b]): [number, number] => [
        (above + a) * 2 ** shift,
        (above + b + 1) * 2 ** shift - 1,
      ]),
    ),
  );
