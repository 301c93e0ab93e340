import type { Random } from "../../core/index.ts";
import type { Constant, NumberShape } from "../flow/flow.ts";
import { wrap } from "../state/arithmetic.ts";
import { allows, type Fact } from "../state/fact.ts";
import type { State } from "../state/state.ts";
import { constantTerm, operationTerm, type Term } from "../state/term.ts";
import { operandFor, randomBits } from "./invert.ts";

/** A truth that must come out of a term. */
type Demand = { term: Term; holds: boolean };

export type Solution = ReadonlyMap<number, Constant>;

/** Our choice: changes of one unknown before the search is given up. */
const MAX_CHANGES = 400;

/**
 * Values of unknowns with which every demand holds, found by changing one after the other: a demand that fails says,
 * operator by operator downwards, which value an unknown needs (propagation-based local search; Niemetz, Preiner and
 * Biere, CAV 2016). Null: none was found, which is no proof that there is none. `fixed`: unknowns that cannot be
 * chosen.
 */
export function solve(
  demands: readonly Demand[],
  facts: State["facts"],
  fixed: ReadonlyMap<number, Constant>,
  random: Random,
): Solution | null {
  const search = new Search(demands, facts, fixed);
  for (let change = 0; change < MAX_CHANGES; change++) {
    const failing = search.failing();
    if (failing.length === 0) return search.solution();
    const demand = failing[change % 4 === 3 ? random.integer(failing.length) : 0]!;
    search.demand(demand.at, demand.holds, random);
  }
  return null;
}

type Part = {
  term: Term;
  operands: readonly number[];
  /** parts that have it as an operand, all behind it */
  users: number[];
  /** null: undefined, such as a division by zero */
  value: Constant | null;
  /** the value as its users compute with it */
  given: Term | null;
};

class Search {
  private readonly parts: Part[] = [];
  private readonly byKey = new Map<string, number>();
  private readonly roots: { at: number; holds: boolean }[];
  private readonly facts: State["facts"];
  private readonly fixed: ReadonlyMap<number, Constant>;

  constructor(demands: readonly Demand[], facts: State["facts"], fixed: ReadonlyMap<number, Constant>) {
    this.facts = facts;
    this.fixed = fixed;
    this.roots = demands.map(({ term, holds }) => ({ at: this.add(term), holds }));
  }

  private add(term: Term): number {
    const known = this.byKey.get(term.key);
    if (known !== undefined) return known;
    const operands = term.kind === "operation" ? term.operands.map((each) => this.add(each)) : [];
    const part: Part = { term, operands, users: [], value: null, given: null };
    const at = this.parts.push(part) - 1;
    this.byKey.set(term.key, at);
    for (const operand of operands) this.parts[operand]!.users.push(at);
    this.set(part, term.kind === "symbol" ? this.first(term) : this.compute(part));
    return at;
  }

  private first(symbol: Extract<Term, { kind: "symbol" }>): Constant {
    const fixed = this.fixed.get(symbol.id);
    if (fixed !== undefined) return fixed;
    const fact = this.facts.get(symbol.key)?.fact;
    if (fact?.exact !== null && fact?.exact !== undefined) return fact.exact;
    const zero = zeroOf(symbol.shape);
    return fact && !allows(fact, zero) ? (fact.low ?? zero) : zero;
  }

  private compute({ term, operands }: Part): Constant | null {
    if (term.kind === "constant") return term.value;
    if (term.kind === "symbol") return null;
    const given: Term[] = [];
    for (const at of operands) {
      const operand = this.parts[at]!.given;
      if (operand === null) return null;
      given.push(operand);
    }
    const result = operationTerm(term.operator, given, term.shape);
    return result.kind === "constant" ? result.value : null;
  }

  failing(): { at: number; holds: boolean }[] {
    return this.roots.filter(({ at, holds }) => asTruth(this.parts[at]!.value) !== holds);
  }

  solution(): Solution {
    const found = new Map<number, Constant>();
    for (const { term, value } of this.parts)
      if (term.kind === "symbol" && value !== null) found.set(term.id, value);
    return found;
  }

  /** Goes down from a part to an unknown that can make it `wanted`, and changes that. */
  demand(from: number, wanted: Constant, random: Random): void {
    let at = from;
    let target = wanted;
    for (;;) {
      const part = this.parts[at]!;
      const { term } = part;
      if (term.kind === "constant") return;
      if (term.kind === "symbol") {
        if (!this.fixed.has(term.id)) this.change(at, this.near(term, target, random));
        return;
      }
      const choice = operandFor(
        term,
        part.operands.map((operand) => ({
          value: this.parts[operand]!.value,
          isOpen: this.isOpen(operand),
          shape: shapeOf(this.parts[operand]!.term),
        })),
        target,
        random,
      );
      if (!choice) return;
      at = part.operands[choice.operand]!;
      target = choice.value;
    }
  }

  private readonly open = new Map<number, boolean>();

  /** Whether a part depends on an unknown that can be chosen. */
  private isOpen(at: number): boolean {
    const known = this.open.get(at);
    if (known !== undefined) return known;
    const { term, operands } = this.parts[at]!;
    const open =
      term.kind === "symbol" ? !this.fixed.has(term.id) : operands.some((operand) => this.isOpen(operand));
    this.open.set(at, open);
    return open;
  }

  /** The value, or another one that what is known about the unknown allows. */
  private near(symbol: Extract<Term, { kind: "symbol" }>, wanted: Constant, random: Random): Constant {
    if (typeof wanted !== "bigint") return wanted;
    const value = wrap(wanted, symbol.shape);
    const fact = this.facts.get(symbol.key)?.fact;
    if (!fact || allows(fact, value)) return value;
    return allowedBy(fact, random) ?? value;
  }

  private change(at: number, value: Constant): void {
    const part = this.parts[at]!;
    if (part.value === value) return;
    this.set(part, value);
    // users stand behind what they use, so one way through the parts finds each of them ready
    let last = this.touch(part.users, at);
    for (let next = at + 1; next <= last; next++) {
      if (!this.touched[next]) continue;
      this.touched[next] = false;
      const user = this.parts[next]!;
      const computed = this.compute(user);
      if (computed === user.value) continue;
      this.set(user, computed);
      last = this.touch(user.users, last);
    }
  }

  private readonly touched: boolean[] = [];

  /** The greatest of the parts that are to be computed again. */
  private touch(users: readonly number[], last: number): number {
    let greatest = last;
    for (const user of users) {
      this.touched[user] = true;
      if (user > greatest) greatest = user;
    }
    return greatest;
  }

  private set(part: Part, value: Constant | null): void {
    part.value = value;
    part.given = value === null ? null : constantTerm(value);
  }
}

/** Our choice: tries to find a number that a fact allows. */
const TRIES = 20;

function allowedBy(fact: Fact, random: Random): bigint | null {
  const { low, high, bits } = fact;
  if (typeof fact.exact === "bigint") return fact.exact;
  if (low === null || high === null) return null;
  for (let tried = 0; tried < TRIES; tried++) {
    const span = high - low + 1n;
    const drawn = tried === 0 ? low : tried === 1 ? high : low + (randomBits(random, span) % span);
    const value = bits ? (drawn & ~bits.mask) | bits.value : drawn;
    if (allows(fact, value)) return value;
  }
  return null;
}

const shapeOf = (term: Term): NumberShape =>
  term.kind === "constant" ? { bits: null, isSigned: true } : term.shape;

/** What an unknown is at first: terms do not tell truth values from names and numbers without width. */
export const zeroOf = (shape: NumberShape): Constant => (shape.bits === null ? false : 0n);

const asTruth = (value: Constant | null): boolean | null =>
  value === null ? null : typeof value === "bigint" ? value !== 0n : value === true;
