import { describe, expect, it } from "vitest";
import { constructs, createRandom } from "../../core/index.ts";
import type { Construct } from "../../program/index.ts";
import { libraryDevice } from "../library.ts";
import type { DeviceProfile } from "../profile.ts";
import { profileFromRefit } from "./profileFromRefit.ts";
import { refitIntervals, refitPrediction } from "./refitPrediction.ts";
import { type HopSample, refitObstacle, refitProfile } from "./refitProfile.ts";

const agilio = libraryDevice("agilio-cx") as DeviceProfile;
const none: Record<Construct, number> = { parse: 0, modify: 0, copy: 0, remove: 0, add: 0, table: 0 };
const truth = { base: 8.2, parse: 0.15, modify: 0.62, copy: 0.2, remove: 1.1, add: 1.9, table: 0.5 };
const timeOf = (counted: Record<Construct, number>): number =>
  constructs.reduce((sum, c) => sum + counted[c] * truth[c], truth.base);

function sample(program: string, some: Partial<typeof none>, more: Partial<HopSample> = {}): HopSample {
  const counted = { ...none, ...some };
  return { program, counted, meanUs: timeOf(counted), varianceUs2: 0.04, packets: 1e6, offsetUs: 0, ...more };
}
/** Programs that tell every coefficient. */
const programs = [
  sample("base", {}),
  sample("parse", { parse: 5 }),
  sample("modify", { parse: 2, modify: 3 }),
  sample("copy", { parse: 4, copy: 4 }),
  sample("remove", { parse: 6, remove: 4 }),
  sample("add", { parse: 2, add: 3 }),
  sample("table", { parse: 3, table: 6 }),
  sample("mixed", { parse: 3, modify: 2, table: 2 }),
];

describe("refit with the published profile as prior", () => {
  it("[D15] programs that tell everything give back what made them, whatever the prior says", () => {
    const refit = refitProfile(programs, agilio);
    for (const { name, us, status, lowUs, highUs } of refit.coefficients) {
      expect(us, name).toBeCloseTo(truth[name], 2);
      expect(status).toBe("told");
      expect(lowUs).toBeLessThan(truth[name]);
      expect(highUs).toBeGreaterThan(truth[name]);
    }
    expect(refit.before).toBeGreaterThan(0.05);
    expect(refit.after).toBeLessThan(1e-3);
    expect(refit.notIdentifiable).toEqual([]);
  });

  it("[D15] what is known of a sample otherwise (externs, waits) is taken off before", () => {
    const moved = programs.map((s, i) => ({ ...s, meanUs: s.meanUs + 10 * i, offsetUs: 10 * i }));
    expect(refitProfile(moved, agilio).coefficients[0]?.us).toBeCloseTo(truth.base, 2);
  });

  it("[D16] a construct that no program has keeps its published cost, and that is said", () => {
    const refit = refitProfile(
      programs.filter((s) => s.program !== "add"),
      agilio,
    );
    const add = refit.coefficients.find((c) => c.name === "add");
    expect(add).toMatchObject({ us: 1.59, status: "unseen", determinedShare: 0 });
    expect(add?.note).toMatch(/cannot be seen; the published profile decides/);
    expect(refit.notIdentifiable).toEqual([
      expect.stringContaining("add: no measurement has more than the base program's add"),
    ]);
  });

  it("[D16] constructs that always change together are told as a sum: words name both", () => {
    const together = [1, 2, 3, 5].map((n) => sample(`p${n}`, { parse: n, table: n }));
    const refit = refitProfile(together, agilio);
    const [parse, table] = [refit.coefficients[1], refit.coefficients[6]];
    expect((parse?.us ?? 0) + (table?.us ?? 0)).toBeCloseTo(truth.parse + truth.table, 2);
    expect(refit.notIdentifiable.join()).toMatch(/always changes together with (parse|table)/);
    expect(parse?.status).toBe("partly");
  });

  it("[D17] the base and costs published as not negative stay at or above zero; a negative one may stay below", () => {
    const steep = [0, 2, 4, 6].map((n) => sample(`m${n}`, { modify: n }, { meanUs: 10 - 0.1 * n }));
    const modify = refitProfile(steep, agilio).coefficients.find((c) => c.name === "modify");
    expect(modify).toMatchObject({ us: 0, lowUs: 0, status: "bound" });
    const t4p4s = libraryDevice("t4p4s") as DeviceProfile;
    const shorter = [0, 2, 4, 6].map((n) => sample(`r${n}`, { remove: n }, { meanUs: 46 - 0.5 * n }));
    const remove = refitProfile(shorter, t4p4s).coefficients.find((c) => c.name === "remove");
    expect(remove?.us).toBeCloseTo(-0.5, 2);
  });

  it("[D17] 95 % intervals of held-out programs cover in 90 to 98 of 100 cases", () => {
    const held = [
      { ...none, parse: 4, modify: 2, table: 1 },
      { ...none, parse: 5, modify: 1, copy: 2, remove: 2, table: 3 },
      { ...none, parse: 1, add: 2, table: 2 },
    ];
    let covered = 0;
    const seeds = 200;
    for (let seed = 1; seed <= seeds; seed++) {
      const random = createRandom(seed);
      const noisy = programs.map((s) => ({
        ...s,
        packets: 50,
        varianceUs2: 0.21,
        meanUs: s.meanUs + Math.sqrt(0.21 / 50) * random.normal(),
      }));
      const refit = refitProfile(noisy, agilio);
      for (const counted of held) {
        const { lowUs, highUs } = refitPrediction(refit, counted);
        const trueUs = timeOf(counted);
        if (trueUs >= lowUs! && trueUs <= highUs!) covered++;
      }
    }
    const share = covered / (seeds * held.length);
    expect(share).toBeGreaterThanOrEqual(0.9);
    expect(share).toBeLessThanOrEqual(0.98);
  });

  it("[D18] the new profile keeps what was not observed and cites interval, programs and the value before", () => {
    const refit = refitProfile(programs, agilio);
    const made = profileFromRefit(refit, agilio, {
      id: "agilio-lab",
      title: "Agilio, lab",
      work: "Web edge, 21 Nov",
    });
    if (!made.ok) throw new Error(made.error.map((d) => d.message).join());
    const { linear, p8, corrections, externs, fitRmseUs, spreadUs } = made.value;
    expect(linear?.slopesUs.add.value).toBeCloseTo(truth.add, 2);
    expect(linear?.slopesUs.add.source).toMatchObject({ work: "Web edge, 21 Nov", kind: "fitted" });
    expect(linear?.slopesUs.add.source.note).toMatch(/95 % interval .* was 1.59 us \(agilio-cx version 1\)/);
    expect({ p8, corrections, externs }).toEqual({
      p8: null,
      corrections: agilio.corrections,
      externs: agilio.externs,
    });
    expect(fitRmseUs?.value).toBe(0);
    expect(spreadUs?.value).toBeCloseTo(0.2, 9);
  });

  it.each([
    ["no samples", [], agilio, /no program was observed/],
    ["a profile without a latency", programs, { ...agilio, linear: null }, /no linear form/],
    ["a sample without packets", [sample("x", {}, { packets: 0 })], agilio, /no packets/],
  ] as const)("[D15] %s is an obstacle in words", (_what, samples, profile, words) => {
    expect(refitObstacle([...samples], profile)).toMatch(words);
    expect(refitObstacle(programs, agilio)).toBeNull();
  });

  it("[D15] the base's 95 % interval holds in runs that differ, though programs share each run", () => {
    const netfpga = libraryDevice("netfpga-sume") as DeviceProfile;
    const costs = [{}, { table: 1 }, { table: 3 }, { parse: 4 }, { add: 2 }, { parse: 2, table: 2 }];
    const seeds = 150;
    let [base, table] = [0, 0];
    for (let seed = 1; seed <= seeds; seed++) {
      const random = createRandom(seed);
      const samples = [1, 2, 3, 4].flatMap((run) => {
        const shift = 0.3 * random.normal();
        return costs.map((some, i) => {
          const counted = { ...none, ...some };
          const meanUs = timeOf(counted) + shift + 0.005 * random.normal();
          return sample(`p${i}`, some, { run: `r${run}`, meanUs, varianceUs2: 0.0025, packets: 100 });
        });
      });
      const { coefficients, runSpreadUs } = refitProfile(samples, netfpga);
      expect(runSpreadUs).toBeGreaterThan(0);
      const holds = (name: "base" | "table"): boolean => {
        const found = coefficients.find((each) => each.name === name)!;
        return found.lowUs! <= truth[name] && truth[name] <= found.highUs!;
      };
      if (holds("base")) base++;
      if (holds("table")) table++;
    }
    for (const share of [base / seeds, table / seeds]) {
      expect(share).toBeGreaterThanOrEqual(0.9);
      expect(share).toBeLessThanOrEqual(0.99);
    }
  });

  it("[D17] a program has both intervals of the proposal, one standard deviation each", () => {
    const noisy = programs.map((s) => ({ ...s, packets: 50, varianceUs2: 0.21, run: s.program }));
    const refit = refitProfile(noisy, agilio);
    const counted = { ...none, parse: 2, table: 1 };
    const { meanUs, meanLowUs, meanHighUs, lowUs, highUs } = refitIntervals(refit, counted);
    const { highUs: high95Us } = refitPrediction(refit, counted);
    const ofMeanUs = (high95Us! - meanUs) / refit.quantile;
    expect([meanUs - meanLowUs!, meanHighUs! - meanUs]).toEqual([
      expect.closeTo(ofMeanUs, 9),
      expect.closeTo(ofMeanUs, 9),
    ]);
    expect(highUs! - meanUs).toBeCloseTo(Math.hypot(ofMeanUs, Math.sqrt(0.21)), 9);
    expect(lowUs).toBeCloseTo(meanUs - Math.hypot(ofMeanUs, Math.sqrt(0.21)), 9);
    // packets of which nobody stated a spread
    const plain = refitProfile(
      noisy.map((s) => ({ ...s, varianceUs2: null })),
      agilio,
    );
    expect(refitIntervals(plain, counted)).toMatchObject({ meanHighUs: expect.any(Number), highUs: null });
  });

  it("[D15] samples of one run alone leave open what another start differs by, and that is said", () => {
    const refit = refitProfile(
      programs.map((s) => ({ ...s, run: "s1" })),
      agilio,
    );
    expect(refit.runSpreadUs).toBeNull();
    // an interval without what starts differ by would be told as one (it was +-0.07 us)
    expect(refit.coefficients[0]).toMatchObject({ lowUs: null, highUs: null });
    expect(refit.coefficients[0]?.note).toMatch(/one run of the switch/);
    expect(refitPrediction(refit, none)).toMatchObject({ lowUs: null, highUs: null });
    // what all share is in the base alone
    expect(refit.coefficients.find((c) => c.name === "add")?.lowUs).not.toBeNull();
    const made = profileFromRefit(refit, agilio, { id: "lab", title: "Lab", work: "w" });
    expect(made.ok && made.value.linear?.baseUs.source.note).toMatch(/95 % interval unknown; was/);
    expect(refit.notIdentifiable.join()).toMatch(/base: all were seen in one run/);
    const stated = { ...agilio, runSpreadUs: { value: 2, source: agilio.linear!.baseUs.source } };
    const known = refitProfile(
      programs.map((s) => ({ ...s, run: "s1" })),
      stated,
    );
    expect(known.runSpreadUs).toBe(2);
    const { lowUs, highUs } = known.coefficients[0]!;
    expect(highUs! - lowUs!).toBeGreaterThan(4);
  });

  it("[D15] two programs, each on a switch of its own, leave open what starts differ by", () => {
    const apart = [sample("base", {}, { run: "s1" }), sample("tables", { table: 6 }, { run: "s2" })];
    const { coefficients, notIdentifiable } = refitProfile(apart, agilio);
    const lows = (name: string) => coefficients.find((c) => c.name === name)?.lowUs;
    expect([lows("base"), lows("table")]).toEqual([null, null]);
    // nothing was learnt of it: its interval is that of the published value
    expect(lows("add")).not.toBeNull();
    expect(notIdentifiable.join()).toMatch(/costs: each was seen in a run of its own/);
  });
});
