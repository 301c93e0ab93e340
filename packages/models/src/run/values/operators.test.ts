import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BinaryOperator, operators } from "../../p4/index.ts";
import { foldBinary, foldUnary } from "../../p4/types/expression/fold.ts";
import { computed } from "../../program/state/arithmetic.ts";
import { CodeWriter } from "../code/writer.ts";
import { bitsOf, numberFor } from "./numbers.ts";
import { binaryEval, castEval, sliceEval, unaryEval, withSlice } from "./operators.ts";
import type { Shape } from "./shape.ts";

type Bits = Extract<Shape, { kind: "bits" }>;
const shapes = fc
  .record({
    width: fc.constantFrom(1, 3, 7, 8, 15, 16, 31, 32, 33, 48, 63, 64, 65, 128),
    isSigned: fc.boolean(),
  })
  .map((each): Bits => ({ kind: "bits", ...each }));
const numbers = fc.oneof(
  fc.bigInt({ min: -3n, max: 3n }),
  fc.bigInt({ min: -(1n << 127n), max: 1n << 127n }),
);
const cut = (value: bigint, { width, isSigned }: Bits): bigint =>
  isSigned ? BigInt.asIntN(width, value) : BigInt.asUintN(width, value);
const evaluated = (shape: Bits, value: bigint) => {
  const kept = numberFor(value, shape);
  return () => kept;
};
/** The shape as the analysis writes it. */
const numbersOf = ({ width, isSigned }: Bits) => ({ bits: width, isSigned });
const BOOL: Shape = { kind: "bool" };

/** What the closure gives, and what its JavaScript does. */
function bothForms(run: () => unknown): unknown {
  const value = run();
  const to = new CodeWriter();
  const text = to.value(run);
  const names = to.values.map((_, index) => `r${index}`);
  const written: unknown = new Function(...names, `return ${text}`)(...to.values);
  // asked a hundred thousand times: only a difference is told of
  if (!Object.is(written, value)) expect(written).toEqual(value);
  return typeof value === "number" ? BigInt(value) : value;
}

/** By counting, one at a time: nothing of what is tested here is used. */
const byHand = {
  /** all numbers of a type, the least first */
  numbers: ({ width, isSigned }: Bits): number[] =>
    Array.from({ length: 2 ** width }, (_, index) => (isSigned ? index - 2 ** (width - 1) : index)),
  /** the number of the type that differs by whole turns */
  turned(value: number, type: Bits): number {
    return byHand.numbers(type).find((each) => Math.abs(each - value) % 2 ** type.width === 0)!;
  },
  /** the number of the type that is nearest */
  nearest(value: number, type: Bits): number {
    return byHand.numbers(type).toSorted((a, b) => Math.abs(a - value) - Math.abs(b - value))[0]!;
  },
  digits: (value: number, { width }: Bits): string =>
    ((value + 2 ** width) % 2 ** width).toString(2).padStart(width, "0"),
  byDigit(a: number, b: number, type: Bits, of: (a: string, b: string) => boolean): number {
    const other = byHand.digits(b, type);
    const made = [...byHand.digits(a, type)].map((digit, index) => (of(digit, other[index]!) ? "1" : "0"));
    return byHand.turned(Number.parseInt(made.join(""), 2), type);
  },
};

const WRITTEN: Record<string, (a: number, b: number, type: Bits) => number | boolean | undefined> = {
  "+": (a, b, type) => byHand.turned(a + b, type),
  "-": (a, b, type) => byHand.turned(a - b, type),
  "*": (a, b, type) => byHand.turned(a * b, type),
  "|+|": (a, b, type) => byHand.nearest(a + b, type),
  "|-|": (a, b, type) => byHand.nearest(a - b, type),
  "/": (a, b) => (a < 0 || b <= 0 ? undefined : Math.floor(a / b)),
  "%": (a, b) => (a < 0 || b <= 0 ? undefined : a - b * Math.floor(a / b)),
  "&": (a, b, type) => byHand.byDigit(a, b, type, (x, y) => x === "1" && y === "1"),
  "|": (a, b, type) => byHand.byDigit(a, b, type, (x, y) => x === "1" || y === "1"),
  "^": (a, b, type) => byHand.byDigit(a, b, type, (x, y) => x !== y),
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => b - a > 0,
  "<=": (a, b) => b - a >= 0,
  ">": (a, b) => a - b > 0,
  ">=": (a, b) => a - b >= 0,
};

const SMALL: Bits[] = [1, 2, 3, 4].flatMap((width) =>
  [false, true].map((isSigned): Bits => ({ kind: "bits", width, isSigned })),
);

describe("all numbers of 1 to 4 bits: constants, terms, packets and their JavaScript give what counting gives", () => {
  it.each(Object.keys(WRITTEN))("a %s b", (written) => {
    const operator = written as BinaryOperator;
    for (const type of SMALL)
      for (const a of byHand.numbers(type))
        for (const b of byHand.numbers(type)) {
          const expected = WRITTEN[operator]!(a, b, type);
          const [one, two] = [BigInt(a), BigInt(b)];
          const value = typeof expected === "number" ? BigInt(expected) : expected;
          expect(foldBinary(operator, one, two, type, type.width)).toBe(value);
          if (operator !== "++" && typeof expected !== "boolean")
            expect(computed(operator, one, two, numbersOf(type))).toBe(value ?? null);
          const shape = typeof expected === "boolean" ? BOOL : type;
          const run = binaryEval(operator, evaluated(type, one), evaluated(type, two), type, type, shape);
          if (value === undefined) expect(run).toThrow("division by zero");
          else expect(bothForms(run)).toBe(value);
        }
  });

  it.each(["<<", ">>"] as const)("a %s by 0 to 9, and by 2^40", (operator) => {
    const amount: Bits = { kind: "bits", width: 48, isSigned: false };
    for (const type of SMALL)
      for (const a of byHand.numbers(type)) {
        let expected = a;
        for (let by = 0; by < 10; by++) {
          const check = (many: bigint) => {
            expect(foldBinary(operator, BigInt(a), many, type, 48)).toBe(BigInt(expected));
            expect(computed(operator, BigInt(a), many, numbersOf(type))).toBe(BigInt(expected));
            const run = binaryEval(operator, evaluated(type, BigInt(a)), () => many, type, amount, type);
            expect(bothForms(run)).toBe(BigInt(expected));
          };
          check(BigInt(by));
          if (by === 9) check(1n << 40n);
          // one place at a time: doubled, or halved downwards
          expected = operator === "<<" ? byHand.turned(2 * expected, type) : Math.floor(expected / 2);
        }
      }
  });

  it("a ++ b, ~a, -a, slices and casts", () => {
    for (const left of SMALL)
      for (const a of byHand.numbers(left)) {
        const one = BigInt(a);
        const digits = byHand.digits(a, left);
        const opposite = byHand.turned(
          Number.parseInt(
            digits.replace(/./g, (d) => (d === "1" ? "0" : "1")),
            2,
          ),
          left,
        );
        for (const [operator, expected] of [
          ["~", opposite],
          ["-", byHand.turned(-a, left)],
        ] as const) {
          expect(foldUnary(operator, one, left)).toBe(BigInt(expected));
          expect(bothForms(unaryEval(operator, evaluated(left, one), left))).toBe(BigInt(expected));
        }
        for (let low = 0; low < left.width; low++)
          for (let width = 1; low + width <= left.width; width++) {
            const end = left.width - low;
            const part = BigInt(Number.parseInt(digits.slice(end - width, end), 2));
            expect(operators.slice(one, BigInt(low), width)).toBe(part);
            expect(bothForms(sliceEval(evaluated(left, one), left, low, width))).toBe(part);
          }
        for (const right of SMALL) {
          const cast = byHand.turned(a, right);
          expect(bothForms(castEval(evaluated(left, one), left, right))).toBe(BigInt(cast));
          const sum: Bits = { kind: "bits", width: left.width + right.width, isSigned: left.isSigned };
          for (const b of byHand.numbers(right)) {
            const both = Number.parseInt(digits + byHand.digits(b, right), 2);
            const expected = BigInt(byHand.turned(both, sum));
            const run = binaryEval("++", evaluated(left, one), evaluated(right, BigInt(b)), left, right, sum);
            expect(foldBinary("++", one, BigInt(b), sum, right.width)).toBe(expected);
            expect(bothForms(run)).toBe(expected);
          }
        }
      }
  });
});

describe("operators at run time, and on paths, give what constants give", () => {
  it("two operands of one width", () => {
    const operators = fc.constantFrom(
      ...(["+", "-", "|+|", "|-|", "*", "&", "|", "^", "==", "!=", "<", "<=", ">", ">="] as const),
    );
    fc.assert(
      fc.property(operators, shapes, numbers, numbers, (operator, shape, x, y) => {
        const [a, b] = [cut(x, shape), cut(y, shape)];
        const isComparison = /[<>=]/.test(operator);
        const run = binaryEval(
          operator,
          evaluated(shape, a),
          evaluated(shape, b),
          shape,
          shape,
          isComparison ? BOOL : shape,
        );
        const expected = foldBinary(operator, a, b, shape, shape.width);
        expect(bothForms(run)).toBe(expected);
        if (!isComparison) expect(computed(operator, a, b, numbersOf(shape))).toBe(expected);
      }),
      { numRuns: 4000 },
    );
  });

  it("shifts by any amount", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("<<" as const, ">>" as const),
        shapes,
        numbers,
        fc.nat(300),
        (operator, shape, x, by) => {
          const a = cut(x, shape);
          const amount: Bits = { kind: "bits", width: 16, isSigned: false };
          const value = binaryEval(operator, evaluated(shape, a), () => by, shape, amount, shape)();
          const expected = foldBinary(operator, a, BigInt(by), shape, 16);
          expect(BigInt(value as number)).toBe(expected);
          expect(computed(operator, a, BigInt(by), numbersOf(shape))).toBe(expected);
        },
      ),
      { numRuns: 4000 },
    );
  });

  it("concatenation, slices, casts and one operand", () => {
    fc.assert(
      fc.property(shapes, shapes, numbers, numbers, fc.nat(127), fc.nat(127), (left, right, x, y, i, j) => {
        const [a, b] = [cut(x, left), cut(y, right)];
        const sum: Bits = { kind: "bits", width: left.width + right.width, isSigned: left.isSigned };
        const both = binaryEval("++", evaluated(left, a), evaluated(right, b), left, right, sum)();
        expect(BigInt(both as number)).toBe(foldBinary("++", a, b, sum, right.width));
        const [low, high] = [i % left.width, j % left.width].sort((p, q) => p - q) as [number, number];
        const width = high - low + 1;
        const slice = BigInt.asUintN(width, BigInt.asUintN(left.width, a) >> BigInt(low));
        expect(BigInt(sliceEval(evaluated(left, a), left, low, width)() as number)).toBe(slice);
        const written = withSlice(
          numberFor(a, left),
          left,
          low,
          width,
          numberFor(b, { width, isSigned: false }),
        );
        const part = sliceEval(() => written, left, low, width)();
        expect(BigInt(part as number)).toBe(BigInt.asUintN(width, b));
        expect(BigInt(castEval(evaluated(left, a), left, right)() as number)).toBe(cut(a, right));
        for (const operator of ["~", "-"] as const)
          expect(BigInt(unaryEval(operator, evaluated(left, a), left)() as number)).toBe(
            foldUnary(operator, a, left),
          );
        expect(bitsOf(numberFor(a, left), left.width)).toBe(BigInt.asUintN(left.width, a));
      }),
      { numRuns: 4000 },
    );
  });

  it("division by zero ends the run", () => {
    for (const width of [8, 64]) {
      const shape: Bits = { kind: "bits", width, isSigned: false };
      const divide = binaryEval("/", evaluated(shape, 1n), evaluated(shape, 0n), shape, shape, shape);
      expect(divide).toThrow("division by zero");
    }
  });
});
