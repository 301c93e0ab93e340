import { constructs } from "../../core/index.ts";
import type { Construct } from "../../program/index.ts";
import type { ConstructCounts } from "../counted.ts";
import type { Whitening } from "./cells.ts";
import { dot } from "./leastSquares.ts";

/** Beyond `overCount` each construct costs something else (`slope`), or something is added once (`once`). */
export type Bend = { construct: Construct; kind: "slope" | "once"; overCount: number };

/** Bends and pairs of one fit at most, together, and the chance that noise makes one (our choice). */
const MOST_BENDS = 4;
const FALSE_SHARE = 0.01;

/** What a bend adds to the line, in units of its cost. */
export const bendValue = ({ construct, kind, overCount }: Bend, counted: ConstructCounts): number =>
  kind === "slope" ? Math.max(0, counted[construct] - overCount) : counted[construct] > overCount ? 1 : 0;

/** What a search for bends looks at: counts of each unit, what is fitted beside, and how units become observations. */
export type BendSearch = {
  columns: readonly (readonly number[])[];
  y: readonly number[];
  counted: readonly ConstructCounts[];
  white: Whitening;
};

/** Two constructs that cost more or less together than alone. */
export type Pair = { kind: "pair"; constructs: readonly [Construct, Construct] };
type Candidate = Bend | Pair;

/** What a pair adds to the line, in units of its cost. */
export const pairValue = ({ constructs: [a, b] }: Pair, counted: ConstructCounts): number =>
  counted[a] * counted[b];

/**
 * The bends that the data ask for, beside `columns`: one after the other, each the one that explains most, as long as
 * noise alone would seldom explain as much (Bonferroni over all that were tried). Pairs, which cost something else
 * together, are looked for beside them, so that they make no bends. Of sets after which the data ask for no more the
 * smaller one is taken. A bend has two different counts on each side at least.
 */
export function findBends({ columns, y, counted, white }: BendSearch): { bends: Bend[]; pairs: Pair[] } {
  const candidates: Candidate[] = [...candidatesOf(counted), ...pairs];
  const columnOf = (each: Candidate): number[] =>
    white(each.kind === "pair" ? productOf(each, counted) : counted.map((counts) => bendValue(each, counts)));
  const columnsOf = new Map(candidates.map((each) => [each, columnOf(each)]));
  const bestBeside = searchOf(columns.map(white), white(y), [...columnsOf.values()]);
  const nextOf = (chosen: readonly Candidate[]): Candidate | null => {
    const found = bestBeside(chosen.map((each) => columnsOf.get(each)!));
    return found && candidates[found.index]!;
  };
  const chosen: Candidate[] = [];
  while (chosen.length < MOST_BENDS) {
    const next = nextOf(chosen);
    if (!next) break;
    chosen.push(next);
  }
  const simplest = simpler(chosen, nextOf);
  return {
    bends: simplest.filter((each): each is Bend => each.kind !== "pair"),
    pairs: simplest.filter((each): each is Pair => each.kind === "pair"),
  };
}

const pairs: readonly Pair[] = constructs.flatMap((a, i) =>
  constructs.slice(i + 1).map((b) => ({ kind: "pair" as const, constructs: [a, b] as const })),
);

/** Nothing where too few programs have both. */
function productOf(pair: Pair, counted: readonly ConstructCounts[]): number[] {
  const column = counted.map((each) => pairValue(pair, each));
  return new Set(column).size > 2 ? column : column.map(() => 0);
}

/** Each bend once more beside the others; then any two, or one, replaced by the best one or none where that is all. */
function simpler(
  found: readonly Candidate[],
  nextOf: (chosen: readonly Candidate[]) => Candidate | null,
): Candidate[] {
  let chosen = [...found];
  chosen.forEach((bend, i) => {
    chosen[i] = nextOf(chosen.filter((other) => other !== bend)) ?? bend;
  });
  const subsets = (): Candidate[][] => [
    ...chosen.map((out) => chosen.filter((bend) => bend !== out)),
    ...chosen.flatMap((out, i) =>
      chosen.slice(i + 1).map((also) => chosen.filter((bend) => bend !== out && bend !== also)),
    ),
  ];
  for (let smaller: Candidate[] | undefined = chosen; smaller; ) {
    chosen = smaller;
    smaller = undefined;
    for (const rest of subsets()) {
      const next = nextOf(rest);
      const set = next ? [...rest, next] : rest;
      if (set.length < chosen.length && nextOf(set) === null) {
        smaller = set;
        break;
      }
    }
  }
  return chosen;
}

function candidatesOf(counted: readonly ConstructCounts[]): Bend[] {
  return constructs.flatMap((construct) => {
    const values = [...new Set(counted.map((each) => each[construct]))].sort((a, b) => a - b);
    return values
      .slice(1, -2)
      .flatMap((overCount) => (["slope", "once"] as const).map((kind) => ({ construct, kind, overCount })));
  });
}

/** What of a vector no unit of the basis says. */
function without(basis: readonly (readonly number[])[], vector: readonly number[]): number[] {
  const rest = [...vector];
  for (let pass = 0; pass < 2; pass++)
    for (const unit of basis) {
      const share = dot(unit, rest);
      for (let i = 0; i < rest.length; i++) rest[i] = rest[i]! - share * unit[i]!;
    }
  return rest;
}

/** Units of what the columns say beyond the units of `basis`. */
function unitsBeside(
  basis: readonly (readonly number[])[],
  columns: readonly (readonly number[])[],
): number[][] {
  const length = (column: readonly number[]): number => Math.sqrt(dot(column, column));
  const units: number[][] = [];
  for (const column of columns) {
    const rest = without([...basis, ...units], column);
    const left = length(rest);
    if (left > 1e-9 * length(column)) units.push(rest.map((value) => value / left));
  }
  return units;
}

/**
 * A search among `candidates` for the column that explains most of what `columns` and some more leave of `y`, and its
 * cost; null when noise could have done it. What `columns` say of the candidates is taken off once.
 */
function searchOf(
  columns: readonly (readonly number[])[],
  y: readonly number[],
  candidates: readonly (readonly number[])[],
): (more: readonly (readonly number[])[]) => { index: number; us: number } | null {
  const basis = unitsBeside([], columns);
  const target = without(basis, y);
  const tried = candidates.map((column) => ({ squares: dot(column, column), rest: without(basis, column) }));
  return (more) => {
    const added = unitsBeside(basis, more);
    const residual = without(added, target);
    const squares = dot(residual, residual);
    const freedom = y.length - basis.length - added.length - 1;
    // fewer degrees of freedom tell a bend from noise by luck only; nothing is left to explain below twelve digits
    if (freedom < 3 || squares <= 1e-20 * dot(y, y)) return null;
    let found: { index: number; us: number; explained: number } | null = null;
    tried.forEach((candidate, index) => {
      const rest = without(added, candidate.rest);
      const left = dot(rest, rest);
      if (left <= 1e-9 * candidate.squares || left === 0) return;
      const us = dot(rest, residual) / left;
      const explained = us * us * left;
      if (!found || explained > found.explained * (1 + 1e-9)) found = { index, us, explained };
    });
    const best = found as { index: number; us: number; explained: number } | null;
    if (!best) return null;
    const isSeldom = (explained: number, all: number, free: number): boolean =>
      (explained * free) / Math.max(Number.MIN_VALUE, all - explained) >
      quantile(FALSE_SHARE / (2 * candidates.length), free) ** 2;
    if (!isSeldom(best.explained, squares, freedom)) return null;
    // one slow start, or one odd program, makes none: it has to be there without the loudest, too
    const rest = without(added, tried[best.index]!.rest);
    const said = rest.map((value, i) => Math.abs(value * residual[i]!));
    const loudest = said.indexOf(Math.max(...said));
    const alone = without(
      [...basis, ...added],
      y.map((_, i) => (i === loudest ? 1 : 0)),
    );
    const size = dot(alone, alone);
    if (freedom < 4 || size <= 1e-9) return best;
    const less = (vector: readonly number[]): number[] => {
      const share = dot(alone, vector) / size;
      return vector.map((value, i) => value - share * alone[i]!);
    };
    const [column, left] = [less(rest), less(residual)];
    const explained = dot(column, left) ** 2 / Math.max(Number.MIN_VALUE, dot(column, column));
    return dot(left, left) <= 1e-20 * dot(y, y) || isSeldom(explained, dot(left, left), freedom - 1)
      ? best
      : null;
  };
}

/** Upper point of Student's t for a small tail: the normal's (Abramowitz and Stegun 26.2.23), widened for freedom. */
function quantile(tail: number, freedom: number): number {
  const t = Math.sqrt(-2 * Math.log(tail));
  const z =
    t -
    (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3);
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
  );
}
