import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { constructs } from "../../core/index.ts";
import { arbitraryFlow } from "../fixtures/arbitraryFlow.ts";
import { boundWalks } from "./bounds.ts";
import { explore } from "./explore.ts";
import type { Side } from "./futures.ts";
import { refinedBound } from "./refine.ts";
import { sliceFor } from "./slice.ts";

const sides: readonly Side[] = [1, -1];

describe("bounds by remembering what matters", () => {
  it("[B3] are those of all paths, or enclose them", () => {
    const tally = { exact: 0, coarse: 0 };
    const limits = fc.record({
      guide: fc.integer({ min: 8, max: 60 }),
      allGuides: fc.integer({ min: 20, max: 400 }),
      searched: fc.integer({ min: 0, max: 12 }),
    });
    fc.assert(
      fc.property(arbitraryFlow, limits, (flow, each) => {
        const whole = explore(flow, { vertexLimit: 1e6, keeps: "everything" });
        const bounds = whole && boundWalks(whole);
        for (const construct of constructs) {
          const slice = sliceFor(flow, construct);
          for (const side of sides) {
            const bound = refinedBound(slice, construct, side, each);
            if (!bounds || !bound) {
              if (!bounds) expect(bound?.isExact).not.toBe(true);
              continue;
            }
            const truth = (side === 1 ? bounds.max : bounds.min)[construct];
            tally[bound.isExact ? "exact" : "coarse"]++;
            if (bound.isExact) expect(bound.count).toBe(truth);
            else expect(side * bound.count).toBeGreaterThanOrEqual(side * truth);
          }
        }
      }),
      { numRuns: 60 },
    );
    // both must have been tried
    expect(Math.min(tally.exact, tally.coarse)).toBeGreaterThan(20);
  });

  it("[B3] are exact when there is room", () => {
    fc.assert(
      fc.property(arbitraryFlow, fc.integer({ min: 1, max: 4 }), (flow, searched) => {
        const whole = explore(flow, { vertexLimit: 1e6, keeps: "everything" });
        const bounds = whole && boundWalks(whole);
        if (!bounds) return;
        for (const construct of constructs) {
          for (const side of sides) {
            const limits = { guide: 1e5, allGuides: 1e6, searched: 2000 * searched };
            const bound = refinedBound(sliceFor(flow, construct), construct, side, limits);
            expect(bound).toEqual({
              count: (side === 1 ? bounds.max : bounds.min)[construct],
              isExact: true,
            });
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
