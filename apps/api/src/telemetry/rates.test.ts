import { expect, it } from "vitest";
import { type Counted, createRates } from "./rates.ts";

function said(atMs: number, reports: Record<string, number>, offsetMs = 0): Counted {
  const exporters = Object.entries(reports).map(([address, n]) => ({ address, reports: n }));
  return { atMs, clock: { offsetMs }, exporters };
}

it.each<[string, Counted[], number | null, number | null]>([
  ["one statement says no rate", [said(1_000, { a: 500 })], null, null],
  ["two do", [said(1_000, { a: 500 }), said(3_000, { a: 700, b: 100 })], 150, 50],
  ["nothing arrived", [said(1_000, { a: 500 }), said(2_000, { a: 500 })], 0, null],
  [
    "the same, asked for twice",
    [said(1_000, { a: 0 }), said(2_000, { a: 9 }), said(2_000, { a: 9 })],
    9,
    null,
  ],
  // of two collectors one has spoken since: what it heard is of a second, not of half of one
  [
    "one of two spoke",
    [said(9_000, { a: 0 }), said(9_500, { a: 0, b: 50 }), said(10_000, { a: 70, b: 50 })],
    120,
    50,
  ],
  [
    "the newest two, not the first",
    [said(0, { a: 0 }), said(1_000, { a: 9 }), said(2_000, { a: 12 })],
    3,
    null,
  ],
  [
    "the clock was set back by a minute",
    [said(90_000, { a: 0 }), said(31_000, { a: 40 }, -60_000)],
    40,
    null,
  ],
  ["the collector counts anew", [said(1_000, { a: 900 }), said(2_000, { a: 10 })], null, null],
  ["and goes on", [said(1_000, { a: 900 }), said(2_000, { a: 10 }), said(3_000, { a: 35 })], 25, null],
  [
    "a collector of two is gone, and the other has not spoken since",
    [said(1_000, { a: 9, b: 9 }), said(2_000, { a: 12, b: 9 }), said(2_000, { a: 12 })],
    3,
    null,
  ],
  ["that was all there was to compare", [said(1_000, { a: 9, b: 9 }), said(1_000, { a: 9 })], null, null],
  ["one of two counts anew", [said(1_000, { a: 0, b: 900 }), said(2_000, { a: 40, b: 10 })], 40, null],
  ["nobody reports", [said(1_000, {}), said(2_000, {})], 0, null],
  ["an exporter made room for others", [said(1_000, { a: 9, b: 9 }), said(2_000, { a: 29 })], 20, null],
])("%s", (_, states, all, ofB) => {
  const rates = createRates();
  const [last] = states.map(rates).slice(-1);
  expect([last?.all, last?.of.get("b") ?? null]).toEqual([all, ofB]);
});
