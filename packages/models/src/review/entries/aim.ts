import type { Random } from "../../core/index.ts";
import { type Entry, type Match, type TableState, type Value, valueFor } from "../../run/index.ts";

/** A key as a table compares it: its bits, or the name of a member of an enum or error. */
export type Key = bigint | string;
/** One bit of a packet or its port, and the bits of each key that turn with it. */
export type Lever = { bit: number; turns: readonly bigint[] };

export type Aim =
  | { kind: "flips"; bits: number[]; keys: Key[] }
  /** whatever the keys: an entry before it matches all that it matches */
  | { kind: "shadowed"; by: Entry }
  /** a key that no bit of the packet turns as it should */
  | { kind: "fixed"; key: number; wanted: Key | null };

/** Our choice: entries that are got out of the way of before the search is given up. */
const MOST_ESCAPES = 64;
/** Our choice: bits that are turned to vary a packet. */
const MOST_VARIED = 8;

/**
 * Which bits to turn so that the table finds `entry` (null: none) for the keys of a packet. What the bits turn is what
 * was seen of other packets: whether it is so must be seen by running it. `vary`: other bits are turned first.
 */
export function aimAt(
  { table, entry }: { table: TableState; entry: Entry | null },
  keys: readonly Key[],
  levers: readonly Lever[],
  random: Random,
  vary = false,
): Aim {
  const turned = new Set<Lever>();
  const at = [...keys];
  const turn = (lever: Lever): void => {
    if (!turned.delete(lever)) turned.add(lever);
    for (const [i, mask] of lever.turns.entries()) {
      const key = at[i];
      if (typeof key === "bigint") at[i] = key ^ mask;
    }
  };
  const cared = table.keys.map(({ width }, i) => caredBits(entry?.matches[i], width));
  const free = levers.filter(({ turns }) => turns.every((mask, i) => (mask & cared[i]!) === 0n));
  // what this spoils is mended by other bits
  if (vary)
    for (let i = 0; i < MOST_VARIED && levers.length > 0; i++) turn(levers[random.integer(levers.length)]!);
  /** Gives a key another value; false where no bit turns what must be turned. */
  const move: Move = (i, wanted) => {
    const key = at[i];
    if (typeof key !== "bigint" || typeof wanted !== "bigint") return key === wanted;
    for (let left = key ^ wanted; left !== 0n; left &= left - 1n) {
      const lever = leverFor(levers, i, left & -left, cared, random);
      if (!lever) return false;
      turn(lever);
    }
    return true;
  };
  const unmet = entry ? reach(entry, table, at, move) : null;
  if (unmet) return unmet;
  for (let escaped = 0; escaped < MOST_ESCAPES; escaped++) {
    const found = table.find(valuesOf(table, at));
    if (found === entry) return { kind: "flips", bits: [...turned].map(({ bit }) => bit), keys: at };
    if (!found) break;
    const ways = table.keys.map(({ width }, i) => caredBits(found.matches[i], width) & ~cared[i]!);
    const beside = table.keys.flatMap(({ width }, i) =>
      valuesBeside(found.matches[i]!, entry?.matches[i], width).map((value) => ({ i, value })),
    );
    if (entry && beside.length === 0 && ways.every((mask) => mask === 0n))
      return { kind: "shadowed", by: found };
    if (beside.length > 0 && random.next() < 0.5) {
      const { i, value } = beside[random.integer(beside.length)]!;
      if (move(i, value)) continue;
    }
    const out = free.filter(({ turns }) => turns.some((mask, i) => (mask & ways[i]!) !== 0n));
    if (out.length === 0) {
      const key = ways.findIndex((mask) => mask !== 0n);
      return { kind: "fixed", key: Math.max(0, key), wanted: null };
    }
    turn(out[random.integer(out.length)]!);
  }
  return { kind: "fixed", key: 0, wanted: null };
}

type Move = (key: number, wanted: Key) => boolean;

/** Moves keys until the entry matches them; what stays otherwise, where no bit helps. */
function reach({ matches }: Entry, table: TableState, at: readonly Key[], move: Move): Aim | null {
  const wantedOf = (i: number): Key => nearest(matches[i]!, at[i]!, table.keys[i]!.width);
  // a bit that turns two keys may undo what was done for another
  for (let round = 0; round < 3; round++)
    for (const i of matches.keys()) {
      const wanted = wantedOf(i);
      if (at[i] !== wanted && !move(i, wanted)) return { kind: "fixed", key: i, wanted };
    }
  const unmet = matches.findIndex((_, i) => at[i] !== wantedOf(i));
  return unmet < 0 ? null : { kind: "fixed", key: unmet, wanted: wantedOf(unmet) };
}

/** The one that turns the least of what the entry asks for beside this bit; one of several that turn as little. */
function leverFor(
  levers: readonly Lever[],
  key: number,
  bit: bigint,
  cared: readonly bigint[],
  random: Random,
): Lever | null {
  let best: Lever | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const lever of levers) {
    if ((lever.turns[key]! & bit) === 0n) continue;
    const beside = lever.turns.reduce((sum, mask, i) => sum + onesOf(mask & cared[i]!), 0);
    if (beside > least || (beside === least && random.next() < 0.5)) continue;
    best = lever;
    least = beside;
  }
  return best;
}

function onesOf(mask: bigint): number {
  let ones = 0;
  for (let left = mask; left !== 0n; left &= left - 1n) ones++;
  return ones;
}

/** Bits of a key that an entry does not leave open; of a range all, for a value in it is chosen. */
export function caredBits(match: Match | undefined, width: number): bigint {
  const all = (1n << BigInt(width)) - 1n;
  switch (match?.kind) {
    case undefined:
    case "any":
      return 0n;
    case "lpm":
      return all ^ ((1n << BigInt(width - match.prefix)) - 1n);
    case "ternary":
      return match.mask & all;
    case "range":
      return match.low === 0n && match.high === all ? 0n : all;
    case "exact":
      return all;
  }
}

/** The key as the entry wants it, its open bits as they are. */
export function nearest(match: Match, key: Key, width: number): Key {
  if (match.kind === "any") return key;
  if (match.kind === "exact") return match.value;
  if (typeof key !== "bigint") return key;
  if (match.kind === "range") return key < match.low ? match.low : key > match.high ? match.high : key;
  const mask = caredBits(match, width);
  return (key & ~mask) | (match.value & mask);
}

/** Values just below and above a range that the other match still takes. */
function valuesBeside(match: Match, other: Match | undefined, width: number): bigint[] {
  if (match.kind !== "range" || other?.kind === "exact") return [];
  const [low, high] = other?.kind === "range" ? [other.low, other.high] : [0n, (1n << BigInt(width)) - 1n];
  return [match.low - 1n, match.high + 1n].filter((value) => value >= low && value <= high);
}

const valuesOf = (table: TableState, keys: readonly Key[]): Value[] =>
  keys.map((key, i) => (typeof key === "string" ? key : valueFor(key, table.keys[i]!.shape)));
