import type { Random } from "../../core/index.ts";
import type { Constant, NumberShape } from "../flow/flow.ts";
import { wrap } from "../state/arithmetic.ts";
import type { OperationTerm } from "../state/term.ts";

export type Operand = { value: Constant | null; isOpen: boolean; shape: NumberShape };

/** The operand to change, and the value that it needs. */
type Choice = { operand: number; value: Constant };

/**
 * Which operand of an operation to change, and to what, so that it comes to `wanted` while the others stay. Only open
 * operands are chosen; null when none helps.
 */
export function operandFor(
  { operator, shape }: OperationTerm,
  operands: readonly Operand[],
  wanted: Constant,
  random: Random,
): Choice | null {
  const found = choices(operator, shape, operands, wanted, random);
  const possible = found.filter(({ operand }) => operands[operand]?.isOpen);
  return possible.length === 0 ? null : possible[random.integer(possible.length)]!;
}

function choices(
  operator: OperationTerm["operator"],
  shape: NumberShape,
  operands: readonly Operand[],
  wanted: Constant,
  random: Random,
): Choice[] {
  const [a, b] = operands;
  if (!a) return [];
  if (typeof wanted === "boolean") return ofTruth(operator, operands, wanted, random);
  if (operator === "?") return ofChoice(operands, wanted);
  if (typeof wanted !== "bigint") return [];
  if (!b) return ofOne(operator, shape, a, wanted);
  return ofTwo(operator, shape, operands, wanted);
}

const number = (value: Constant | null | undefined): bigint =>
  typeof value === "bigint" ? value : value === true ? 1n : 0n;
const truth = (value: Constant | null | undefined): boolean => value === true || value === 1n;

function ofTruth(
  operator: OperationTerm["operator"],
  operands: readonly Operand[],
  wanted: boolean,
  random: Random,
): Choice[] {
  const [a, b, c] = operands;
  if (!a) return [];
  switch (operator) {
    case "!":
      return [{ operand: 0, value: !wanted }];
    case "&&":
    case "||": {
      // what fails of those that must all be so; any of those of which one is enough
      const all = (operator === "&&") === wanted;
      const each = [a, b].map((one, operand) => ({ operand, is: truth(one?.value) }));
      return each
        .filter(({ is }) => !all || is !== wanted)
        .map(({ operand }) => ({ operand, value: wanted }));
    }
    case "==":
      if (!b) return [];
      return wanted
        ? [
            { operand: 0, value: b.value ?? 0n },
            { operand: 1, value: a.value ?? 0n },
          ]
        : [
            { operand: 0, value: other(a, random) },
            { operand: 1, value: other(b, random) },
          ];
    case "<":
      return b ? ofLess(a, b, wanted, random) : [];
    case "match": {
      const [value, pattern, mask] = [number(a.value), number(b?.value), number(c?.value)];
      if (wanted) return [{ operand: 0, value: (value & ~mask) | (pattern & mask) }];
      const bits = [...mask.toString(2)].reverse().flatMap((bit, i) => (bit === "1" ? [BigInt(i)] : []));
      const bit = bits[random.integer(Math.max(1, bits.length))];
      return bit === undefined ? [] : [{ operand: 0, value: value ^ (1n << bit) }];
    }
    case "?":
      return ofChoice(operands, wanted);
    default:
      return [];
  }
}

function other({ value, shape }: Operand, random: Random): Constant {
  if (typeof value === "boolean") return !value;
  if (typeof value !== "bigint") return value ?? 0n;
  return wrap(value + (random.next() < 0.5 ? 1n : 1n + randomBits(random, 1n << 16n)), shape);
}

/** `a < b` becomes so, or not, at the border or somewhere behind it. */
function ofLess(a: Operand, b: Operand, wanted: boolean, random: Random): Choice[] {
  const [left, right] = [number(a.value), number(b.value)];
  const far = random.next() < 0.5 ? 0n : randomBits(random, 1n << 16n);
  return wanted
    ? [
        { operand: 0, value: clamp(right - 1n - far, a.shape) },
        { operand: 1, value: clamp(left + 1n + far, b.shape) },
      ]
    : [
        { operand: 0, value: clamp(right + far, a.shape) },
        { operand: 1, value: clamp(left - far, b.shape) },
      ];
}

function clamp(value: bigint, { bits, isSigned }: NumberShape): bigint {
  if (bits === null) return value;
  const low = isSigned ? -(1n << BigInt(bits - 1)) : 0n;
  const high = (1n << BigInt(isSigned ? bits - 1 : bits)) - 1n;
  return value < low ? low : value > high ? high : value;
}

/** The side that holds now gets the value, or the condition turns to the side that has it. */
function ofChoice(operands: readonly Operand[], wanted: Constant): Choice[] {
  const condition = truth(operands[0]?.value);
  const turned = operands[condition ? 2 : 1];
  const found: Choice[] = [{ operand: condition ? 1 : 2, value: wanted }];
  if (turned?.value === wanted || turned?.isOpen) found.push({ operand: 0, value: !condition });
  return found;
}

function ofOne(
  operator: OperationTerm["operator"],
  shape: NumberShape,
  a: Operand,
  wanted: bigint,
): Choice[] {
  switch (operator) {
    case "~":
      return [{ operand: 0, value: wrap(~wanted, a.shape) }];
    case "negate":
      return [{ operand: 0, value: wrap(-wanted, a.shape) }];
    case "cast": {
      // bits that the cast cuts off stay
      const cut = shape.bits === null ? 0n : number(a.value) & ~maskOf(shape.bits);
      return [{ operand: 0, value: wrap(cut | BigInt.asUintN(shape.bits ?? 4096, wanted), a.shape) }];
    }
    default:
      return [];
  }
}

const maskOf = (bits: number | bigint): bigint => (1n << BigInt(bits)) - 1n;

function ofTwo(
  operator: OperationTerm["operator"],
  shape: NumberShape,
  operands: readonly Operand[],
  wanted: bigint,
): Choice[] {
  const [a, b, c] = operands;
  if (!a || !b) return [];
  const [left, right] = [number(a.value), number(b.value)];
  const ofLeft = (value: bigint): Choice => ({ operand: 0, value: wrap(value, a.shape) });
  const ofRight = (value: bigint): Choice => ({ operand: 1, value: wrap(value, b.shape) });
  switch (operator) {
    case "+":
    case "|+|":
      return [ofLeft(wanted - right), ofRight(wanted - left)];
    case "-":
    case "|-|":
      return [ofLeft(wanted + right), ofRight(left - wanted)];
    case "^":
      return [ofLeft(wanted ^ right), ofRight(wanted ^ left)];
    case "&":
      return [ofLeft((left & ~right) | wanted), ofRight((right & ~left) | wanted)];
    case "|":
      return [ofLeft(wanted & ~(right & ~left)), ofRight(wanted & ~(left & ~right))];
    case "<<": {
      if (right < 0n || right > 4096n) return [];
      const kept = shape.bits === null ? 0n : left & ~maskOf(Math.max(0, shape.bits - Number(right)));
      return [ofLeft(kept | (wanted >> right))];
    }
    case ">>":
      return right < 0n || right > 4096n ? [] : [ofLeft((wanted << right) | (left & maskOf(right)))];
    case "slice": {
      const [high, low] = [right, number(c?.value)];
      const mask = maskOf(high - low + 1n) << low;
      return [ofLeft((left & ~mask) | ((wanted << low) & mask))];
    }
    case "*": {
      const exact = [
        ...(right !== 0n && wanted % right === 0n ? [ofLeft(wanted / right)] : []),
        ...(left !== 0n && wanted % left === 0n ? [ofRight(wanted / left)] : []),
      ];
      if (exact.length > 0) return exact;
      // what is no multiple may only ask for as much at least, as a time does that is shifted afterwards
      return [
        ...(right !== 0n ? [ofLeft(wanted / right + 1n)] : []),
        ...(left !== 0n ? [ofRight(wanted / left + 1n)] : []),
      ];
    }
    case "/":
      return [ofLeft(wanted * right)];
    case "%":
      return [ofLeft(right === 0n ? wanted : left - (left % right) + wanted)];
    default:
      return [];
  }
}

/** A number of about as many bits as `like`. */
export function randomBits(random: Random, like: bigint): bigint {
  let value = 0n;
  for (let rest = like; rest > 0n; rest >>= 24n) value = (value << 24n) | BigInt(random.integer(1 << 24));
  return value;
}
