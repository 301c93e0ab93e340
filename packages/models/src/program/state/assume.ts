import { assert } from "../../core/index.ts";
import type { Constant, FlowStorage, Value } from "../flow/flow.ts";
import { wrap } from "./arithmetic.ts";
import { evaluate } from "./evaluate.ts";
import {
  allows,
  atLeast,
  atMost,
  differs,
  equals,
  type Fact,
  freshFact,
  lacksBits,
  oneOf,
  showsBits,
  triedValues,
} from "./fact.ts";
import { type Equalities, inverse } from "./inverse.ts";
import { knownBits } from "./knownBits.ts";
import { copyState, forget, put, type State } from "./state.ts";
import {
  boolShape,
  constantTerm,
  type OperationTerm,
  onlySymbol,
  replaceSymbols,
  type Term,
} from "./term.ts";

/**
 * The states in which `condition` holds and those in which it fails, each with what that tells recorded: none when the
 * path contradicts it, several when it can be so for different reasons (`a || b`).
 */
export function split(
  state: State,
  condition: Value,
  storage: FlowStorage,
): { holds: State[]; fails: State[] } {
  const next = copyState(state);
  const term = evaluate(next, condition, storage);
  // a constant tells nothing, so one copy is enough
  if (term.kind === "constant") {
    assert(typeof term.value === "boolean", `a condition came out as ${String(term.value)}`);
    return term.value ? { holds: [next], fails: [] } : { holds: [], fails: [next] };
  }
  const holds = assumeTerm(copyState(next), term, true);
  const fails = assumeTerm(next, term, false);
  assert(holds.length + fails.length > 0, "a condition neither holds nor fails");
  return { holds, fails };
}

/** Our choice: reasons for one truth that are told apart. */
const MAX_REASONS = 64;

/** Those of `split` in which `condition` is `truth`. */
export function assume(state: State, condition: Value, truth: boolean, storage: FlowStorage): State[] {
  const next = copyState(state);
  return assumeTerm(next, evaluate(next, condition, storage), truth);
}

/** As `assume`, where there are several reasons by the condition as a whole: one state at most. */
export function assumeAsWhole(state: State, condition: Value, truth: boolean, storage: FlowStorage): State[] {
  const reasons = assume(state, condition, truth, storage);
  if (reasons.length <= 1) return reasons;
  const next = copyState(state);
  const term = evaluate(next, condition, storage);
  if (term.kind !== "operation") return [next];
  const [a, b] = term.operands;
  const sides = term.operator === "==" && a && b ? constantSide(a, b) : null;
  return sides
    ? record(next, sides.other, (fact) => (truth ? equals : differs)(fact, sides.value))
    : assumeOpaque(next, term, truth);
}

function assumeTerm(state: State, term: Term, truth: boolean): State[] {
  if (term.kind === "constant") return term.value === truth ? [state] : [];
  if (term.kind === "symbol") return record(state, term, (fact) => equals(fact, truth));
  const [a, b, c] = term.operands;
  if (!a) return [state];
  switch (term.operator) {
    case "!":
      return assumeTerm(state, a, !truth);
    case "&&":
    case "||": {
      if (!b) return [state];
      // `a && b` true and `a || b` false need both sides; the others hold by the first side or, failing that,
      // the second
      const both = (term.operator === "&&") === truth;
      if (both) {
        const held = assumeTerm(state, a, truth);
        // what stays untold only leaves paths in
        return held.length > MAX_REASONS ? held : held.flatMap((each) => assumeTerm(each, b, truth));
      }
      const byFirst = assumeTerm(copyState(state), a, truth);
      const bySecond = assumeTerm(state, a, !truth).flatMap((held) => assumeTerm(held, b, truth));
      return [...byFirst, ...bySecond];
    }
    case "==":
      return b ? assumeEqual(state, term, a, b, truth) : [state];
    case "<":
      return b ? assumeLess(state, term, a, b, truth) : [state];
    case "match": {
      if (b?.kind !== "constant" || c?.kind !== "constant") return assumeOpaque(state, term, truth);
      const pattern = b.value;
      const mask = c.value;
      if (typeof pattern !== "bigint" || typeof mask !== "bigint") return assumeOpaque(state, term, truth);
      return record(state, a, (fact) => (truth ? showsBits : lacksBits)(fact, mask, pattern));
    }
    default:
      return assumeOpaque(state, term, truth);
  }
}

function assumeEqual(state: State, term: Term, a: Term, b: Term, equal: boolean): State[] {
  const sides = constantSide(a, b);
  if (!sides) return assumeOpaque(state, term, equal);
  const { other, value } = sides;
  if (typeof value === "boolean") return assumeTerm(state, other, value === equal);
  if (other.kind === "operation" && other.operator === "cast" && typeof value === "bigint") {
    const operand = keepingOperand(other);
    if (operand) {
      const before = wrap(value, operand.shape);
      if (wrap(before, other.shape) !== value) return equal ? [] : [state];
      return assumeEqual(state, term, operand, constantTerm(before), equal);
    }
  }
  const held = record(state, other, (fact) => (equal ? equals : differs)(fact, value));
  const parts = other.kind === "operation" && typeof value === "bigint" ? inverse(other, value) : null;
  if (parts) return held.flatMap((each) => assumeParts(each, term, parts, equal));
  const bits = typeof value === "bigint" ? bitsOfSlice(other, value) : null;
  if (!bits) return held;
  const { of, mask, pattern } = bits;
  return held.flatMap((each) =>
    record(each, of, (fact) => (equal ? showsBits : lacksBits)(fact, mask, pattern)),
  );
}

/** Each of the parts has its value; or one of them has not, those before it having theirs. */
function assumeParts(state: State, term: Term, parts: Equalities, equal: boolean): State[] {
  const reasons: State[] = [];
  let held = [state];
  for (const { of, value } of parts) {
    if (!equal)
      reasons.push(
        ...held.flatMap((each) => assumeEqual(copyState(each), term, of, constantTerm(value), false)),
      );
    held = held.flatMap((each) => assumeEqual(each, term, of, constantTerm(value), true));
  }
  return equal ? held : reasons;
}

/** What a slice or a mask that has this value says of the bits of the number that it is of. */
function bitsOfSlice(term: Term, value: bigint): { of: Term; mask: bigint; pattern: bigint } | null {
  if (term.kind !== "operation") return null;
  const [of, high, low] = term.operands;
  if (of?.kind !== "symbol" || of.shape.bits === null || of.shape.isSigned) return null;
  if (term.operator === "&" && high?.kind === "constant" && typeof high.value === "bigint")
    return high.value === 0n || (value & ~high.value) !== 0n
      ? null
      : { of, mask: high.value, pattern: value };
  if (term.operator !== "slice") return null;
  if (high?.kind !== "constant" || low?.kind !== "constant") return null;
  if (typeof high.value !== "bigint" || typeof low.value !== "bigint") return null;
  const mask = ((1n << (high.value - low.value + 1n)) - 1n) << low.value;
  return { of, mask, pattern: (value << low.value) & mask };
}

function assumeLess(state: State, term: Term, a: Term, b: Term, truth: boolean): State[] {
  if (b.kind === "constant" && typeof b.value === "bigint") {
    const bound = b.value;
    return record(state, a, (fact) => (truth ? atMost(fact, bound - 1n) : atLeast(fact, bound)));
  }
  if (a.kind === "constant" && typeof a.value === "bigint") {
    const bound = a.value;
    return record(state, b, (fact) => (truth ? atLeast(fact, bound + 1n) : atMost(fact, bound)));
  }
  return assumeOpaque(state, term, truth);
}

function assumeOpaque(state: State, term: Term, truth: boolean): State[] {
  return record(state, term, (fact) => equals(fact, truth), true);
}

function record(state: State, term: Term, learn: (fact: Fact) => Fact | null, isTruth = false): State[] {
  if (term.kind === "constant") return learn({ ...freshFact(boolShape), exact: term.value }) ? [state] : [];
  const known = state.facts.get(term.key)?.fact ?? (isTruth ? freshFact(boolShape) : formFact(term));
  const learned = known && learn(known);
  if (!learned) return [];
  const narrowed = term.kind === "operation" ? narrowSymbol(state, term, learned) : null;
  if (narrowed) return narrowed;
  put(state, "facts", term.key, { term, fact: learned });
  return [state];
}

/** Our choice: numbers between those that are left. */
const MOST_GAPS = 64n;

const results = new WeakMap<OperationTerm, Map<bigint, Constant>>();

/** What a term of one unknown is when that has this value; null when that is not known. */
function resultOf(term: OperationTerm, value: bigint): Constant | null {
  const known = results.get(term) ?? new Map<bigint, Constant>();
  results.set(term, known);
  const before = known.get(value);
  if (before !== undefined) return before;
  const result = replaceSymbols(term, () => constantTerm(value));
  if (result?.kind !== "constant") return null;
  known.set(value, result.value);
  return result.value;
}

/** What the form of a term tells of its value. */
function formFact(term: Exclude<Term, { kind: "constant" }>): Fact | null {
  const { mask, value } = knownBits(term);
  const fresh = freshFact(term.shape);
  return mask === 0n ? fresh : showsBits(fresh, mask, value);
}

/**
 * What `learned` about a term of one unknown with few values says of that unknown: those that give a value that
 * `learned` allows. So what is computed from one length, however often, is known as well as the length. Null when there
 * are several unknowns, or too many values.
 */
function narrowSymbol(state: State, term: OperationTerm, learned: Fact): State[] | null {
  const symbol = onlySymbol(term);
  if (!symbol) return null;
  const before = state.facts.get(symbol.key)?.fact ?? freshFact(symbol.shape);
  const values = triedValues(before);
  if (!values) return null;
  const left: bigint[] = [];
  for (const value of values) {
    const result = resultOf(term, value);
    if (result === null) return null;
    if (allows(learned, result)) left.push(value);
  }
  // many values with gaps are not worth to be kept one by one
  const span = left.length === 0 ? 0n : left.at(-1)! - left[0]! + 1n;
  if (left.length !== values.length && span - BigInt(left.length) > MOST_GAPS) return null;
  forget(state, "facts", term.key);
  if (left.length === values.length) return [state];
  const fact = oneOf(left);
  if (!fact) return [];
  put(state, "facts", symbol.key, { term: symbol, fact });
  return [state];
}

function constantSide(a: Term, b: Term): { other: Term; value: Constant } | null {
  if (b.kind === "constant") return { other: a, value: b.value };
  return a.kind === "constant" ? { other: b, value: a.value } : null;
}

/** The operand of a cast that loses no bits: comparing the cast is comparing the operand with what gives the same. */
function keepingOperand({
  operands: [operand],
  shape,
}: OperationTerm): Exclude<Term, { kind: "constant" }> | null {
  if (!operand || operand.kind === "constant" || operand.shape.bits === null) return null;
  return shape.bits === null || shape.bits >= operand.shape.bits ? operand : null;
}
