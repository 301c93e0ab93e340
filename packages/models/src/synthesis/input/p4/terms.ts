import { constantTerm, replaceSymbols, type Term } from "../../../program/index.ts";
import {
  type FieldSet,
  fullSet,
  hasValue,
  intersectSets,
  interval,
  intervalsOf,
  isEmptySet,
  maskedSet,
  setOf,
  shiftSet,
  sizeOf,
  subtractSets,
  valueAt,
} from "../../header/fieldSet.ts";
import { ANY, type Filter, intersect } from "../../header/filter.ts";
import type { Write } from "../../header/writes.ts";

type Field = { field: string; bits: number };

/** The field that the symbol of a number is; null when it is none. */
export type FieldOf = (symbol: number) => Field | null;

/** What is written under a filter; of several the first that matches. */
export type Choice = { filter: Filter; write: Write | null };

/** The widest field whose values are exact numbers. */
export const MAX_BITS = 48;
/** Bits of a field that holds a truth value or a name. */
export const NAME_BITS = 16;
/** Our choice: of fields with so many bits each value is tried. */
const TRIED_BITS = 16;
/** Our choice: pieces of what a field gives, intervals of a mask, and filters of a condition, at most. */
const MOST = 64;

/** Conditions and values over cells of a program as filters and writes over fields; truth values are 0 and 1. */
export class Terms {
  private readonly fieldOf: FieldOf;
  private readonly names = new Map<string, number>();
  private readonly tried = new Map<string, readonly number[] | null>();

  constructor(fieldOf: FieldOf) {
    this.fieldOf = fieldOf;
  }

  /** The number by which a field holds a value; null beyond what a field holds. */
  numberOf(value: bigint | boolean | string): number | null {
    if (typeof value === "boolean") return Number(value);
    if (typeof value === "bigint")
      return value >= 0n && value < 2n ** BigInt(MAX_BITS) ? Number(value) : null;
    const known = this.names.get(value) ?? this.names.size + 1;
    this.names.set(value, known);
    return known;
  }

  /** Whether everything that decides a value is a field. */
  isOfFields = (term: Term): boolean =>
    term.kind === "constant" || term.symbols.every((symbol) => this.fieldOf(symbol) !== null);

  /** The packets for which a condition holds, any of the filters; null when filters cannot say that. */
  where = (condition: Term): Filter[] | null => this.within(condition, [1, 1]);

  /** The packets for which `term` is in `set`. */
  private within(term: Term, set: FieldSet): Filter[] | null {
    if (isEmptySet(set)) return [];
    if (term.kind === "constant") {
      const value = this.numberOf(term.value);
      return value === null ? null : hasValue(set, value) ? [ANY] : [];
    }
    if (term.kind === "symbol") {
      const found = this.fieldOf(term.id);
      return found && filterOf(found, set);
    }
    const { operator, operands, shape } = term;
    const [a, b, c] = operands;
    const when = (condition: Term, truth: boolean) => this.within(condition, truth ? [1, 1] : [0, 0]);
    if (operator === "?")
      return either(both(when(a!, true), this.within(b!, set)), both(when(a!, false), this.within(c!, set)));
    const isOfTruth = operator === "cast" && a?.kind !== "constant" && a?.shape.bits === null;
    const truth = shape.bits === null ? term : isOfTruth ? a! : null;
    if (truth && hasValue(set, 0) === hasValue(set, 1)) return hasValue(set, 0) ? [ANY] : [];
    if (truth && truth !== term) return when(truth, hasValue(set, 1));
    if (truth) return this.holds(term, hasValue(set, 1));
    return this.ofNumber(term, set) ?? this.byTrial(term, set);
  }

  /** The packets for which a comparison or its like is `truth`. */
  private holds(term: Extract<Term, { kind: "operation" }>, truth: boolean): Filter[] | null {
    const [a, b, c] = term.operands;
    const when = (condition: Term, is: boolean) => this.within(condition, is ? [1, 1] : [0, 0]);
    if (term.operator === "!") return when(a!, !truth);
    if (term.operator === "&&" || term.operator === "||")
      return ((term.operator === "&&") === truth ? both : either)(when(a!, truth), when(b!, truth));
    const asked = this.asked(term.operator, a!, b!, c);
    if (asked) {
      const others = subtractSets(fullSet(bitsOf(asked.of)), asked.set);
      const found = this.within(asked.of, truth ? asked.set : others);
      const left = found || truth ? found : this.others(this.within(asked.of, asked.set), asked.of);
      if (left) return left;
    }
    const tried = this.byTrial(term, truth ? [1, 1] : [0, 0]);
    if (tried) return tried;
    if (term.operator !== "==" || !(isTruth(a!) || isTruth(b!))) return null;
    return either(both(when(a!, true), when(b!, truth)), both(when(a!, false), when(b!, !truth)));
  }

  /** What a comparison with a number asks of its other side. Signed numbers have another order. */
  private asked(operator: string, a: Term, b: Term, c?: Term): { of: Term; set: FieldSet } | null {
    if (isSigned(a) || isSigned(b)) return null;
    const [left, right] = [a, b].map((each) => (each.kind === "constant" ? this.numberOf(each.value) : null));
    if (operator === "match" && b.kind === "constant" && c?.kind === "constant") {
      const set =
        bitsOf(a) > MAX_BITS ? null : maskedSet(b.value as bigint, c.value as bigint, bitsOf(a), MOST);
      return set && { of: a, set };
    }
    if (right != null && operator === "==") return { of: a, set: [right, right] };
    if (right != null && operator === "<") return { of: a, set: interval(0, right - 1) };
    if (left != null && operator === "==") return { of: b, set: [left, left] };
    return left != null && operator === "<" ? { of: b, set: interval(left + 1, 2 ** bitsOf(b) - 1) } : null;
  }

  /** The packets that are not in the filter of a term of one field. */
  private others(filters: Filter[] | null, term: Term): Filter[] | null {
    const [only, another] = term.kind === "constant" ? [] : term.symbols;
    const field = only === undefined || another !== undefined ? null : this.fieldOf(only);
    const set = field && filters?.length === 1 ? filters[0]![field.field] : undefined;
    return field && set ? filterOf(field, subtractSets(fullSet(field.bits), set)) : null;
  }

  /** The packets for which a number made of another is in `set`; null where its values have to be tried. */
  private ofNumber(term: Extract<Term, { kind: "operation" }>, set: FieldSet): Filter[] | null {
    const { operator, shape } = term;
    const [a, b, c] = term.operands;
    const number = b?.kind === "constant" && typeof b.value === "bigint" ? b.value : null;
    const bits = bitsOf(a!);
    if (isSigned(term) || isSigned(a!) || bits > MAX_BITS) return null;
    if (operator === "cast" && bits <= shape.bits!) return this.within(a!, intersectSets(set, fullSet(bits)));
    if (operator === "cast") return this.masked(a!, (1n << BigInt(shape.bits!)) - 1n, set);
    if (number === null) return null;
    if (operator === "+") return this.within(a!, shiftSet(set, -Number(number), shape.bits!));
    if (operator === "&") return this.masked(a!, number, set);
    if (operator !== "slice" || c?.kind !== "constant") return null;
    const low = Number(c.value);
    const moved = setOf(intervalsOf(set).map(([from, to]) => [from * 2 ** low, (to + 1) * 2 ** low - 1]));
    if (Number(number) === bits - 1) return this.within(a!, moved);
    return this.masked(a!, (2n << number) - (1n << BigInt(low)), moved);
  }

  /** The packets whose bits under `mask` are a number in `set`, of which there must be few. */
  private masked(term: Term, mask: bigint, set: FieldSet): Filter[] | null {
    const values = intersectSets(set, [0, Number(mask)]);
    if (sizeOf(values) > MOST ** 2) return null;
    let all: FieldSet = [];
    for (let i = 0; i < sizeOf(values); i++) {
      const value = BigInt(valueAt(values, i)!);
      if ((value & ~mask) !== 0n) continue;
      const part = maskedSet(value, mask, bitsOf(term), MOST);
      if (!part || all.length > 2 * MOST) return null;
      all = setOf([...intervalsOf(all), ...intervalsOf(part)]);
    }
    return this.within(term, all);
  }

  /** For a term of one field with few values: those for which it is in `set`. */
  private byTrial(term: Term, set: FieldSet): Filter[] | null {
    const found = this.trial(term);
    if (!found) return null;
    const values = found.results.flatMap((value, i) => (hasValue(set, value) ? [[i, i] as const] : []));
    return filterOf(found, setOf(values));
  }

  /** What a term of one field is for each of its values; null when there are too many, or one gives nothing. */
  private trial(term: Term): (Field & { results: readonly number[] }) | null {
    const [only, another] = term.kind === "constant" ? [] : term.symbols;
    const field = only === undefined || another !== undefined ? null : this.fieldOf(only);
    if (!field || field.bits > TRIED_BITS) return null;
    const results = this.tried.get(term.key) ?? [];
    if (!this.tried.has(term.key))
      for (let i = 0; i < 2 ** field.bits; i++) {
        const result = replaceSymbols(term, ({ shape }) =>
          shape.bits === null ? null : constantTerm(BigInt(i)),
        );
        const value = result?.kind === "constant" ? this.numberOf(result.value) : null;
        if (value === null) break;
        (results as number[]).push(value);
      }
    const isWhole = results.length === 2 ** field.bits;
    this.tried.set(term.key, isWhole ? results : null);
    return isWhole ? { ...field, results } : null;
  }

  /** What writing `term` into a field is; null when no write says it. */
  writes(term: Term, to: Field): Choice[] | null {
    const always = (write: Write): Choice[] => [{ filter: ANY, write }];
    if (term.kind === "constant") {
      const value = this.numberOf(term.value);
      return value === null ? null : always({ kind: "const", value });
    }
    const moved = this.moved(term, to);
    if (moved) return always(moved);
    const pieces = this.pieces(term, to);
    if (pieces || term.kind === "symbol") return pieces;
    const isChoice = term.operator === "?";
    if (!isChoice && !isTruth(term)) return null;
    const [condition, one, other] = isChoice ? term.operands : [term, constantTerm(1n), constantTerm(0n)];
    const yes = this.where(condition!);
    const [first, second] = [this.writes(one!, to), this.writes(other!, to)];
    if (!yes || !first || !second) return null;
    const narrowed = yes.flatMap((filter) =>
      first.flatMap((each): Choice[] => {
        const part = intersect(filter, each.filter);
        return part ? [{ ...each, filter: part }] : [];
      }),
    );
    return [...narrowed, ...second];
  }

  /** What is written for a field of the same width, or for it and a number. */
  private moved(term: Term, to: Field): Write | null {
    if (term.kind === "symbol") {
      const from = this.fieldOf(term.id);
      return from?.bits === to.bits ? sumOf(from.field, 0, to) : null;
    }
    if (term.kind !== "operation" || term.operator !== "+" || term.shape.bits !== to.bits) return null;
    const [a, b] = term.operands;
    const from = a?.kind === "symbol" && b?.kind === "constant" ? this.fieldOf(a.id) : null;
    return from?.bits === to.bits && b?.kind === "constant" ? sumOf(from.field, Number(b.value), to) : null;
  }

  /** Of a term of one field with few values: a number, or a sum with the field, for each part of its values. */
  private pieces(term: Term, to: Field): Choice[] | null {
    const from = this.trial(term);
    if (!from) return null;
    const size = 2 ** to.bits;
    const numbers = parted(from, (value) => [value, { kind: "const", value }]);
    const sums =
      from.bits === to.bits
        ? parted(from, (value, at) => {
            const by = (value - at + size) % size;
            return [by, sumOf(from.field, by, to)];
          })
        : null;
    return !sums || (numbers && numbers.length <= sums.length) ? numbers : sums;
  }
}

const sumOf = (from: string, by: number, { field }: Field): Write =>
  from === field ? { kind: "add", by } : { kind: "copy", from, by };

/** Values of a field by what is written for them; null when these are too many parts. */
function parted(
  { field, bits, results }: Field & { results: readonly number[] },
  written: (value: number, at: number) => [number, Write],
): Choice[] | null {
  const parts = new Map<number, { values: [number, number][]; write: Write }>();
  for (const [at, value] of results.entries()) {
    const [key, write] = written(value, at);
    const part = parts.get(key) ?? { values: [], write };
    part.values.push([at, at]);
    parts.set(key, part);
    if (parts.size > MOST) return null;
  }
  return [...parts.values()].flatMap(({ values, write }) =>
    filterOf({ field, bits }, setOf(values)).map((filter) => ({ filter, write })),
  );
}

/** The packets whose field is in `set`. */
function filterOf({ field, bits }: Field, set: FieldSet): Filter[] {
  const values = intersectSets(set, fullSet(bits));
  if (isEmptySet(values)) return [];
  return [sizeOf(values) === 2 ** bits ? ANY : { [field]: values }];
}

const bitsOf = (term: Term): number =>
  term.kind === "constant" ? NAME_BITS : (term.shape.bits ?? NAME_BITS);

const isSigned = (term: Term): boolean =>
  term.kind !== "constant" && term.shape.bits !== null && term.shape.isSigned;

/** Names are not, which look like truth values where they are in cells. */
const isTruth = (term: Term): boolean => term.kind === "operation" && term.shape.bits === null;

const either = (a: Filter[] | null, b: Filter[] | null): Filter[] | null => {
  if (a?.includes(ANY) || b?.includes(ANY)) return [ANY];
  return a && b && a.length + b.length <= MOST ? [...a, ...b] : null;
};

const both = (a: Filter[] | null, b: Filter[] | null): Filter[] | null => {
  if (a?.length === 0 || b?.length === 0) return [];
  if (!a || !b || a.length * b.length > MOST) return null;
  return a.flatMap((one) =>
    b.flatMap((other): Filter[] => {
      const part = intersect(one, other);
      return part ? [part] : [];
    }),
  );
};
