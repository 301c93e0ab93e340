import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomChain, randomPacket, SMALL } from "../../../testing/synthesis/arbitraryChain.ts";
import { comparePacket } from "../../../testing/synthesis/comparePacket.ts";
import { createRandom } from "../../core/index.ts";
import { matches, subtractFrom } from "../header/filter.ts";
import type { Synthesis } from "./synthesis.ts";
import { synthesise } from "./synthesise.ts";

function synthesised(seed: number, hasChoices: boolean): Synthesis {
  const random = createRandom(seed);
  const found = synthesise(randomChain(random, 1 + random.integer(5), hasChoices));
  if (!("classes" in found)) throw new Error(found.status);
  return found;
}

describe("synthesis of random chains", () => {
  it.each([false, true])(
    "[S1] a packet comes out as from the original chain (values chosen at run time: %s)",
    (hasChoices) => {
      let cuts = 0;
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const synthesis = synthesised(seed, hasChoices);
          if (synthesis.status === "cut") cuts++;
          const random = createRandom(seed + 1);
          for (let i = 0; i < 200; i++) comparePacket(synthesis, i % 2, randomPacket(random));
        }),
        { numRuns: 150 },
      );
      expect(cuts > 0).toBe(hasChoices);
    },
  );

  it("[S2] [R13] classes cover the entry space: nothing is left behind the last rule", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        for (const { rules } of synthesised(seed, true).classifiers) {
          const left = rules.reduce((rest, r) => subtractFrom(rest, r.filter, SMALL), [{}]);
          expect(left).toEqual([]);
          for (const rule of rules) expect(Object.values(rule.filter).every((s) => s.length > 0)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("[S3] every class has packets of its own filters, one operation and one ending", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { classes, classifiers } = synthesised(seed, true);
        expect(new Set(classes.map((c) => JSON.stringify([c.writes, c.ending]))).size).toBe(classes.length);
        const counted = classes.map(
          (c) => classifiers.flatMap((e) => e.rules.filter((r) => r.class === c.id)).length,
        );
        expect(classes.map((c) => c.filters)).toEqual(counted);
        expect(counted.every((n) => n > 0)).toBe(true);
        for (const { rules } of classifiers)
          expect(rules.some((r) => matches(r.filter, { a: 3, b: 9, c: 5 }))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
