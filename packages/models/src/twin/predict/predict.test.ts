import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../core/index.ts";
import { chainLatency } from "./chainLatency.ts";
import { standingDelays } from "./delays.ts";
import { offeredLoad } from "./offeredLoad.ts";
import { intervalOfMean, type Prediction } from "./prediction.ts";
import { predictLink } from "./predictLink.ts";
import { predictSegment } from "./predictSegment.ts";
import { predictServer } from "./predictServer.ts";
import { predictSwitch } from "./predictSwitch.ts";
import { predictVnf } from "./predictVnf.ts";
import type { SwitchNoise } from "./switchInput.ts";

const estimate = {
  meanUs: 46,
  meanLowUs: 41,
  meanHighUs: 51,
  terms: [{ construct: "base", totalUs: 46 }],
  notes: [],
};
const s1 = { label: "s1", estimate };
/** A profile that says no more than the spread of its packets. */
const noise = (spreadUs: number, more: Partial<SwitchNoise> = {}): SwitchNoise => ({
  ...{ device: "agilio-cx", spreadUs, runSpreadUs: null, tail: null },
  ...more,
});
const sumOf = (p: Prediction): number => p.terms.reduce((sum, t) => sum + t.us, 0);

describe("one pass through a switch", () => {
  it("[T1] the wait is M/D/1 where no spread is stated, and says so", () => {
    const p = predictSwitch({ ...s1, queue: { ratePps: 6000, offeredPps: 3000 } });
    const waitUs = 1e6 / 6000 / 2;
    expect(p.meanUs).toBeCloseTo(46 + waitUs, 9);
    expect(p.highUs).toBeCloseTo(46 + waitUs + Math.hypot(5, waitUs), 9);
    expect(p.terms.at(-1)).toMatchObject({ label: "queue", kind: "queue", us: waitUs, highUs: 2 * waitUs });
    expect(p.notes.join()).toContain("fixed pace");
  });

  it("[T1] with a spread it is Pollaczek-Khinchine: spread = mean doubles the wait", () => {
    const queue = { ratePps: 10_000, offeredPps: 5000 };
    const fixed = predictSwitch({ ...s1, noise: noise(0), queue });
    const exponential = predictSwitch({ ...s1, noise: noise(100), queue });
    const waitOf = (p: Prediction) => p.terms.find((t) => t.kind === "queue")?.us ?? Number.NaN;
    expect(waitOf(exponential) / waitOf(fixed)).toBeCloseTo(2, 9);
    expect(fixed.notes).toEqual([]);
  });

  it("[T1] a device that serves one packet at a time: thesis Eq. 4.10 with its values for t4p4s at half load", () => {
    const measured = { ...estimate, meanUs: 45.9, terms: [{ construct: "base", totalUs: 45.9 }] };
    const offeredPps = 0.5e6 / 45.9;
    const p = predictSwitch({
      label: "t4p4s",
      estimate: measured,
      noise: noise(4.55),
      queue: { server: "device", offeredPps },
    });
    // [harkous-sojourn]: 69.08 us
    expect(p.meanUs).toBeCloseTo(69.08, 2);
  });

  it("[T1] what many flows add is a term, and its interval widens the whole", () => {
    const flows = { addedUs: 20, belowUs: 20, aboveUs: 10, notes: ["not published"] };
    const p = predictSwitch({ ...s1, flows });
    expect(p).toMatchObject({ meanUs: 66, notes: ["not published"] });
    expect(p.lowUs).toBeCloseTo(66 - Math.hypot(5, 20), 9);
    expect(p.highUs).toBeCloseTo(66 + Math.hypot(5, 10), 9);
  });

  it("[T2] 9,000 packets/s on 6,000: the wait of a full queue of 64, a third lost; a device has no steady state", () => {
    const p = predictSwitch({ ...s1, noise: noise(0), queue: { ratePps: 6000, offeredPps: 9000 } });
    const wait = p.terms.find(({ kind }) => kind === "queue")!;
    expect(Math.abs(wait.us / 10_667 - 1)).toBeLessThan(0.02);
    expect(wait.highUs! - wait.us).toBeLessThan(500);
    expect(p.lossShare).toBeCloseTo(1 / 3, 3);
    expect(p.notes.join()).toContain("33 % are lost");
    const half = predictSwitch({
      ...s1,
      noise: noise(0),
      queue: { ratePps: 6000, offeredPps: 9000, capacity: 32 },
    });
    expect(half.terms.find(({ kind }) => kind === "queue")!.us).toBeLessThan(0.51 * wait.us);
    const device = predictSwitch({ ...s1, queue: { server: "device", offeredPps: 1e6 } });
    expect(device.meanUs).toBeNull();
    expect(device.notes[0]).toContain("no steady state");
    const controller = { newFlowShare: 0.2, serviceUs: 10_000, sigmaUs: null };
    const loaded = predictSwitch({ ...s1, queue: { ratePps: 60_000, offeredPps: 3000 }, controller });
    expect(loaded.meanUs).toBeNull();
    expect(loaded.notes.join()).toContain("controller");
  });

  it("[T25] 18 sources at a pace wait less than by chance, and lose less; a clock alone does not wait", () => {
    const arrivals = { sources: 18, variation: Math.sqrt(1 / 3) };
    const queue = { ratePps: 6000, offeredPps: 5400 };
    const chance = predictSwitch({ ...s1, noise: noise(0), queue });
    const paced = predictSwitch({ ...s1, noise: noise(0), queue: { ...queue, arrivals } });
    const waitOf = (p: Prediction) => p.terms.find(({ kind }) => kind === "queue")!;
    // 422 us simulated (SPEC of queueing, W26), 750 us by chance
    expect(Math.abs(waitOf(paced).us / 422 - 1)).toBeLessThan(0.1);
    expect(waitOf(paced).highUs! / waitOf(paced).us).toBeCloseTo(1.2, 9);
    expect(paced.packet!.p99Us).toBeLessThan(chance.packet!.p99Us);
    const full = { ...queue, offeredPps: 5900, capacity: 16 };
    const lost = predictSwitch({ ...s1, noise: noise(0), queue: full }).lossShare!;
    expect(predictSwitch({ ...s1, noise: noise(0), queue: { ...full, arrivals } }).lossShare!).toBeLessThan(
      lost,
    );
    const one = { sources: 1, variation: 0 };
    expect(
      waitOf(predictSwitch({ ...s1, noise: noise(0), queue: { ...queue, arrivals: one } })).us,
    ).toBeCloseTo(0, 9);
    // above its rate a queue is full, whatever arrives
    const over = { ...queue, offeredPps: 9000 };
    expect(predictSwitch({ ...s1, noise: noise(0), queue: { ...over, arrivals } }).meanUs).toBe(
      predictSwitch({ ...s1, noise: noise(0), queue: over }).meanUs,
    );
    const device = { server: "device", offeredPps: 0.9e6 / 46 } as const;
    const even = predictSwitch({ ...s1, noise: noise(0), queue: { ...device, arrivals } });
    expect(even.meanUs!).toBeLessThan(predictSwitch({ ...s1, noise: noise(0), queue: device }).meanUs!);
  });

  describe("[T24] a queue that reports show", () => {
    const behind = (offeredPps: number, seenDepth: number | null, capacity = 64) =>
      predictSwitch({ ...s1, noise: noise(0), queue: { ratePps: 6000, offeredPps, capacity, seenDepth } });
    const waitOf = (p: Prediction) => p.terms.find((t) => t.kind === "queue")!;

    it("42 packets at 23 % load: other traffic stands in it, and packets wait behind all 42", () => {
      const p = behind(0.23 * 6000, 42);
      expect(waitOf(p).us).toBeCloseTo(42e6 / 6000, 9);
      // to one packet
      expect(waitOf(p).highUs).toBeCloseTo(43e6 / 6000, 9);
      expect(p.queueDepth).toBe(42);
      expect(p.errors).toContainEqual({ source: "depth at s1", belowUs: 1e6 / 6000, aboveUs: 1e6 / 6000 });
      expect(p.notes.join()).toContain("42 packets in its queue, which 1380 packets/s do not explain");
      // no packet waits longer than in a full queue
      expect(p.packet!.p99Us).toBeLessThan(46 + 64e6 / 6000);
    });

    it("an empty queue where the stated load says a full one", () => {
      const p = behind(9000, 0);
      expect(waitOf(p).us).toBe(0);
      expect(p.lossShare).toBeUndefined();
    });

    it.each([
      ["it is not known", 3000, null],
      ["the load explains it", 3000, 0.4],
      ["a full queue is full by the load", 9000, 60],
      ["it is deeper than the queue, so that it does not count packets", 3000, 65],
    ])("the load decides where %s", (_, offeredPps, depth) => {
      const p = behind(offeredPps, depth);
      expect(p).toEqual(behind(offeredPps, null));
      expect(p.queueDepth).toBeUndefined();
    });

    it("single packets spread as only mean and size of the queue tell: the mean stays, nobody is out of the queue", () => {
      fc.assert(
        fc.property(fc.double({ min: 0.01, max: 1, noNaN: true }), (share) => {
          const delays = standingDelays(share * 1_000, 1_000);
          const mean = delays.reduce((sum, each) => sum + each.us * each.share, 0);
          expect(mean).toBeCloseTo(share * 1_000, 6);
          for (const { us } of delays) expect(us).toBeLessThanOrEqual(1_000 * 1.05);
        }),
      );
    });
  });

  it("[T10] new flows visit the controller: Eq. 4.12 with the thesis' values (Agilio L3Fwd, 240 us, P_nf 0.2, load 0.5)", () => {
    const measured = { ...estimate, meanUs: 8.2, terms: [{ construct: "base", totalUs: 8.2 }] };
    const offeredPps = 0.5 / 240e-6 / 0.2;
    const p = predictSwitch({
      label: "agilio",
      estimate: measured,
      noise: noise(0.21),
      queue: { server: "device", offeredPps },
      controller: { newFlowShare: 0.2, serviceUs: 240, sigmaUs: 24 },
    });
    // [harkous-sojourn]: 82.64 us
    expect(p.meanUs).toBeCloseTo(82.64, 2);
    expect(sumOf(p)).toBeCloseTo(p.meanUs ?? 0, 9);
  });

  it("[T10] packets that wait for their entry wait for the control agent too, with its range", () => {
    const controller = { newFlowShare: 0.1, serviceUs: 240, sigmaUs: 24 };
    const queue = { ratePps: 60_000, offeredPps: 1000 };
    const without = predictSwitch({ ...s1, queue, controller });
    const agent = { us: 188_500, errorUs: 3_500 };
    const p = predictSwitch({ ...s1, noise: noise(1), queue, controller: { ...controller, agent } });
    expect(p.meanUs! - without.meanUs!).toBeCloseTo(18_850, 1);
    expect(p.errors).toContainEqual({ source: "control agent of agilio-cx", belowUs: 350, aboveUs: 350 });
    expect(sumOf(p)).toBeCloseTo(p.meanUs!, 6);
    expect(p.packet!.p95Us).toBeGreaterThan(188_500);
    expect(p.packet!.p50Us).toBeLessThan(100);
  });

  it("[T10] the terms add up to the mean, whatever they are", () => {
    const share = fc.double({ min: 0, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(
        share,
        fc.double({ min: 0, max: 4000, noNaN: true }),
        share,
        (newFlowShare, offeredPps, x) => {
          const p = predictSwitch({
            ...s1,
            noise: noise(10 * x),
            queue: { ratePps: 8000, offeredPps },
            flows: { addedUs: 10 * x, belowUs: 0, aboveUs: 0, notes: [] },
            controller: { newFlowShare, serviceUs: 240, sigmaUs: null },
          });
          if (p.meanUs !== null) expect(sumOf(p)).toBeCloseTo(p.meanUs, 6);
        },
      ),
    );
  });
});

describe("links, VNFs, load", () => {
  it("[T11] a link is propagation and serialisation, both without spread", () => {
    const link = { label: "l", delayUs: 5, gbps: 10, packetBytes: 1500 };
    expect(predictLink(link)).toMatchObject({ meanUs: 6.2, lowUs: 6.2, highUs: 6.2 });
    expect(predictLink({ ...link, packetBytes: null }).notes.join()).toContain(
      "serialisation is not counted",
    );
    expect(predictLink({ ...link, delayUs: null }).meanUs).toBeNull();
  });

  it("[T11] a measured distribution decides before mean and spread", () => {
    const distribution = [
      { us: 100, share: 0.5 },
      { us: 200, share: 0.3 },
      { us: 900, share: 0.2 },
    ];
    const p = predictVnf({ label: "v", meanUs: 1, sigmaUs: 1, distribution });
    expect(p).toMatchObject({ meanUs: 290, lowUs: 290, highUs: 290 });
    expect(p.packet).toMatchObject({ p95Us: 900, p99Us: 900 });
    expect(p.packet!.spreadUs).toBeCloseTo(
      Math.hypot(190 * Math.SQRT1_2, 90 * Math.sqrt(0.3), 610 * Math.sqrt(0.2)),
      6,
    );
  });

  it.each([
    ["no reports", null, 700, { pps: 1500, source: "stated" }],
    ["reports and a background add", 400, 1100, { pps: 1500, source: "measured" }],
    ["no background, less is measured than stated", 400, null, { pps: 1500, source: "stated" }],
    ["no background, more is measured than stated", 2000, null, { pps: 2000, source: "measured" }],
  ] as const)("[T12] %s", (_what, measuredPps, backgroundPps, expected) => {
    expect(offeredLoad({ offeredPps: 1500, backgroundPps, measuredPps })).toMatchObject(expected);
  });
});

describe("a segment", () => {
  it("[T3] means add; errors of different switches and profiles add in quadrature, a VNF's packets spread alone", () => {
    const p = predictSegment([
      predictSwitch({ ...s1, noise: noise(0) }),
      predictVnf({ label: "VNF1", meanUs: 300, sigmaUs: 12 }),
      predictSwitch({ label: "s2", estimate, noise: noise(0, { device: "netfpga-sume" }) }),
    ]);
    expect(p).toMatchObject({ meanUs: 392, highUs: 392 + Math.hypot(5, 5) });
    expect(p.packet?.spreadUs).toBeCloseTo(12, 0);
    expect(p.packet!.highUs - 392).toBeCloseTo(Math.hypot(5, 5, p.packet!.spreadUs), 6);
  });

  it("[T3] a device that is met twice errs the same way twice: its errors add, also where only the profile is the same", () => {
    const here = predictSwitch({ ...s1, noise: noise(3) });
    const other = predictSwitch({ label: "s2", estimate, noise: noise(3) });
    expect(predictSegment([here, here]).highUs).toBeCloseTo(92 + 10, 9);
    expect(predictSegment([here, other]).highUs).toBeCloseTo(92 + 10, 9);
    // packets spread anew at each pass
    expect(predictSegment([here, here]).packet!.spreadUs / (3 * Math.SQRT2)).toBeCloseTo(1, 1);
  });

  it("[T3] runs of different switches are independent, the two passes of one are one run", () => {
    const of = (label: string) => predictSwitch({ label, estimate, noise: noise(0, { runSpreadUs: 5 }) });
    expect(predictSegment([of("s1"), of("s1")]).highUs).toBeCloseTo(92 + 10, 9);
    expect(predictSegment([of("s1"), of("s2")]).highUs).toBeCloseTo(92 + 5 * Math.SQRT2, 9);
  });

  it("[T3] one standard deviation of the mean holds 68 % of means, whatever fit and run were", () => {
    const random = createRandom(3);
    const noisy = noise(8, { runSpreadUs: 4 });
    const prediction = predictSegment([
      predictSwitch({ ...s1, noise: noisy }),
      predictVnf({ label: "VNF1", meanUs: 300, sigmaUs: 30 }),
      predictSwitch({ ...s1, noise: noisy }),
      predictSwitch({ label: "s2", estimate, noise: noisy }),
    ]);
    // 46 +- 5 in the fit and run of 4: 3 of the fit
    let inside = 0;
    const draws = 4000;
    for (let i = 0; i < draws; i++) {
      const fitUs = 3 * random.normal();
      const [run1, run2] = [4 * random.normal(), 4 * random.normal()];
      const packets = 50;
      const chanceUs = Math.hypot(8 * Math.sqrt(3), 30) / Math.sqrt(packets);
      const meanUs = 438 + 3 * fitUs + 2 * run1 + run2 + chanceUs * random.normal();
      const { lowUs, highUs } = intervalOfMean(prediction, packets)!;
      if (meanUs >= lowUs && meanUs <= highUs) inside++;
    }
    expect(inside / draws).toBeGreaterThan(0.66);
    expect(inside / draws).toBeLessThan(0.71);
  });

  it("[T3] segments in a chain add as the elements of one segment do", () => {
    const elements = [
      predictSwitch({ ...s1, noise: noise(3, { runSpreadUs: 2 }) }),
      predictVnf({ label: "v", meanUs: 300, sigmaUs: 12 }),
      predictSwitch({ label: "s2", estimate, noise: noise(3, { runSpreadUs: 2 }) }),
    ];
    const whole = predictSegment(elements);
    const chain = chainLatency(elements.map((element) => predictSegment([element])))!;
    expect(chain.meanUs).toBeCloseTo(whole.meanUs!, 9);
    expect(chain.meanLowUs).toBeCloseTo(whole.lowUs!, 9);
    expect(chain.meanHighUs).toBeCloseTo(whole.highUs!, 9);
    // the spread of a sum is read off its distribution there
    expect((chain.highUs! - chain.meanUs) / (whole.packet!.highUs - whole.meanUs!)).toBeCloseTo(1, 1);
    const unknown = predictSwitch({ label: "s9", estimate: null });
    expect(chainLatency([elements[0]!, unknown])).toBeNull();
    expect(chainLatency([elements[0]!, predictVnf({ label: "v", meanUs: 5, sigmaUs: null })])).toMatchObject({
      meanUs: 51,
      lowUs: null,
      highUs: null,
    });
  });

  it("[T4] a part without a spread leaves the interval of the mean and takes the packet's; one without a mean takes all", () => {
    const noSpread = predictSegment([
      predictSwitch({ ...s1, noise: noise(1) }),
      predictVnf({ label: "v", meanUs: 5, sigmaUs: null }),
    ]);
    expect(noSpread).toMatchObject({ meanUs: 51, highUs: 56, packet: null });
    const noError = predictSwitch({
      label: "s1",
      estimate: { ...estimate, meanLowUs: null, meanHighUs: null },
    });
    expect(noError).toMatchObject({ meanUs: 46, lowUs: null, packet: null });
    const unknown = predictSwitch({ label: "s9", estimate: null });
    expect(predictSegment([unknown, predictVnf({ label: "v", meanUs: 5, sigmaUs: 1 })]).meanUs).toBeNull();
  });
});

describe("a VNF on a server", () => {
  const snf = {
    label: "snf",
    profile: "xeon-e5-2667v3",
    cores: 2,
    driver: "dpdk" as const,
    transfers: 0,
    // with the 100 cycles of input and output 1 us of a core
    functions: [{ type: "snf", cyclesPerPacket: 3100 }],
    offeredPps: 1_000_000,
  };

  it("[T19] its share is input and output, the cycles of a packet alone and the wait for a core, with the interval up to a full batch", () => {
    const p = predictServer(snf);
    // 3100 cycles of one packet, of 32, and M/M/1 at half load on each core
    const us = 3.1 / 3.2;
    expect(p.meanUs).toBeCloseTo(5.9 + us + 1, 9);
    expect([p.lowUs, p.highUs]).toEqual([
      expect.closeTo(5.9 + us + 0.5, 9),
      expect.closeTo(5.9 + 32 * us + 1, 9),
    ]);
    expect(sumOf(p)).toBeCloseTo(p.meanUs!, 9);
    expect(p.terms.every((t) => t.kind === "vnf")).toBe(true);
    const declared = predictVnf({ label: "wire", meanUs: 3, sigmaUs: 0 });
    expect(predictSegment([declared, p]).meanUs).toBeCloseTo(9.9 + us, 9);
  });

  it("[T19] without a load nothing waits and a note says so; too much load, another server or driver are no prediction", () => {
    const idle = predictServer({ ...snf, offeredPps: null });
    expect(idle.meanUs).toBeCloseTo(5.9 + 3.1 / 3.2, 6);
    expect(idle.notes.join()).toMatch(/no load is known/);
    for (const [change, reason] of [
      [{ offeredPps: 3_000_000 }, /add cores or offload functions/],
      [{ profile: "pdp-11" }, /no server pdp-11 in the library; it has xeon/],
      [{ cores: 99 }, /16 cores; take 1 to 16/],
    ] as const) {
      const p = predictServer({ ...snf, ...change });
      expect(p.meanUs).toBeNull();
      expect(p.notes.join()).toMatch(reason);
    }
  });
});
