import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactEngine } from "../exact/exactEngine.ts";
import { everyPlacement } from "../fixtures/bruteForce.ts";
import { catalogue, highsModule, instanceOf, nowMs, problemOf } from "../fixtures/clouds.ts";
import { randomProblem } from "../fixtures/randomProblem.ts";
import { greedyEngine } from "../greedyEngine.ts";
import type { Instance } from "../instance.ts";
import { verifyPlacement } from "../verify.ts";
import { createIlpEngine } from "../worker/ilpEngine.ts";
import { ilpHere } from "../worker/ilpHere.ts";
import { type ParetoFront, paretoFrontSchema } from "./front.ts";
import { paretoFront } from "./paretoFront.ts";

const ilp = createIlpEngine(ilpHere(highsModule, nowMs));
type Point = { value: number; delayUs: number };

/** All trade-offs of a tiny problem, by trying every placement. */
function trueFront(
  instance: Instance,
  against: ParetoFront["against"],
  measure: ParetoFront["measure"],
): Point[] {
  const prices = new Map(instance.devices.map((d) => [d.id, d.facts.costUsd]));
  const all = everyPlacement(instance, catalogue).map(({ chains, powerWatts }): Point => {
    const used = new Set(chains.flatMap((c) => [...c.hosts, ...c.route.flat()]));
    const cost = [...used].reduce((sum, id) => sum + (prices.get(id) ?? 0), 0);
    const delays = chains.map((c) => c.delayUs);
    const delayUs = measure === "slowest" ? Math.max(...delays) : delays.reduce((sum, us) => sum + us, 0);
    return { value: against === "power" ? powerWatts : cost, delayUs };
  });
  const sorted = all.sort((a, b) => a.value - b.value || a.delayUs - b.delayUs);
  const front: Point[] = [];
  for (const p of sorted) if (front.length === 0 || p.delayUs < front.at(-1)!.delayUs - 1e-5) front.push(p);
  return front;
}

const shown = ({ points }: { points: readonly Point[] }): string[] =>
  points.map((p) => `${p.value.toFixed(3)} ${p.delayUs.toFixed(4)}`);

/** Points of a front below which no line between two others passes. */
const onHull = (points: readonly Point[]): Point[] =>
  points.filter(
    (p, i) =>
      !points.some((a, j) =>
        points.some((b, k) => {
          if (j >= i || k <= i) return false;
          const share = (p.value - a.value) / (b.value - a.value);
          return a.delayUs + share * (b.delayUs - a.delayUs) < p.delayUs + 1e-4;
        }),
      ),
  );

const one = problemOf({
  devices: ["cpu", "npu", "fpga", "asic"].map((profile) => ({ id: profile, profile })),
  chains: [{ id: "a", functions: ["fw", "l3fwd"], gbps: 1 }],
});

describe("trade-offs", () => {
  it("[PF1] one chain, price against delay: every device is a trade-off here", async () => {
    const front = await paretoFront(one, { catalogue, engine: exactEngine, nowMs, against: "cost" });
    expect(paretoFrontSchema.parse(front)).toEqual(front);
    expect(shown(front)).toEqual([
      "160.000 45.9000",
      "500.000 8.7800",
      "5000.000 4.0500",
      "40000.000 2.0000",
    ]);
    expect(front).toMatchObject({ complete: true, notes: [], measure: "total", engine: "exact" });
    expect(front.points.every((p) => p.proven)).toBe(true);
    const power = await paretoFront(one, { catalogue, engine: exactEngine, nowMs, against: "power" });
    // the FPGA draws more than the ASIC and is slower
    expect(power.points.map((p) => p.value)).toEqual([50, 65, 100]);
  });

  it("[PF8] a point has the intervals of its slowest chain, or of all chains: of one profile the same error", async () => {
    const two = problemOf({
      devices: [{ id: "a", profile: "npu" }],
      chains: ["x", "y"].map((id) => ({ id, functions: ["fw", "l3fwd"], gbps: 1 })),
    });
    const halves = async (measure: ParetoFront["measure"]) => {
      const front = await paretoFront(two, {
        catalogue,
        engine: exactEngine,
        nowMs,
        against: "power",
        measure,
      });
      const { delayUs, meanHighUs, highUs } = front.points[0]!;
      return { delayUs, mean: meanHighUs! - delayUs, packetUs: highUs };
    };
    const [slowest, sum] = [await halves("slowest"), await halves("total")];
    expect(sum.delayUs).toBeCloseTo(2 * slowest.delayUs, 9);
    expect(sum.mean).toBeCloseTo(2 * slowest.mean, 9);
    // no packet passes both chains
    expect(slowest.packetUs).toBeGreaterThan(slowest.delayUs + slowest.mean);
    expect(sum.packetUs).toBeNull();
  });

  it("[PF2] an engine that proves nothing gives points that say so; no place gives the reasons", async () => {
    const front = await paretoFront(one, { catalogue, engine: greedyEngine, nowMs, against: "cost" });
    expect(front.complete).toBe(false);
    expect(front.points.some((p) => p.proven)).toBe(false);
    expect(front.notes[0]).toMatch(/did not prove/);
    const none = problemOf({ ...one, chains: [{ id: "a", functions: ["fw"], gbps: 1, maxDelayUs: 1 }] });
    const empty = await paretoFront(none, { catalogue, engine: exactEngine, nowMs, against: "cost" });
    expect(empty).toMatchObject({ points: [], complete: true });
    expect(empty.conflicts[0]!.message).toMatch(/chain a/);
  });

  it("[PF3] ends at the limit of points or time, with the signal's reason, and tells its progress", async () => {
    const options = { catalogue, engine: exactEngine, nowMs, against: "cost" } as const;
    const two = await paretoFront(one, { ...options, maxPoints: 2 });
    expect(two).toMatchObject({ complete: false, points: [{ value: 160 }, { value: 500 }] });
    expect(two.notes[0]).toMatch(/more points than were asked for/);
    let clock = 0;
    const late = await paretoFront(one, { ...options, nowMs: () => (clock += 10), timeLimitS: 0.2 });
    expect(late.complete).toBe(false);
    expect(late.notes.join()).toMatch(/time ran out/);
    await expect(paretoFront(one, { ...options, signal: AbortSignal.abort("no") })).rejects.toBe("no");
    const seen: number[] = [];
    await paretoFront(one, { ...options, onProgress: ({ points }) => seen.push(points) });
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  it("[PF6] normalisers decide between the weights, and the checker recomputes the objective", async () => {
    const solve = async (normalise: object) => {
      const options = { objective: { power: 0, delay: 1, cost: 1, normalise } };
      const problem = problemOf({ ...one, options });
      const placement = await exactEngine.place(problem, { catalogue, nowMs });
      expect(verifyPlacement(problem, catalogue, placement)).toEqual([]);
      const off = { ...placement, objective: placement.objective! + 0.01 };
      expect(verifyPlacement(problem, catalogue, off).map((v) => v.constraint)).toEqual(["objective"]);
      return { host: placement.chains[0]!.hosts[0], objective: placement.objective! };
    };
    expect((await solve({})).host).toBe("cpu");
    const both = await solve({ delay: 45.9, cost: 40_000 });
    expect(both.host).toBe("npu");
    expect(both.objective).toBeCloseTo(8.78 / 45.9 + 500 / 40_000, 9);
    expect((await solve({ delay: 0.001, cost: 1e6 })).host).toBe("asic");
  });

  it("[PF4] one chain: all trade-offs of brute force, proven, by exact", async () => {
    await fc.assert(
      fc.asyncProperty(randomProblem(1), fc.constantFrom("cost", "power"), async (random, against) => {
        const instance = instanceOf(random);
        const front = await paretoFront(instance.problem, { catalogue, engine: exactEngine, nowMs, against });
        expect(shown(front)).toEqual(shown({ points: trueFront(instance, against, "total") }));
        expect(front.complete && front.points.every((p) => p.proven)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it("[PF4] several chains, slowest chain: all trade-offs of brute force, by the integer program", async () => {
    await fc.assert(
      fc.asyncProperty(randomProblem(2), fc.constantFrom("cost", "power"), async (random, against) => {
        const instance = instanceOf(random);
        const options = { catalogue, engine: ilp, nowMs, against, measure: "slowest" } as const;
        const front = await paretoFront(instance.problem, options);
        expect(shown(front)).toEqual(shown({ points: trueFront(instance, against, "slowest") }));
        expect(front.complete).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("[PF5] several chains, sum of the delays: proven points are trade-offs, and those on the hull are found", async () => {
    await fc.assert(
      fc.asyncProperty(randomProblem(2), fc.constantFrom("cost", "power"), async (random, against) => {
        const instance = instanceOf(random);
        const { points } = await paretoFront(instance.problem, { catalogue, engine: ilp, nowMs, against });
        const all = trueFront(instance, against, "total");
        for (const point of shown({ points: points.filter((p) => p.proven) }))
          expect(shown({ points: all })).toContain(point);
        for (const point of shown({ points: onHull(all) })) expect(shown({ points })).toContain(point);
        for (const { placement } of points) {
          expect(verifyPlacement(instance.problem, catalogue, placement)).toEqual([]);
        }
      }),
      { numRuns: 40 },
    );
  });
});
