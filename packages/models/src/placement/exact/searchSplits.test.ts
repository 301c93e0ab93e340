import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bruteForce } from "../fixtures/bruteForce.ts";
import { highsModule } from "../fixtures/clouds.ts";
import { placesOf, tightCloud } from "../fixtures/tightCloud.ts";
import { solveModel } from "../ilp/solveModel.ts";
import { createInstance } from "../instance.ts";
import { emptyLedger } from "../ledger.ts";
import { createExactSession } from "./session.ts";

const highs = await highsModule();
/** Set P4TWIN_PROPERTY_RUNS for a long run; the counts below are then multiplied by it. */
const factor = Number(process.env.P4TWIN_PROPERTY_RUNS ?? 1);
const limits = { maxLabels: 300_000, stop: () => false };

describe("splits of a chain", () => {
  it.each([0, 3])(
    "[PA32] bounds tightened every %d labels: the optimum of brute force, or the proof that there is none",
    (labelsBetween) => {
      fc.assert(
        fc.property(tightCloud({ nodes: 5, functions: [2, 3] }), ({ problem, catalogue }) => {
          const instance = createInstance(problem, catalogue);
          const found = createExactSession(instance).embed(0, { ...limits, labelsBetween });
          expect(found.proven).toBe(true);
          expect(found.objective).toBeCloseTo(bruteForce(instance, catalogue) ?? Number.POSITIVE_INFINITY, 6);
        }),
        { numRuns: 60 * factor },
      );
    },
  );

  it("[PA32] longer chains: the same as with the bounds of the beginning, however often they are tightened", () => {
    fc.assert(
      fc.property(
        tightCloud({ nodes: 10, functions: [4, 6] }),
        fc.nat(40),
        ({ problem, catalogue }, labelsBetween) => {
          const instance = createInstance(problem, catalogue);
          const once = createExactSession(instance).embed(0, {
            ...limits,
            labelsBetween: Number.POSITIVE_INFINITY,
          });
          const found = createExactSession(instance).embed(0, { ...limits, labelsBetween });
          expect(found.proven && once.proven).toBe(true);
          expect(found.objective).toBeCloseTo(once.objective, 6);
        },
      ),
      { numRuns: 150 * factor },
    );
  });

  it("[PA32] longer chains: the integer program's optimum", () => {
    fc.assert(
      fc.property(tightCloud({ nodes: 8, functions: [4, 5] }), ({ problem, catalogue }) => {
        const instance = createInstance(problem, catalogue);
        const found = createExactSession(instance).embed(0, { ...limits, labelsBetween: 0 });
        const scope = { chains: [0], ledger: emptyLedger(instance), without: new Set<never>() };
        const ilp = solveModel(instance, scope, { timeLimitMs: null }, highs);
        expect(ilp.status).toBe(found.embedding === null ? "infeasible" : "optimal");
        if (found.embedding !== null) expect(found.objective).toBeCloseTo(ilp.bound!, 5);
      }),
      { numRuns: 25 * factor },
    );
  });

  it("[PA32] a chain around stars is proven with few labels: leaves and middles are used once", () => {
    // two middles with eight leaves each, every leaf as good as another
    const ids = ["a", "b"].flatMap((middle) => [
      middle,
      ...Array.from({ length: 8 }, (_, i) => `${middle}${i}`),
    ]);
    const links = ids.flatMap((id) => (id.length > 1 ? [{ a: id[0]!, b: id, times: 2 }] : []));
    const { problem, catalogue } = placesOf(ids, [...links, { a: "a", b: "b", times: 1 }], 9);
    const instance = createInstance(problem, catalogue);
    const few = { ...limits, maxLabels: 3000 };
    const found = createExactSession(instance).embed(0, few);
    // the first node, once over the link of the leaf at each end, twice to the other five, once from middle to middle
    expect([found.proven, found.objective]).toEqual([true, 2 + 5 * 2 + 1 + 1]);
    const once = createExactSession(instance).embed(0, { ...few, labelsBetween: Number.POSITIVE_INFINITY });
    expect([once.proven, once.bound < found.bound]).toEqual([false, true]);
  });
});
