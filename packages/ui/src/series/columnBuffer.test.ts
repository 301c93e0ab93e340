import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { createColumnBuffer, lowerBound } from "./columnBuffer.ts";

const rows = (buffer: {
  read: () => { x: ArrayLike<number>; columns: Record<string, ArrayLike<number | null>> };
}) => {
  const { x, columns } = buffer.read();
  return Array.from(x, (value, index) => [value, columns.p50?.[index], columns.p99?.[index]]);
};

const make = (capacity = 4) => createColumnBuffer(["p50", "p99"], capacity);

describe("append", () => {
  test("keeps rows in order and unknown values as NaN", () => {
    const buffer = make();
    buffer.append(1, { p50: 10, p99: 20 });
    buffer.append(2, { p50: null });
    expect(rows(buffer)).toEqual([
      [1, 10, 20],
      [2, Number.NaN, Number.NaN],
    ]);
    expect(buffer.lastX()).toBe(2);
  });

  test("replaces the row of the same x", () => {
    const buffer = make();
    buffer.append(1, { p50: 10, p99: 20 });
    buffer.append(2, { p50: 11, p99: 21 });
    buffer.append(1, { p50: 12, p99: 22 });
    expect(rows(buffer)).toEqual([
      [1, 12, 22],
      [2, 11, 21],
    ]);
  });

  test("puts a late row in its place", () => {
    const buffer = make();
    for (const x of [1, 3, 2]) buffer.append(x, { p50: x });
    expect(Array.from(buffer.read().x)).toEqual([1, 2, 3]);
  });

  test("lets the oldest go when full, and refuses what is older than all", () => {
    const buffer = make(3);
    for (const x of [10, 20, 30, 40, 15, 25]) buffer.append(x, { p50: x });
    expect(Array.from(buffer.read().x)).toEqual([25, 30, 40]);
    expect(buffer.length).toBe(3);
  });

  test("ignores an x that is no number", () => {
    const buffer = make();
    buffer.append(Number.NaN, { p50: 1 });
    expect(buffer.length).toBe(0);
  });
});

test("merge back-fills before, between and over what is there", () => {
  const buffer = make(10);
  for (const x of [5, 7]) buffer.append(x, { p50: x, p99: x });
  buffer.merge({ x: [3, 5, 6, 8], columns: { p50: [30, 50, 60, null], p99: [31, 51, 61, 81] } });
  expect(rows(buffer)).toEqual([
    [3, 30, 31],
    [5, 50, 51],
    [6, 60, 61],
    [7, 7, 7],
    [8, Number.NaN, 81],
  ]);
});

test("replace forgets what was there", () => {
  const buffer = make();
  buffer.append(9, { p50: 1 });
  buffer.replace({ x: [1, 2], columns: { p50: [5, 6] } });
  expect(Array.from(buffer.read().x)).toEqual([1, 2]);
  buffer.clear();
  expect(buffer.lastX()).toBeNull();
});

test("tells subscribers once per change until they leave", () => {
  const buffer = make();
  const listener = vi.fn();
  const stop = buffer.subscribe(listener);
  buffer.append(1, {});
  buffer.merge({ x: [2, 3], columns: {} });
  buffer.merge({ x: [], columns: {} });
  expect(listener).toHaveBeenCalledTimes(2);
  expect(buffer.version()).toBe(2);
  stop();
  buffer.append(4, {});
  expect(listener).toHaveBeenCalledTimes(2);
});

test("behaves like a sorted map that keeps the newest rows, whatever comes in whatever order", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("append" as const), xs: fc.tuple(fc.integer({ min: 0, max: 60 })) }),
    fc.record({
      kind: fc.constant("merge" as const),
      xs: fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 25 }),
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (steps, capacity) => {
      const buffer = make(capacity);
      const model = new Map<number, number>();
      let stamp = 0;
      for (const { kind, xs } of steps) {
        stamp += 1;
        const sorted = [...xs].sort((a, b) => a - b);
        if (kind === "append") buffer.append(sorted[0] ?? 0, { p50: stamp });
        else buffer.merge({ x: sorted, columns: { p50: sorted.map(() => stamp) } });
        for (const x of sorted) model.set(x, stamp);
        for (const x of [...model.keys()].sort((a, b) => b - a).slice(capacity)) model.delete(x);
      }
      const { x, columns } = buffer.read();
      const expected = [...model].sort(([a], [b]) => a - b);
      expect(Array.from(x, (value, index) => [value, columns.p50?.[index]])).toEqual(expected);
    }),
  );
});

test.each([
  [[], 3, 0],
  [[1, 2, 4], 0, 0],
  [[1, 2, 4], 2, 1],
  [[1, 2, 4], 3, 2],
  [[1, 2, 4], 9, 3],
])("lowerBound(%j, %d) is %d", (xs, target, index) => {
  expect(lowerBound(xs, target)).toBe(index);
});
