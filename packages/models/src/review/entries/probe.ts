import type { Random } from "../../core/index.ts";
import type { ReviewPacket } from "../comparePackets.ts";
import type { Field } from "../parsedFields.ts";
import type { Lever } from "./aim.ts";
import type { Arrival, Heard } from "./heardPacket.ts";

/** Our choices: widest field that is looked at, and the widest that is looked at bit by bit. */
const WIDEST = 128;
const WIDEST_BY_BIT = 64;
/** Our choices: values that a field gets, and the widest looked at bit by bit where all of them lead elsewhere. */
const MOST_VALUES = 3;
const WIDEST_LOST = 16;
/** Bits of the port that a packet comes in on stand before those of the packet. */
const PORT_BITS = 9;

/** A packet with some bits of it, or of its port, turned. */
export function turned({ port, bytes }: ReviewPacket, bits: readonly number[]): ReviewPacket {
  const other = Uint8Array.from(bytes);
  let at = port;
  for (const bit of bits)
    if (bit < 0) at ^= 1 << (-1 - bit);
    else other[bit >> 3]! ^= 0x80 >> (bit & 7);
  return { port: at, bytes: other, text: null };
}

/** Which bits of the keys turn with a bit, for each table that a packet comes to: by the name of the table. */
export type Levers = Map<string, Lever[]>;

/**
 * Sees which bits of a packet turn which bits of the keys of the tables that it comes to: fields get other values, one
 * after the other. A key that has the field as it is, shifted or cut, shows in one packet; other fields are turned bit
 * by bit. `heard`: what happened to the last packet.
 */
export function* probe(base: Heard, random: Random, heard: () => Heard): Generator<ReviewPacket, Levers> {
  const { packet, arrivals } = base;
  const levers: Levers = new Map([...arrivals.keys()].map((table) => [table, []]));
  const compare = (to: (arrival: Arrival, after: Arrival) => void): void => {
    for (const arrival of arrivals.values()) {
      const after = heard().arrivals.get(arrival.table.name);
      if (after) to(arrival, after);
    }
  };
  for (const field of [...base.fields(), null]) {
    const width = field?.width ?? PORT_BITS;
    if (width > WIDEST) continue;
    const places = placesOf(field);
    let turning = 0n;
    // another value may send the packet another way: a table that it does not come to says nothing
    for (let tried = 0; tried < MOST_VALUES; tried++) {
      turning = turnsOf(width, random);
      yield turned(
        packet,
        places.filter((_, bit) => ((turning >> BigInt(bit)) & 1n) === 1n),
      );
      if (heard().arrivals.size >= arrivals.size) break;
    }
    let isByBit = heard().arrivals.size < arrivals.size && width <= WIDEST_LOST;
    compare((arrival, after) => {
      const differences = differencesOf(arrival, after);
      const shifts = differences.map((each, i) =>
        each === 0n ? null : shiftOf(turning, width, each, arrival.table.keys[i]!.width),
      );
      const isSameWay = after.way === arrival.way;
      if (isSameWay && shifts.some((shift, i) => shift === null && differences[i] !== 0n)) isByBit = true;
      const own = levers.get(arrival.table.name)!;
      if (shifts.some((shift) => shift !== null))
        for (const [bit, place] of places.entries()) {
          const turns = shifts.map((shift, i) =>
            shift === null ? 0n : shifted(1n << BigInt(bit), shift, arrival.table.keys[i]!.width),
          );
          if (turns.some((mask) => mask !== 0n)) own.push({ bit: place, turns });
        }
    });
    if (!isByBit || width > WIDEST_BY_BIT) continue;
    for (const place of places) {
      yield turned(packet, [place]);
      compare((arrival, after) => {
        if (after.way !== arrival.way) return;
        const own = levers.get(arrival.table.name)!;
        const turns = differencesOf(arrival, after);
        const at = own.findIndex(({ bit }) => bit === place);
        if (at >= 0) own.splice(at, 1);
        if (turns.some((mask) => mask !== 0n)) own.push({ bit: place, turns });
      });
    }
  }
  return levers;
}

/** Of each bit, the lowest first: where it is in the packet, or in the port. */
const placesOf = (field: Field | null): number[] =>
  field
    ? Array.from({ length: field.width }, (_, bit) => field.from + field.width - 1 - bit)
    : Array.from({ length: PORT_BITS }, (_, bit) => -1 - bit);

/** Bits of a field to turn at once: about half of them, and never none. */
function turnsOf(width: number, random: Random): bigint {
  let bits = 0n;
  for (let bit = 0; bit < width; bit++) bits = (bits << 1n) | BigInt(random.integer(2));
  return bits === 0n ? (1n << BigInt(width)) - 1n : bits;
}

const differencesOf = (one: Arrival, other: Arrival): bigint[] =>
  one.keys.map((key, i) => {
    const now = other.keys[i];
    return typeof key === "bigint" && typeof now === "bigint" ? key ^ now : 0n;
  });

const shifted = (value: bigint, shift: number, width: number): bigint =>
  BigInt.asUintN(width, shift >= 0 ? value << BigInt(shift) : value >> BigInt(-shift));

/** By how many bits a key has a field to the left, where it has it as it is; null: it has it otherwise. */
function shiftOf(turning: bigint, fieldWidth: number, difference: bigint, keyWidth: number): number | null {
  const shifts = [0];
  for (let by = 1; by < Math.max(fieldWidth, keyWidth); by++) shifts.push(-by, by);
  return shifts.find((shift) => shifted(turning, shift, keyWidth) === difference) ?? null;
}
