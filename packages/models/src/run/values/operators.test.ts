import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldBinary, foldUnary } from "../../p4/types/expression/fold.ts";
import { computed } from "../../program/state/arithmetic.ts";
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
        const value = run();
        const expected = foldBinary(operator, a, b, shape, shape.width);
        expect(typeof value === "boolean" ? value : BigInt(value as number)).toBe(expected);
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
