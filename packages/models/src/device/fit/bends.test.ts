import { describe, expect, it } from "vitest";
import { constructs, createRandom, type Random } from "../../core/index.ts";
import { type ConstructCounts, countedFeatures } from "../counted.ts";
import { fitProfile } from "./fitProfile.ts";
import type { Measurement } from "./parseMeasurements.ts";

const one: ConstructCounts = { parse: 1, modify: 0, copy: 0, remove: 0, add: 0, table: 1 };
const costs: ConstructCounts = { parse: 0.2, modify: 0.5, copy: 0.3, remove: -0.3, add: 1.6, table: 0.4 };
const most: ConstructCounts = { parse: 14, modify: 14, copy: 10, remove: 10, add: 10, table: 14 };

/** One construct at a time; each program differs by `ofProgram` from its costs and starts four times. */
function experiments(
  random: Random,
  ofProgram: number,
  more: (counts: ConstructCounts) => number = () => 0,
  others: readonly ConstructCounts[] = [],
): Measurement[] {
  const programs = constructs.flatMap((construct) =>
    Array.from({ length: most[construct] }, (_, i): ConstructCounts => ({ ...one, [construct]: i + 1 })),
  );
  return [...programs, ...others].flatMap((counts, k) => {
    const counted = countedFeatures(counts);
    const line = constructs.reduce((sum, construct) => sum + costs[construct] * counted[construct], 200);
    const own = line + more(counted) + ofProgram * random.normal();
    return [0, 1, 2, 3].map((start): Measurement => {
      const latencyUs = own + 0.3 * random.normal();
      const names = { program: `p${k}`, run: `${k}, ${start}` };
      return { counts, packetBytes: null, latencyUs, spreadUs: null, packets: null, line: k, ...names };
    });
  });
}

/** A program with some of each construct. */
function mixed(random: Random): ConstructCounts {
  const count = (from: number, to: number): number => from + random.integer(to - from + 1);
  const [parse, modify, copy] = [count(1, 11), count(0, 7), count(0, 4)];
  return { parse, modify, copy, remove: count(0, 5), add: count(0, 5), table: count(1, 11) };
}

const placesOf = (rows: readonly Measurement[]): string[] =>
  fitProfile(rows)
    .bends.map(({ construct, kind, overCount }) => `${construct} ${kind} ${overCount}`)
    .sort();

describe("bends that the data ask for", () => {
  it("[D20] what programs differ by is no bend and no interaction, however often each runs; costs stay in their intervals", () => {
    const random = createRandom(7);
    const seen = { bends: 0, notes: 0, inside: 0 };
    const trials = 6;
    for (let trial = 0; trial < trials; trial++) {
      const { bends, notes, coefficients } = fitProfile(experiments(random, 1));
      if (bends.length > 0) seen.bends++;
      if (notes.length > 0) seen.notes++;
      for (const { name, lowUs, highUs } of coefficients) {
        const us = name in costs ? costs[name as keyof ConstructCounts] : 200;
        if (lowUs! <= us && us <= highUs!) seen.inside++;
      }
    }
    expect(seen.bends).toBeLessThanOrEqual(1);
    expect(seen.notes).toBeLessThanOrEqual(1);
    expect(seen.inside / (7 * trials)).toBeGreaterThan(0.88);
  });

  it("[D20] a bend that is larger than what programs differ by is found", () => {
    const rows = experiments(createRandom(8), 0.5, ({ add }) => 3 * Math.max(0, add - 4));
    expect(placesOf(rows)).toEqual(["add slope 4"]);
  });

  it("[D20] beside a pair the intervals of the costs reach to what each costs alone", () => {
    const random = createRandom(21);
    let [inside, named, trials] = [0, 0, 8];
    for (let trial = 0; trial < trials; trial++) {
      const together = ({ modify, table }: ConstructCounts): number => 0.3 * modify * table;
      const rows = experiments(
        random,
        0.2,
        together,
        Array.from({ length: 12 }, () => mixed(random)),
      );
      const { coefficients, notes } = fitProfile(rows);
      if (notes[0]?.startsWith("modify and table together cost")) named++;
      for (const { name, lowUs, highUs } of coefficients) {
        const us = name in costs ? costs[name as keyof ConstructCounts] : 200;
        if (lowUs! <= us && us <= highUs!) inside++;
      }
    }
    expect(named).toBe(trials);
    expect(inside / (7 * trials)).toBeGreaterThan(0.88);
  });

  it("[D20] few slow starts make no bend (16 of 40 such fits had one, a busy BMv2's of 18,764 us)", () => {
    const slowAtTimes = (random: Random): Measurement[] =>
      constructs.flatMap((construct) =>
        [2, 4, 6, 8, 10].flatMap((count) =>
          [0, 1, 2, 3, 4, 5].map((start): Measurement => {
            const chance = 1 - random.next();
            const slow = chance < 0.06 ? 1500 * (0.06 / chance) ** 1.1 : 0;
            const latencyUs = 800 + 100 * random.normal() + slow;
            const names = { program: `${construct}${count}`, run: `${construct}${count}, ${start}` };
            const counts = { ...one, [construct]: count };
            return { counts, packetBytes: null, latencyUs, spreadUs: null, packets: null, line: 1, ...names };
          }),
        ),
      );
    for (const seed of [1, 9, 15, 16, 18, 19]) expect(placesOf(slowAtTimes(createRandom(seed)))).toEqual([]);
  });

  it("[D20] what two constructs cost together is found and named, as the profile's form has no place for it", () => {
    const random = createRandom(12);
    const rows = [1, 3, 5, 7].flatMap((parse) =>
      [1, 4, 7, 10].flatMap((table) =>
        [0, 1, 2].map((start): Measurement => {
          const counts = { ...one, parse, table };
          const latencyUs =
            50 + 0.2 * parse + 0.4 * table + 0.1 * (parse - 1) * (table - 1) + 0.1 * random.normal();
          const names = { program: `${parse} ${table}`, run: `${parse} ${table} ${start}` };
          return { counts, packetBytes: null, latencyUs, spreadUs: null, packets: null, line: 1, ...names };
        }),
      ),
    );
    expect(fitProfile(rows).notes).toEqual([
      expect.stringMatching(/^parse and table together cost 0\.(09|10)\d* us more for each pair than alone/),
    ]);
  });

  it("[D20] what two constructs cost together in mixed programs is no bend (4 of 12 tables of numpy had one)", () => {
    const random = createRandom(3);
    const found = Array.from({ length: 12 }, () => {
      const together = ({ modify, table }: ConstructCounts): number => 0.2 * modify * table;
      const rows = experiments(
        random,
        0,
        together,
        Array.from({ length: 8 }, () => mixed(random)),
      );
      const { bends, notes } = fitProfile(rows);
      return { bends: bends.length, isNamed: /^modify and table together/.test(notes[0] ?? "") };
    });
    expect(found.filter(({ bends }) => bends > 0).length).toBeLessThanOrEqual(1);
    expect(found.filter(({ isNamed }) => isNamed).length).toBeGreaterThanOrEqual(11);
  });

  it("[D20] two bends of one construct are two: not three that are worth the same", () => {
    const bent = ({ modify }: ConstructCounts): number =>
      Math.max(0, modify - 4) + 3 * Math.max(0, modify - 9);
    for (let seed = 1; seed <= 2; seed++)
      expect(placesOf(experiments(createRandom(seed), 0, bent))).toEqual([
        "modify slope 4",
        "modify slope 9",
      ]);
  });
});
