import { wrap } from "./arithmetic.ts";
import { knownBits } from "./knownBits.ts";
import type { OperationTerm, Term } from "./term.ts";

/** That each of these terms has this value. */
export type Equalities = readonly { of: Term; value: bigint }[];

/**
 * What is the same as `term == value` of the parts that the term is made of; null when there is nothing as simple. What
 * no value of the parts gives (an odd number shifted to the left) the bits that the form decides tell.
 */
export function inverse(term: OperationTerm, value: bigint): Equalities | null {
  const { operator, operands, shape } = term;
  const [a, b] = operands;
  if (!a || a.kind === "constant" || shape.bits === null) return null;
  if (operator === "~") return [{ of: a, value: wrap(~value, shape) }];
  if (operator === "negate") return [{ of: a, value: wrap(-value, shape) }];
  if (!b) return null;
  if (operator === "|") return disjointParts(a, b, value, term);
  if (b.kind !== "constant" || typeof b.value !== "bigint") return null;
  switch (operator) {
    case "+":
      return [{ of: a, value: wrap(value - b.value, shape) }];
    case "-":
      return [{ of: a, value: wrap(value + b.value, shape) }];
    case "^":
      return [{ of: a, value: wrap(value ^ b.value, shape) }];
    case "<<":
      return b.value >= 0n &&
        b.value <= BigInt(shape.bits) &&
        !shape.isSigned &&
        (value >> b.value) << b.value === value &&
        fits(a, shape.bits - Number(b.value))
        ? [{ of: a, value: value >> b.value }]
        : null;
    default:
      return null;
  }
}

const ones = (bits: number): bigint => (1n << BigInt(bits)) - 1n;

/** Bits of a number without sign that may be set. */
function open(term: Term): bigint | null {
  if (term.kind === "constant") return typeof term.value === "bigint" && term.value >= 0n ? term.value : null;
  if (term.shape.bits === null || term.shape.isSigned) return null;
  const { mask, value } = knownBits(term);
  return ones(term.shape.bits) & ~(mask & ~value);
}

const fits = (term: Term, bits: number): boolean => {
  const set = open(term);
  return set !== null && set <= ones(Math.max(0, bits));
};

/** Parts of a number that share no bit, as `a ++ b` is made. */
function disjointParts(a: Term, b: Term, value: bigint, { shape }: OperationTerm): Equalities | null {
  const [one, other] = [open(a), open(b)];
  if (one === null || other === null || (one & other) !== 0n || shape.isSigned) return null;
  if ((value & ~(one | other)) !== 0n) return null;
  return [
    { of: a, value: value & one },
    { of: b, value: value & other },
  ];
}
