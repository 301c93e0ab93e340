import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Operator } from "../flow/flow.ts";
import { inverse } from "./inverse.ts";
import { constantTerm, operationTerm, replaceSymbols, symbolTerm, type Term } from "./term.ts";

const byte = { bits: 8, isSigned: false };
const wide = { bits: 16, isSigned: false };
const number = fc.bigInt({ min: 0n, max: 0xffffn });

/** Numbers of 16 bits from two bytes. */
const term = fc.letrec<{ value: Term }>((tie) => {
  const value = tie("value");
  return {
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(0, 1).map((id) => operationTerm("cast", [symbolTerm(id, byte)], wide)),
      number.map(constantTerm),
      fc
        .tuple(fc.constantFrom<Operator>("+", "-", "^", "|", "&", "*"), value, value)
        .map(([operator, a, b]) => operationTerm(operator, [a, b], wide)),
      fc
        .tuple(fc.constantFrom<Operator>("<<", ">>"), value, fc.constantFrom(0n, 1n, 4n, 8n, 16n))
        .map(([operator, a, by]) => operationTerm(operator, [a, constantTerm(by)], wide)),
      fc
        .tuple(fc.constantFrom<Operator>("~", "negate"), value)
        .map(([operator, a]) => operationTerm(operator, [a], wide)),
    ),
  };
}).value;

describe("what a value says of the parts", () => {
  it("[F3] is the same as having that value", () => {
    fc.assert(
      fc.property(term, fc.tuple(number, number), number, (each, symbols, other) => {
        if (each.kind !== "operation") return;
        const resultFor = (of: Term): unknown => {
          const result = replaceSymbols(of, ({ id }) => constantTerm(symbols[id]! & 0xffn));
          return result?.kind === "constant" ? result.value : null;
        };
        const own = resultFor(each) as bigint;
        for (const asked of [own, other, own ^ 1n, own ^ 0x100n]) {
          const parts = inverse(each, asked);
          if (parts) expect(parts.every(({ of, value }) => resultFor(of) === value)).toBe(own === asked);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
