import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { QueueRegister } from "../port/queueRegister.ts";
import type { SimulationScenario } from "../scenario.ts";
import { createSimulation, type Simulation } from "../simulation.ts";
import { type Change, congested, deterministic, run, thresholds, uc1, unlimited } from "../study/paolucci.ts";
import { createIdWindow, createOrderWindow } from "./registerWindow.ts";

/** acc of every LC packet that Enforce judged, with the time at which it was sent. */
function judged(
  scenario: SimulationScenario,
  play: (simulation: Simulation) => void,
): { sentUs: number; accUs: number }[] {
  const found: { sentUs: number; accUs: number }[] = [];
  const simulation = createSimulation(scenario, {
    seed: 1,
    onPacket(p) {
      const accUs = p.passes[p.passes.length - 1].accumulatedUs;
      if (p.flowId === "lc" && accUs !== null) found.push({ sentUs: p.sentUs, accUs });
    },
  });
  play(simulation);
  return found;
}
const window =
  (config: Partial<SimulationScenario["segments"][number]["window"]>): Change =>
  (s) => {
    Object.assign(s.segments[0].window, config);
  };
const meanAcc = (list: { sentUs: number; accUs: number }[], fromUs: number, untilUs: number): number => {
  const some = list.filter((j) => j.sentUs >= fromUs && j.sentUs < untilUs);
  return some.reduce((sum, j) => sum + j.accUs, 0) / some.length;
};
/** t2 - t1 of UC1 without spread: one pass of an LC packet (9 + 27 us) and the VNF (300 us). */
const BASE_US = 336;

describe("register windows [paolucci-failures]", () => {
  const still = [unlimited, deterministic, thresholds(1e3, 1e3)];
  const loseAfterOneSecond = (k: number) => (simulation: Simulation) => {
    simulation.advance(1e6);
    simulation.loseAtVnf("reflector", "lc", k);
    simulation.advance(2e6);
  };

  it.each([1, 2, 5])(
    "[C21] %s lost at the VNF shift acc by as many milliseconds at 1000 packets/s, for good",
    (k) => {
      const list = judged(uc1(...still), loseAfterOneSecond(k));
      expect(meanAcc(list, 0, 0.9e6)).toBeCloseTo(BASE_US, 6);
      expect(meanAcc(list, 1.1e6, 2e6)).toBeCloseTo(BASE_US + k * 1000, 6);
    },
  );

  it("[C21] 12 losses drop the whole flow for ever (DL 11.5 ms)", () => {
    const { lc } = run(uc1(unlimited, deterministic, thresholds(5, 11.5)), {
      seconds: 3,
      warmUpS: 1.1,
      before: (simulation) => simulation.loseAtVnf("reflector", "lc", 12),
    });
    expect(lc.lost).toBe(1);
  });

  it("[C22] pairing by the IP identification survives losses and another order", () => {
    const list = judged(uc1(...still, window({ pairing: "ipId" })), loseAfterOneSecond(5));
    expect(meanAcc(list, 1.1e6, 2e6)).toBeCloseTo(BASE_US, 6);
    const byId = createIdWindow(8);
    byId.store(10, 10, 1);
    byId.store(20, 20, 2);
    expect([byId.match(30, 2), byId.match(31, 1), byId.match(32, 1)]).toEqual([20, 10, Number.NaN]);
  });

  it("[C22] an overwritten slot leaves a packet without t1 instead of with a wrong one", () => {
    const byId = createIdWindow(4);
    for (let id = 0; id < 6; id++) byId.store(id * 10, id * 10, id);
    expect([0, 1, 2, 5].map((id) => byId.match(100, id))).toEqual([Number.NaN, Number.NaN, 20, 50]);
  });

  it("[C22] a silence sets the offsets equal again", () => {
    const silent = (simulation: Simulation): void => {
      loseAfterOneSecond(5)(simulation);
      simulation.setFlowRate("lc", 0);
      simulation.advance(2.2e6);
      simulation.setFlowRate("lc", 1000);
      simulation.advance(3e6);
    };
    const list = judged(uc1(...still, window({ resyncIdleUs: 100_000 })), silent);
    expect(meanAcc(list, 1.1e6, 1.9e6)).toBeCloseTo(BASE_US + 5000, 6);
    expect(meanAcc(list, 2.3e6, 3e6)).toBeCloseTo(BASE_US, 6);
  });

  it("[C22] without losses both ways of pairing find each packet's own t1, at any number in flight up to the size", () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { maxLength: 300 }),
        fc.integer({ min: 1, max: 16 }),
        (steps, size) => {
          const byOrder = createOrderWindow(size, null);
          const byId = createIdWindow(size);
          const flying: number[] = [];
          let next = 1;
          for (const isStore of steps) {
            if (isStore && flying.length < size) {
              byOrder.store(next, next, next);
              byId.store(next, next, next);
              flying.push(next++);
            } else if (flying.length > 0) {
              const packet = flying.shift() ?? 0;
              expect([byOrder.match(next, packet), byId.match(next, packet)]).toEqual([packet, packet]);
            }
          }
        },
      ),
    );
  });

  it("[C23] two packets in another order: errors of one gap that cancel", () => {
    const byOrder = createOrderWindow(8, null);
    for (const at of [0, 1000, 2000]) byOrder.store(at, at, 0);
    // the second came back first
    const acc = [1300, 1310, 2300].map((nowUs) => nowUs - byOrder.match(nowUs, 0));
    expect(acc).toEqual([1300, 310, 300]);
    expect(acc.reduce((sum, x) => sum + x, 0)).toBe(310 + 300 + 1300);
  });

  it("[C24] more in flight than the array holds: acc is too small by N / rate", () => {
    const slow = (simulation: Simulation): void => {
      simulation.setVnfDelay("reflector", 5000);
      simulation.advance(1e6);
    };
    expect(meanAcc(judged(uc1(...still, window({ size: 8 })), slow), 0.1e6, 1e6)).toBeCloseTo(
      BASE_US + 5000,
      6,
    );
    // five packets are in flight: four elements are overwritten once before they are read
    expect(meanAcc(judged(uc1(...still, window({ size: 4 })), slow), 0.1e6, 1e6)).toBeCloseTo(
      BASE_US + 5000 - 4000,
      6,
    );
  });
});

describe("T_queue [paolucci-failures]", () => {
  /** LC loss with congestion and after transit has stopped at 4 s (test 3: PL 5, DL 8 ms). */
  function afterTransit(...changes: Change[]): { during: number; after: number } {
    const counts = { during: [0, 0], after: [0, 0] };
    const simulation = createSimulation(uc1(congested, thresholds(5, 8), ...changes), {
      seed: 2,
      onPacket(p) {
        if (p.flowId !== "lc" || p.sentUs < 1e6) return;
        const count = p.sentUs < 4e6 ? counts.during : p.sentUs > 4.1e6 ? counts.after : null;
        if (!count) return;
        count[0]++;
        if (p.outcome !== "delivered") count[1]++;
      },
    });
    simulation.advance(4e6);
    simulation.setFlowRate("transit", 0);
    simulation.advance(8e6);
    return { during: counts.during[1] / counts.during[0], after: counts.after[1] / counts.after[0] };
  }

  it("[C25] a stale register drops LC although the queue is empty; the decay ends that", () => {
    expect(afterTransit()).toEqual({ during: 1, after: 1 });
    const decaying: Change = (s) => {
      s.segments[0].queueEstimate.decayAfterUs = 2000;
    };
    expect(afterTransit(decaying)).toEqual({ during: 1, after: 0 });
  });

  it("[C26] judged by the queue that a packet would take, test 3 drops nobody and nobody is late", () => {
    const chosen: Change = (s) => {
      s.segments[0].judge = "chosenQueue";
    };
    const { lc } = run(uc1(congested, thresholds(5, 8), chosen), { seconds: 5, warmUpS: 2 });
    expect(lc.lost).toBe(0);
    expect(lc.maxUs).toBeLessThan(8000);
  });

  it("[C26] more LC than the top queue can serve: judged by its wait, what passes is in time and the rest is lost", () => {
    const crowded: Change = (s) => {
      s.segments[0].judge = "chosenQueue";
      s.segments[0].queueEstimate.formula = "refined";
      s.flows[0].pps = 8000;
    };
    const { lc } = run(uc1(congested, thresholds(5, 8), crowded), { seconds: 4, warmUpS: 2 });
    // 6000 of 8000 are served
    expect(Math.abs(lc.lost - 0.25)).toBeLessThan(0.01);
    // behind t2: one pass, the link, and two service slots
    expect(lc.maxUs).toBeLessThan(8000 + 36 + 61 + 2e6 / 6000);
  });

  it("[C12] the register keeps the wait, scales it by depths and decays by 1 us per us", () => {
    const register = new QueueRegister();
    const plain = { refined: false, decayAfterUs: null };
    expect(register.read(0, plain)).toBe(0);
    register.write(100, 8000, 40, 60);
    expect(register.read(1e9, plain)).toBe(8000);
    expect(register.read(100, { refined: true, decayAfterUs: null })).toBe(12_000);
    const decaying = { refined: false, decayAfterUs: 1000 };
    expect([1100, 2100, 9100, 20_000].map((at) => register.read(at, decaying))).toEqual([8000, 7000, 0, 0]);
  });
});
