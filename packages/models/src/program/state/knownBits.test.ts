import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Operator } from "../flow/flow.ts";
import { knownBits } from "./knownBits.ts";
import { boolShape, constantTerm, operationTerm, replaceSymbols, symbolTerm, type Term } from "./term.ts";

const narrow = { bits: 4, isSigned: false };
const wide = { bits: 8, isSigned: false };
const number = fc.bigInt({ min: 0n, max: 255n }).map(constantTerm);
const amount = fc.bigInt({ min: 0n, max: 9n }).map(constantTerm);

/** Numbers of eight bits from a symbol of eight and one of four. */
const term = fc.letrec<{ value: Term }>((tie) => {
  const value = tie("value");
  const apply = (operator: Operator, operands: readonly Term[]): Term =>
    operationTerm(operator, operands, wide);
  return {
    value: fc.oneof(
      { depthSize: "small" },
      fc.constant<Term>(symbolTerm(0, wide)),
      fc.constant(operationTerm("cast", [symbolTerm(1, narrow)], wide)),
      number,
      fc
        .tuple(fc.constantFrom<Operator>("&", "|", "^", "+", "-", "*", "|+|"), value, value)
        .map(([operator, a, b]) => apply(operator, [a, b])),
      fc
        .tuple(fc.constantFrom<Operator>("<<", ">>"), value, amount)
        .map(([operator, a, b]) => apply(operator, [a, b])),
      value.map((a) => apply("~", [a])),
      fc
        .tuple(value, fc.constantFrom<[bigint, bigint]>([7n, 4n], [3n, 0n], [5n, 2n]))
        .map(([a, [high, low]]) => {
          const slice = operationTerm("slice", [a, constantTerm(high), constantTerm(low)], narrow);
          return apply("cast", [slice]);
        }),
      fc
        .tuple(value, value, value)
        .map(([a, b, c]) => apply("?", [operationTerm("<", [a, b], boolShape), b, c])),
    ),
  };
}).value;

describe("known bits", () => {
  it("[F3] are those of every value", () => {
    fc.assert(
      fc.property(term, fc.bigInt({ min: 0n, max: 255n }), fc.bigInt({ min: 0n, max: 15n }), (each, x, y) => {
        const result = replaceSymbols(each, ({ id }) => constantTerm(id === 0 ? x : y));
        const { mask, value } = knownBits(each);
        expect(result).toMatchObject({ kind: "constant" });
        if (result?.kind === "constant") expect((result.value as bigint) & mask).toBe(value);
      }),
      { numRuns: 2000 },
    );
  });
});
