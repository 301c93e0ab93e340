import { operators } from "../../p4/index.ts";
import type { Constant, NumberShape, Operator } from "../flow/flow.ts";
import { computed, decidedBy, wrap } from "./arithmetic.ts";
import { fingerprint } from "./fingerprint.ts";

/**
 * A symbolic value. Two terms with the same `key` are the same value on a path: a symbol stands for one unknown that
 * was read or produced once, so a test made twice cannot answer differently. An operation holds its operands, shared
 * by all that use them, and its key is no longer than theirs: what goes through a term goes through each shared part
 * once.
 */
export type Term = { kind: "constant"; value: Constant; key: string } | SymbolTerm | OperationTerm;

export type OperationTerm = {
  kind: "operation";
  operator: Operator;
  operands: readonly Term[];
  shape: NumberShape;
  key: string;
  /** operations below one another */
  depth: number;
  /** numbers of its symbols, by first use */
  symbols: readonly number[];
};

export type SymbolTerm = {
  kind: "symbol";
  id: number;
  shape: NumberShape;
  key: string;
  symbols: readonly number[];
};

/** Shape of truth values and names: no range. */
export const boolShape: NumberShape = { bits: null, isSigned: true };

export const constantTerm = (value: Constant): Term => ({
  kind: "constant",
  value,
  key: typeof value === "string" ? `"${value}"` : String(value),
});

export const symbolTerm = (id: number, shape: NumberShape): SymbolTerm => ({
  kind: "symbol",
  id,
  shape,
  key: `#${id}`,
  symbols: [id],
});

/**
 * The operation on `operands`, folded to a constant where their values decide it. Comparisons come out as `==` and `<`
 * only, so that a test and its opposite have the same key.
 */
export function operationTerm(operator: Operator, operands: readonly Term[], shape: NumberShape): Term {
  const [a, b] = operands;
  if (a && b) {
    if (operator === "!=") return not(operationTerm("==", [a, b], boolShape));
    if (operator === ">") return operationTerm("<", [b, a], boolShape);
    if (operator === "<=") return not(operationTerm("<", [b, a], boolShape));
    if (operator === ">=") return not(operationTerm("<", [a, b], boolShape));
    if (operator === "==" && b.key < a.key) return operationTerm("==", [b, a], boolShape);
    const sum = foldSum(operator, a, b, shape);
    if (sum) return sum;
  }
  const folded = fold(operator, operands, shape);
  if (folded) return folded;
  return newOperation(operator, operands, shape);
}

const newOperation = (operator: Operator, operands: readonly Term[], shape: NumberShape): OperationTerm => ({
  kind: "operation",
  operator,
  operands,
  shape,
  key: operationKey(operator, operands, shape),
  depth: 1 + operands.reduce((most, each) => Math.max(most, each.kind === "operation" ? each.depth : 0), 0),
  symbols: operands.map(symbolsOf).reduce(union, NO_SYMBOLS),
});

/**
 * Adding and subtracting constants one after the other is adding one constant, so counters in loops have few values.
 */
function foldSum(operator: Operator, a: Term, b: Term, shape: NumberShape): Term | null {
  if (shape.bits === null || (operator !== "+" && operator !== "-")) return null;
  if (operator === "+" && a.kind === "constant" && b.kind !== "constant")
    return operationTerm("+", [b, a], shape);
  if (a.kind === "constant" || b.kind !== "constant" || typeof b.value !== "bigint") return null;
  const added = operator === "+" ? b.value : -b.value;
  const inner =
    a.kind === "operation" && a.operator === "+" && a.shape.bits === shape.bits ? a.operands : null;
  const [base, before] = inner ?? [a, constantTerm(0n)];
  if (!base || before?.kind !== "constant" || typeof before.value !== "bigint") return null;
  const total = wrap(before.value + added, { bits: shape.bits, isSigned: false });
  if (total === 0n) return base;
  return newOperation("+", [base, constantTerm(total)], shape);
}

/** Texts longer than this are told apart by their fingerprint. */
const LONG_KEY = 64;

function operationKey(
  operator: Operator,
  operands: readonly Term[],
  { bits, isSigned }: NumberShape,
): string {
  const type = bits === null ? "" : `${isSigned ? "s" : "w"}${bits}`;
  const text = `(${operator}${type} ${operands.map((operand) => operand.key).join(" ")})`;
  return text.length <= LONG_KEY ? text : `~${fingerprint(text)}`;
}

/** Whether the term may be one that holds the same part twice: a short text has room for few parts. */
const isLong = ({ key }: Term): boolean => key.startsWith("~");

const not = (term: Term): Term => operationTerm("!", [term], boolShape);

/**
 * The same term with each symbol replaced by what `replace` gives for it, or null when that is null for one of them.
 */
export function replaceSymbols(
  term: Term,
  replace: (symbol: SymbolTerm) => Term | null,
  done = new Map<string, Term | null>(),
): Term | null {
  if (term.kind === "constant") return term;
  if (term.kind === "symbol") return replace(term);
  const known = done.get(term.key);
  if (known !== undefined) return known;
  const operands: Term[] = [];
  let result: Term | null = null;
  for (const operand of term.operands) {
    const replaced = replaceSymbols(operand, replace, done);
    if (!replaced) break;
    operands.push(replaced);
  }
  if (operands.length === term.operands.length) result = operationTerm(term.operator, operands, term.shape);
  if (isLong(term)) done.set(term.key, result);
  return result;
}

/** The unknown that alone decides the value of `term`; null when it is decided by several. */
export function onlySymbol(term: Term): SymbolTerm | null {
  if (symbolsOf(term).length !== 1) return null;
  let part: Term | undefined = term;
  while (part?.kind === "operation") part = part.operands.find((each) => symbolsOf(each).length > 0);
  return part?.kind === "symbol" ? part : null;
}

const NO_SYMBOLS: readonly number[] = [];

/** Numbers of the symbols in `term`, by first use. */
export const symbolsOf = (term: Term): readonly number[] =>
  term.kind === "constant" ? NO_SYMBOLS : term.symbols;

function union(some: readonly number[], more: readonly number[]): readonly number[] {
  if (some.length === 0 || more === some) return more;
  const known = new Set(some);
  const others = more.filter((id) => !known.has(id));
  return others.length === 0 ? some : [...some, ...others];
}

function fold(operator: Operator, operands: readonly Term[], shape: NumberShape): Term | null {
  const [a, b, c] = operands;
  if (!a) return null;
  const left = a.kind === "constant" ? a.value : null;
  const right = b?.kind === "constant" ? b.value : null;
  switch (operator) {
    case "!":
      if (a.kind === "operation" && a.operator === "!") return a.operands[0] ?? null;
      return typeof left === "boolean" ? constantTerm(!left) : null;
    case "&&":
      if (left === false || right === false) return constantTerm(false);
      if (left === true) return b ?? null;
      return right === true ? a : null;
    case "||":
      if (left === true || right === true) return constantTerm(true);
      if (left === false) return b ?? null;
      return right === false ? a : null;
    case "==":
      if (b && a.key === b.key) return constantTerm(true);
      if (left !== null && right !== null) return constantTerm(left === right);
      return b ? (foldChoice(a, right) ?? foldChoice(b, left)) : null;
    case "<":
      if (b && a.key === b.key) return constantTerm(false);
      return typeof left === "bigint" && typeof right === "bigint"
        ? constantTerm(operators.COMPARISONS["<"](left, right))
        : null;
    case "known":
      return constantTerm(left !== null && left === right);
    case "?":
      if (left === true) return b ?? null;
      return left === false ? (c ?? null) : null;
    case "match":
      return foldMatch(left, right, c?.kind === "constant" ? c.value : null);
    case "cast":
      return foldCast(left, shape);
    case "negate":
      return typeof left === "bigint"
        ? constantTerm(operators.unary("-", left, shape.bits, shape.isSigned))
        : null;
    case "~":
      return typeof left === "bigint"
        ? constantTerm(operators.unary("~", left, shape.bits, shape.isSigned))
        : null;
    case "slice": {
      const low = c?.kind === "constant" ? c.value : null;
      if (typeof right === "bigint" && typeof low === "bigint" && a.kind === "operation")
        return foldWritten(a, right, low, shape);
      return foldSlice(left, right, low);
    }
    default:
      return b ? foldBinary(operator, a, b, shape) : null;
  }
}

function foldBinary(operator: Operator, a: Term, b: Term, shape: NumberShape): Term | null {
  const left = a.kind === "constant" && typeof a.value === "bigint" ? a.value : null;
  const right = b.kind === "constant" && typeof b.value === "bigint" ? b.value : null;
  const value = left !== null && right !== null ? computed(operator, left, right, shape) : null;
  if (value !== null) return constantTerm(value);
  switch (decidedBy(operator, left, right, a.key === b.key)) {
    case "first":
      return a;
    case "second":
      return b;
    case "zero":
      return constantTerm(0n);
    default:
      return null;
  }
}

/** Comparing a choice between two constants with a third asks for the condition. */
function foldChoice(term: Term, value: Constant | null): Term | null {
  if (value === null || term.kind !== "operation" || term.operator !== "?") return null;
  const [condition, first, second] = term.operands;
  if (!condition || first?.kind !== "constant" || second?.kind !== "constant") return null;
  if (first.value === second.value) return constantTerm(first.value === value);
  if (first.value === value) return condition;
  return second.value === value ? not(condition) : constantTerm(false);
}

function foldMatch(value: Constant | null, pattern: Constant | null, mask: Constant | null): Term | null {
  if (mask === 0n) return constantTerm(true);
  if (typeof value !== "bigint" || typeof pattern !== "bigint" || typeof mask !== "bigint") return null;
  return constantTerm((value & mask) === (pattern & mask));
}

function foldCast(value: Constant | null, shape: NumberShape): Term | null {
  if (typeof value === "bigint") return constantTerm(wrap(value, shape));
  if (typeof value === "boolean" && shape.bits === 1) return constantTerm(value ? 1n : 0n);
  return null;
}

function foldSlice(value: Constant | null, high: Constant | null, low: Constant | null): Term | null {
  if (typeof value !== "bigint" || typeof high !== "bigint" || typeof low !== "bigint" || high < low)
    return null;
  return constantTerm(operators.slice(value, low, Number(high - low) + 1));
}

/** Bits of a number some of whose bits were written (`a & ~mask | b & mask`): those of the part that they come from. */
function foldWritten(written: OperationTerm, high: bigint, low: bigint, shape: NumberShape): Term | null {
  const wanted = ((1n << (high - low + 1n)) - 1n) << low;
  const slice = (of: Term, from: bigint): Term =>
    operationTerm("slice", [of, constantTerm(high - from), constantTerm(low - from)], shape);
  const [a, b] = written.operands;
  if (written.operator === "cast" && a && a.kind !== "constant" && a.shape.bits !== null) {
    if (a.shape.isSigned) return null;
    const width = BigInt(a.shape.bits);
    if (low >= width) return constantTerm(0n);
    if (high >= width) return null;
    return low === 0n && high === width - 1n ? a : slice(a, 0n);
  }
  if (!a || !b) return null;
  if (written.operator === "|") {
    if ((maskOf(a) & wanted) === 0n) return slice(b, 0n);
    return (maskOf(b) & wanted) === 0n ? slice(a, 0n) : null;
  }
  if (b.kind !== "constant" || typeof b.value !== "bigint") return null;
  if (written.operator === "&") return (b.value & wanted) === wanted ? slice(a, 0n) : null;
  return written.operator === "<<" && b.value >= 0n && b.value <= low ? slice(a, b.value) : null;
}

/** Bits that may be set. */
function maskOf(term: Term): bigint {
  if (term.kind === "constant") return typeof term.value === "bigint" ? term.value : -1n;
  const mask = term.kind === "operation" && term.operator === "&" ? term.operands[1] : undefined;
  return mask?.kind === "constant" && typeof mask.value === "bigint" ? mask.value : -1n;
}
