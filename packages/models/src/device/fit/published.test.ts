import { describe, expect, it } from "vitest";
import {
  gaussian,
  publishedDevices,
  publishedExperiments,
  unlikePublished,
} from "../../../testing/device/publishedExperiments.ts";
import { constructs } from "../../core/index.ts";
import { type ConstructCounts, countedFeatures } from "../counted.ts";
import { libraryDevice } from "../library.ts";
import type { DeviceProfile } from "../profile.ts";
import { fitProfile } from "./fitProfile.ts";
import { heldOut } from "./heldOut.ts";
import { type Measurement, parseMeasurements } from "./parseMeasurements.ts";
import { profileFromFit } from "./profileFromFit.ts";

const device = (id: string): DeviceProfile => libraryDevice(id)!;
const one: ConstructCounts = { parse: 1, modify: 0, copy: 0, remove: 0, add: 0, table: 1 };

const experiments = (id: string, noise: () => number): Measurement[] =>
  publishedExperiments(id, noise).map((each) => ({
    ...each,
    ...{ packetBytes: null, spreadUs: null, packets: null, line: 1 },
  }));

describe("the published profiles come back from data simulated from them", () => {
  it.each(publishedDevices)("[D20] %s", (id) => {
    const profile = device(id);
    const normal = gaussian(3);
    const fit = fitProfile(experiments(id, () => 0.05 * normal()));
    const of = (key: "us" | "highUs") =>
      Object.fromEntries(fit.coefficients.map((each) => [each.name, each[key]!]));
    const found = { costUs: of("us"), highUs: of("highUs"), rmseUs: fit.rmseUs, bends: fit.bends };
    expect(unlikePublished(id, found)).toEqual([]);
    const made = profileFromFit(fit, { id: "mine", title: "Mine", work: "test", like: profile });
    if (!made.ok) throw new Error(made.error[0]?.message);
    for (const bend of profile.corrections) {
      const found = made.value.corrections.find(({ construct }) => construct === bend.construct)!;
      expect(Math.abs(found.us.value - bend.us.value)).toBeLessThan(0.15);
    }
  });

  it("[D20] noise alone seldom makes a bend", () => {
    const normal = gaussian(5);
    let bent = 0;
    // a test of 1 in 20 that is lost bends most of them
    for (let trial = 0; trial < 40; trial++)
      if (fitProfile(experiments("netfpga-sume", () => normal())).bends.length > 0) bent++;
    expect(bent).toBeLessThanOrEqual(2);
  });
});

describe("runs", () => {
  const slopes = device("agilio-cx").linear!.slopesUs;
  /** Programs measured in runs that each shift the switch; repetitions within a run repeat its shift. */
  function shifted(seed: number, repetitions: number): Measurement[] {
    const normal = gaussian(seed);
    return [0, 1, 2, 3, 4, 5].flatMap((n) =>
      Array.from({ length: 6 }, (_, run) => {
        const shiftUs = 5 * normal();
        const latencyUs = 40 + n * slopes.modify.value + shiftUs;
        return Array.from(
          { length: repetitions },
          (): Measurement => ({
            ...{ counts: { ...one, modify: n }, packetBytes: null, spreadUs: null, packets: 1000, line: 1 },
            ...{ program: `modify ${n}`, run: `${n} ${run}`, latencyUs: latencyUs + 0.3 * normal() },
          }),
        );
      }).flat(),
    );
  }

  it("[D19] repetitions within a run are one: the base's interval holds the truth in 93 to 97 of 100", () => {
    let inside = 0;
    const trials = 300;
    for (let seed = 0; seed < trials; seed++) {
      const base = fitProfile(shifted(seed, 5)).coefficients[0]!;
      if (base.lowUs! <= 40 && 40 <= base.highUs!) inside++;
    }
    expect(inside / trials).toBeGreaterThanOrEqual(0.925);
    expect(inside / trials).toBeLessThanOrEqual(0.975);
  });

  it("[D19] the spread between runs is given apart from the fit", () => {
    const fit = fitProfile(shifted(1, 5));
    expect(fit).toMatchObject({ measurements: 180, runs: 36, misfitUs: 0 });
    expect(fit.runSpreadUs).toBeGreaterThan(3.5);
    expect(fit.runSpreadUs).toBeLessThan(6.5);
  });

  it("[D21] a program that is left out is predicted from the others, its runs inside 95 % intervals", () => {
    let [covered, trials] = [0, 0];
    for (let seed = 0; seed < 40; seed++) {
      const held = heldOut(shifted(seed, 1), "program")!;
      expect(held.blind).toBe(0);
      covered += held.coverage95!;
      trials++;
    }
    expect(covered / trials).toBeGreaterThan(0.93);
    expect(covered / trials).toBeLessThan(0.97);
  });

  it("[D21] what only the program that is left out does is not predicted", () => {
    const rows = [
      ...shifted(2, 1),
      { ...shifted(2, 1)[0]!, counts: { ...one, add: 3 }, program: "add", run: "x" },
    ];
    expect(heldOut(rows, "program")).toMatchObject({ tried: 7, blind: 1 });
    expect(heldOut(rows.slice(0, 12), "program")).toBeNull();
  });

  it("[D19] a run that all measurements share leaves base and spread between runs open, costs not", () => {
    const normal = gaussian(9);
    const rows = [0, 1, 2, 3, 4, 5, 6, 7].map((n): Measurement => {
      const latencyUs = 45 + n + 0.1 * normal();
      return {
        ...{ counts: { ...one, modify: n }, packetBytes: null, spreadUs: null, packets: 1000, line: n + 2 },
        ...{ program: `modify ${n}`, run: "the only one", latencyUs },
      };
    });
    const fit = fitProfile(rows);
    const [base, , modify] = fit.coefficients;
    expect(fit.runSpreadUs).toBeNull();
    expect(base).toMatchObject({ lowUs: null, highUs: null, note: expect.stringContaining("one run") });
    expect(modify!.lowUs).toBeLessThan(1);
    expect(modify!.highUs! - modify!.lowUs!).toBeLessThan(0.2);
    expect(fit.predict(countedFeatures(rows[3]!.counts), null)).toMatchObject({ halfUs: null });
    expect(heldOut(rows, "program")).toMatchObject({ coverage95: null });
    // two runs show a spread, and measurements that name no run are one each
    const two = rows.map((row, i) => ({ ...row, run: String(i % 2) }));
    expect(fitProfile(two).runSpreadUs).not.toBeNull();
    expect(fitProfile(rows.map((row) => ({ ...row, run: null }))).runSpreadUs).not.toBeNull();
  });

  it.each([
    ["one run", Array.from({ length: 8 }, (_, n) => [n, "the only one"] as const)],
    ["as many measurements as costs", [0, 1].map((n) => [n, `run ${n}`] as const)],
  ])(
    "[D19] a profile fitted from %s has no error of the fit, so no interval: it would be 0",
    (_, measured) => {
      const normal = gaussian(9);
      const rows = measured.map(([n, run]): Measurement => {
        const latencyUs = 45 + n + 0.1 * normal();
        const counts = { ...one, modify: n };
        return { counts, packetBytes: null, spreadUs: 2, packets: 1000, line: n + 2, run, latencyUs };
      });
      const like = device("t4p4s");
      const given = Object.fromEntries(constructs.map((c) => [c, like.linear!.slopesUs[c].value]));
      const made = profileFromFit(fitProfile(rows, { given }), {
        id: "mine",
        title: "Mine",
        work: "test",
        like,
      });
      if (!made.ok) throw new Error(made.error[0]?.message);
      expect(made.value).toMatchObject({ fitRmseUs: null, runSpreadUs: null, spreadUs: { value: 2 } });
    },
  );

  it("[D19] starts that are counted anew for each program are not shared by programs", () => {
    const head = "program,start,modify,latencyUs";
    const lines = ["a,0,1,10", "b,0,2,12", "a,1,1,11", "a,0,1,10.5"];
    const { measurements } = parseMeasurements([head, ...lines].join("\n"), "runs.csv");
    const runs = measurements.map(({ run }) => run);
    expect(new Set(runs).size).toBe(3);
    expect(runs[3]).toBe(runs[0]);
    const unnamed = parseMeasurements("start,modify,latencyUs\n0,1,10\n0,2,12\n", "runs.csv").measurements;
    expect(unnamed[0]!.run).not.toBe(unnamed[1]!.run);
    const shared = parseMeasurements("program,run,latencyUs\na,0,10\nb,0,12\n", "runs.csv").measurements;
    expect(shared[0]!.run).toBe(shared[1]!.run);
  });

  it("[D13] the columns of a table of runs are read: program, start, mean and percentiles", () => {
    const text = "program,start,parse,meanUs,p50Us,p99Us\nbase,2,2,278.5,211.2,1631.4\n";
    const { measurements, diagnostics } = parseMeasurements(text, "runs.csv");
    expect(diagnostics).toEqual([]);
    expect(measurements[0]).toMatchObject({
      ...{
        program: "base",
        run: "base, start 2",
        latencyUs: 278.5,
        percentilesUs: { p50: 211.2, p99: 1631.4 },
      },
    });
  });
});
