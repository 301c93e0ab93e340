import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Admission } from "./admission.ts";

const taken = (admission: Admission, count: number, nowMs: number): number => {
  let n = 0;
  for (let i = 0; i < count; i++) if (admission.admits(nowMs)) n++;
  return n;
};

describe("what is read of an exporter", () => {
  it("everything, unless something is set", () => {
    const admission = new Admission();
    expect(taken(admission, 1_000, 0)).toBe(1_000);
    expect([admission.limited, admission.sampledOut]).toEqual([0, 0]);
  });

  it("a limit lets a second's burst pass, then its rate; the rest is counted", () => {
    const admission = new Admission();
    admission.set({ maxDatagramsPerSecond: 100, sampleOneIn: 1 }, 0, 1_000);
    expect(taken(admission, 500, 1_000)).toBe(100);
    expect(taken(admission, 500, 1_500)).toBe(50);
    // a clock that steps back fills nothing, and loses nothing
    expect(taken(admission, 10, 1_400)).toBe(0);
    expect(taken(admission, 500, 9_000)).toBe(100);
    expect(admission.limited).toBe(400 + 450 + 10 + 400);
  });

  it("sampling takes exactly one of each block of n, and every datagram is counted", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 300 }),
        fc.integer({ min: 1, max: 50 }),
        fc.nat(),
        (n, blocks, seed) => {
          const admission = new Admission();
          admission.set({ maxDatagramsPerSecond: null, sampleOneIn: n }, seed, 0);
          for (let b = 0; b < blocks; b++) expect(taken(admission, n, 0)).toBe(1);
          expect(admission.sampledOut).toBe(blocks * (n - 1));
        },
      ),
    );
  });

  it("a sample follows no pattern of the exporter: of two flows in turn, both are seen", () => {
    const admission = new Admission();
    admission.set({ maxDatagramsPerSecond: null, sampleOneIn: 10 }, 3, 0);
    const seen = [0, 0];
    for (let i = 0; i < 10_000; i++) if (admission.admits(0)) seen[i % 2]++;
    expect(seen[0] + seen[1]).toBe(1_000);
    expect(Math.min(...seen)).toBeGreaterThan(400);
  });

  it("a limit comes before the sample; settings that stay refill nothing", () => {
    const admission = new Admission();
    const limits = { maxDatagramsPerSecond: 100, sampleOneIn: 4 };
    admission.set(limits, 0, 0);
    expect(taken(admission, 200, 0)).toBe(25);
    expect([admission.limited, admission.sampledOut]).toEqual([100, 75]);
    admission.set({ ...limits }, 0, 0);
    expect(taken(admission, 200, 0)).toBe(0);
    admission.set({ maxDatagramsPerSecond: null, sampleOneIn: 1 }, 0, 0);
    expect(taken(admission, 200, 0)).toBe(200);
  });
});
