import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LEVELS_S, type LevelS, readPlan } from "./levels.ts";

const day = Date.UTC(2026, 0, 1);
const all = () => null;

describe("how a range is read", () => {
  it("takes hours in the middle and finer windows at the ends", () => {
    const from = day + (59 * 60 + 48) * 1000;
    const to = day + (3 * 3600 + 60 + 15) * 1000;
    expect(readPlan(from, to, 3600, all)).toEqual([
      { levelS: 1, fromMs: from, toMs: day + (59 * 60 + 50) * 1000 },
      { levelS: 10, fromMs: day + (59 * 60 + 50) * 1000, toMs: day + 3_600_000 },
      { levelS: 3600, fromMs: day + 3_600_000, toMs: day + 3 * 3_600_000 },
      { levelS: 60, fromMs: day + 3 * 3_600_000, toMs: day + 3 * 3_600_000 + 60_000 },
      { levelS: 10, fromMs: day + 3 * 3_600_000 + 60_000, toMs: day + 3 * 3_600_000 + 70_000 },
      { levelS: 1, fromMs: day + 3 * 3_600_000 + 70_000, toMs: to },
    ]);
  });

  it("covers every instant once, in order, at aligned and merged periods only", () => {
    const instant = fc.integer({ min: 0, max: 40 * 3_600_000 }).map((ms) => day + ms);
    fc.assert(
      fc.property(
        instant,
        instant,
        fc.constantFrom(...LEVELS_S),
        fc.option(instant),
        (a, b, coarsest, merged) => {
          const [from, to] = [Math.min(a, b), Math.max(a, b)];
          const frontier = (levelS: LevelS) =>
            merged === null ? null : Math.floor(merged / (levelS * 1000)) * levelS * 1000;
          const plan = readPlan(from, to, coarsest, frontier);
          let at = from;
          for (const { levelS, fromMs, toMs } of plan) {
            expect(fromMs).toBe(at);
            expect(toMs).toBeGreaterThan(fromMs);
            expect(levelS).toBeLessThanOrEqual(coarsest);
            if (levelS > 1) {
              expect([fromMs % (levelS * 1000), toMs % (levelS * 1000)]).toEqual([0, 0]);
              if (merged !== null) expect(toMs).toBeLessThanOrEqual(merged);
            }
            at = toMs;
          }
          expect(at).toBe(plan.length === 0 ? from : to);
        },
      ),
    );
  });
});
