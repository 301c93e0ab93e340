import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Match } from "../../program/index.ts";
import type { Value } from "../values/node.ts";
import type { Shape } from "../values/shape.ts";
import { isMatch, keyValue } from "./match.ts";
import { orderedLookup } from "./orderedLookup.ts";
import type { Entry, TableKey } from "./tableState.ts";

const bits = (width: number, isSigned = false): Shape => ({ kind: "bits", width, isSigned });
const key = (width: number, shape: Shape): TableKey => ({ name: "k", kind: "ternary", shape, width });
const KEYS: TableKey[] = [
  key(9, bits(9)),
  key(32, bits(32)),
  key(48, bits(48)),
  key(128, bits(128)),
  key(8, bits(8, true)),
  key(1, { kind: "bool" }),
  key(0, { kind: "word", first: "a" }),
];
/** Few values, so that entries are hit; the highest bits among them. */
const near = (width: number) =>
  fc
    .integer({ min: 0, max: 3 })
    .map((n) => BigInt.asUintN(width, (BigInt(n >> 1) << BigInt(width - 1)) | BigInt(n & 1)));
const matchOf = ({ width }: TableKey): fc.Arbitrary<Match> =>
  width === 0
    ? fc.constantFrom<Match>({ kind: "any" }, { kind: "exact", value: "a" }, { kind: "exact", value: "b" })
    : fc.oneof(
        fc.constant<Match>({ kind: "any" }),
        near(width).map((value): Match => ({ kind: "exact", value })),
        fc.tuple(near(width), near(width)).map(([value, mask]): Match => ({ kind: "ternary", value, mask })),
        fc
          .tuple(near(width), fc.integer({ min: 0, max: width }))
          .map(([value, prefix]): Match => ({ kind: "lpm", value, prefix })),
        fc.tuple(near(width), near(width)).map(([low, high]): Match => ({ kind: "range", low, high })),
      );
const packetValue = ({ width, shape }: TableKey): fc.Arbitrary<Value> => {
  if (width === 0) return fc.constantFrom("a", "b", "c");
  return near(width).map((value) => {
    if (shape.kind === "bool") return value === 1n;
    if (width > 32) return value;
    return shape.kind === "bits" && shape.isSigned ? Number(BigInt.asIntN(width, value)) : Number(value);
  });
};

const entriesOf = (all: readonly (readonly Match[])[]): Entry[] =>
  all.map((matches, handle) => ({
    handle,
    matches: [...matches],
    priority: 0,
    run: { action: 0, values: [] },
    span: null,
  }));

/** Holds the lookup against comparing each key of each entry. */
function isFirst(
  ordered: readonly Entry[],
  kinds: readonly TableKey[],
  packets: readonly (readonly Value[])[],
) {
  const find = orderedLookup(ordered, kinds);
  for (const keys of packets) {
    const slow = ordered.find(({ matches }) =>
      matches.every((match, i) => isMatch(match, keyValue(keys[i]!, kinds[i]!.width), kinds[i]!.width)),
    );
    expect(find(keys)).toBe(slow ?? null);
  }
}

describe("the first entry that matches", () => {
  it("is the one that comparing each key finds, for keys of any width and match of any kind", () => {
    const entries = fc.array(fc.tuple(...KEYS.map(matchOf)), { maxLength: 12 });
    const packets = fc.array(fc.tuple(...KEYS.map(packetValue)), { minLength: 1, maxLength: 8 });
    fc.assert(fc.property(entries, packets, (all, given) => isFirst(entriesOf(all), KEYS, given)));
  });

  it("also where many entries have the same masks", () => {
    const kinds = [key(9, bits(9)), key(48, bits(48)), key(8, bits(8))];
    const masks = fc.array(fc.tuple(...kinds.map(({ width }) => near(width))), {
      minLength: 1,
      maxLength: 2,
    });
    const values = fc.array(
      fc.tuple(fc.nat(), fc.option(fc.constant(3n), { freq: 9 }), ...kinds.map(({ width }) => near(width))),
      { minLength: 16, maxLength: 40 },
    );
    const packets = fc.array(fc.tuple(...kinds.map(packetValue)), { minLength: 4, maxLength: 8 });
    const entries = fc.tuple(masks, values).map(([some, all]) =>
      all.map(([which, high, ...given]) =>
        given.map((value, i): Match => {
          const mask = some[which % some.length]![i]!;
          // a range now and then, which no mask says
          return i === 2 && high === null
            ? { kind: "range", low: 0n, high: 3n }
            : { kind: "ternary", value: value & mask, mask };
        }),
      ),
    );
    fc.assert(
      fc.property(entries, packets, (all, given) => isFirst(entriesOf(all), kinds, given)),
      {
        numRuns: 60,
      },
    );
  });
});
