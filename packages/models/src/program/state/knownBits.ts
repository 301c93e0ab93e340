import type { OperationTerm, Term } from "./term.ts";

/** Bits of a number that its form decides, whatever its unknowns are: `(x & mask) === value`. */
export type KnownBits = { mask: bigint; value: bigint };

const NOTHING: KnownBits = { mask: 0n, value: 0n };
const found = new WeakMap<OperationTerm, KnownBits>();

/** Known bits of a number without sign; none of others. `x & 12` has its upper bits and the two lowest. */
export function knownBits(term: Term): KnownBits {
  if (term.kind === "constant")
    return typeof term.value === "bigint" && term.value >= 0n ? { mask: -1n, value: term.value } : NOTHING;
  if (term.kind === "symbol" || term.shape.bits === null || term.shape.isSigned) return NOTHING;
  const before = found.get(term);
  if (before) return before;
  const all = ones(term.shape.bits);
  const { mask, value } = bitsOf(term);
  const known = { mask: mask & all, value: value & mask & all };
  found.set(term, known);
  return known;
}

const ones = (bits: number): bigint => (1n << BigInt(bits)) - 1n;

function bitsOf({ operator, operands }: OperationTerm): KnownBits {
  const [a, b, c] = operands;
  if (!a) return NOTHING;
  const one = within(a);
  if (operator === "~") return { mask: one.mask, value: ~one.value };
  if (operator === "cast") return one;
  if (!b) return NOTHING;
  const amount = b.kind === "constant" && typeof b.value === "bigint" && b.value >= 0n ? b.value : null;
  if (operator === "<<")
    return amount === null || amount > MOST_SHIFT
      ? NOTHING
      : { mask: (one.mask << amount) | ((1n << amount) - 1n), value: one.value << amount };
  if (operator === ">>")
    return amount === null ? NOTHING : { mask: one.mask >> amount, value: one.value >> amount };
  if (operator === "slice")
    return c?.kind === "constant" && typeof c.value === "bigint"
      ? { mask: one.mask >> c.value, value: one.value >> c.value }
      : NOTHING;
  const other = within(b);
  const both = one.mask & other.mask;
  switch (operator) {
    case "&":
      return { mask: both | zeros(one) | zeros(other), value: one.value & other.value };
    case "|":
      return { mask: both | one.value | other.value, value: one.value | other.value };
    case "^":
      return { mask: both, value: one.value ^ other.value };
    case "?": {
      if (!c) return NOTHING;
      const last = within(c);
      return { mask: other.mask & last.mask & ~(other.value ^ last.value), value: other.value };
    }
    default:
      return NOTHING;
  }
}

/** Our choice: a shift beyond this tells nothing. */
const MOST_SHIFT = 4096n;

const zeros = ({ mask, value }: KnownBits): bigint => mask & ~value;

/** The same with the bits above its width, which are zero. */
function within(term: Term): KnownBits {
  const known = knownBits(term);
  if (term.kind === "constant" || term.shape.bits === null || term.shape.isSigned) return known;
  return { mask: known.mask | (-1n << BigInt(term.shape.bits)), value: known.value };
}
