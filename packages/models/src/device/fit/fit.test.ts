import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { constructs, createRandom } from "../../core/index.ts";
import { type ConstructCounts, countedFeatures } from "../counted.ts";
import { libraryDevice } from "../library.ts";
import { parseDeviceProfile } from "../parseProfile.ts";
import { fitObstacle, fitProfile } from "./fitProfile.ts";
import { nonNegativeLeastSquares } from "./leastSquares.ts";
import { type Measurement, parseMeasurements } from "./parseMeasurements.ts";
import { profileFromFit } from "./profileFromFit.ts";

const agilio = libraryDevice("agilio-cx")!;
const slopes = Object.fromEntries(constructs.map((c) => [c, agilio.linear!.slopesUs[c].value]));
const one: ConstructCounts = { parse: 1, modify: 0, copy: 0, remove: 0, add: 0, table: 1 };

const measured = (
  counts: Partial<ConstructCounts>,
  noise = 0,
  packetBytes: number | null = null,
): Measurement => {
  const all = { ...one, ...counts };
  const counted = countedFeatures(all);
  const latencyUs = constructs.reduce((sum, c) => sum + slopes[c]! * counted[c], 7.45) + noise;
  return { counts: all, packetBytes, latencyUs, spreadUs: null, packets: null, line: 1 };
};
/** Each construct alone, up to five times, as the thesis measured them (Sec. 4.2.2). */
const sweep = (noise: () => number): Measurement[] =>
  constructs.flatMap((c) => [0, 1, 2, 3, 4, 5].map((n) => measured({ [c]: n + one[c] }, noise())));
const usOf = (fit: ReturnType<typeof fitProfile>, name: string) =>
  fit.coefficients.find((c) => c.name === name)!;

describe("fitting the linear form", () => {
  it("[D8] measurements without noise give back the coefficients they were made of (thesis Eq. 4.5)", () => {
    const fit = fitProfile(sweep(() => 0));
    expect(usOf(fit, "base").us).toBeCloseTo(7.45, 9);
    for (const c of constructs) expect(usOf(fit, c).us).toBeCloseTo(slopes[c]!, 9);
    expect(fit).toMatchObject({ measurements: 36, freedom: 29 });
    expect(fit.r2).toBeCloseTo(1, 12);
  });

  it("[D9] the 95 % intervals hold the truth in about 95 of 100 fits", () => {
    const random = createRandom(7);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    let inside = 0;
    let told = 0;
    for (let run = 0; run < 200; run++) {
      const fit = fitProfile(sweep(() => 0.05 * normal()));
      for (const c of constructs) {
        const { lowUs, highUs } = usOf(fit, c);
        told++;
        if (lowUs! <= slopes[c]! && slopes[c]! <= highUs!) inside++;
      }
    }
    // 1200 trials: three standard errors of 0.95 are 0.019
    expect(inside / told).toBeGreaterThan(0.93);
    expect(inside / told).toBeLessThan(0.975);
  });

  it("[D10] a cost below zero is fitted as it is", () => {
    const rows = [0, 1, 2, 3, 4].map((n) => ({
      ...measured({ copy: n }),
      latencyUs: 10 - 0.1 * n + (n % 2) * 0.02,
    }));
    const copy = usOf(fitProfile(rows), "copy");
    expect(copy.status).toBe("fitted");
    expect(copy.us).toBeCloseTo(-0.1, 9);
    expect(copy.lowUs).toBeLessThan(-0.1);
  });

  it("[D11] what the data cannot see is told, and taken from what is given", () => {
    const rows = [1, 2, 3, 4].map((n) => measured({ parse: n, table: n, modify: 2 }));
    const fit = fitProfile(rows, { given: { table: slopes.table! } });
    expect(usOf(fit, "copy")).toMatchObject({ us: null, status: "unseen" });
    expect(usOf(fit, "copy").note).toMatch(/cannot be seen/);
    expect(usOf(fit, "modify").note).toMatch(/part of the base delay/);
    expect(usOf(fit, "table")).toMatchObject({ us: slopes.table, status: "given" });
    expect(usOf(fit, "table").note).toMatch(/together with parse/);
    expect(usOf(fit, "parse").us).toBeCloseTo(slopes.parse!, 9);
    expect(usOf(fit, "parse").note).toMatch(/rests on what is taken for table/);
  });

  it("[D12] each packet size but the commonest has an offset", () => {
    const rows = [
      ...[1, 2, 3].map((n) => measured({ parse: n }, 0, 1500)),
      ...[1, 2].map((n) => measured({ parse: n }, -1.5, 64)),
    ];
    const fit = fitProfile(rows);
    expect(fit.referenceBytes).toBe(1500);
    expect(usOf(fit, "64 B").us).toBeCloseTo(-1.5, 9);
  });

  it("[D9] as many coefficients as measurements leave no interval", () => {
    const fit = fitProfile([measured({ parse: 1 }), measured({ parse: 3 })]);
    expect(fit.freedom).toBe(0);
    expect(usOf(fit, "parse")).toMatchObject({ lowUs: null, highUs: null, status: "fitted" });
  });

  it("[D11] any measurements: finite numbers, residuals without a mean", () => {
    const count = fc.integer({ min: 0, max: 6 });
    const row = fc.record({
      counts: fc.record({
        parse: count,
        modify: count,
        copy: count,
        remove: count,
        add: count,
        table: count,
      }),
      packetBytes: fc.constantFrom(64, 1500),
      latencyUs: fc.double({ min: 0.001, max: 1e4, noNaN: true }),
      spreadUs: fc.constant(null),
      packets: fc.constant(null),
      line: fc.constant(1),
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 20 }), (rows) => {
        expect(fitObstacle(rows)).toBeNull();
        const fit = fitProfile(rows);
        for (const { us, lowUs, highUs } of fit.coefficients) {
          for (const value of [us, lowUs, highUs])
            if (value !== null) expect(Number.isFinite(value)).toBe(true);
        }
        const mean = fit.residualsUs.reduce((sum, r) => sum + r, 0) / rows.length;
        if (fit.misfitUs === 0) expect(Math.abs(mean)).toBeLessThan(1e-5 * 1e4);
      }),
      { numRuns: 300 },
    );
  });

  it("[D10] non-negative least squares agrees with trying every set of held columns", () => {
    const value = fc.integer({ min: -5, max: 5 });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value, value, value), { minLength: 5, maxLength: 9 }), (rows) => {
        const columns = [0, 1, 2].map((j) => rows.map((row) => row[j]! + (j === 0 ? 7 : 0)));
        const y = rows.map((row) => row[3]!);
        const error = (beta: readonly number[]) =>
          y.reduce((sum, v, i) => sum + (v - beta.reduce((s, b, j) => s + b * columns[j]![i]!, 0)) ** 2, 0);
        let best = Number.POSITIVE_INFINITY;
        for (let mask = 0; mask < 8; mask++) {
          const on = [0, 1, 2].filter((j) => mask & (1 << j));
          const beta = bySolving(
            on.map((j) => columns[j]!),
            y,
          );
          if (beta?.every((b) => b >= 0)) {
            const full = [0, 0, 0];
            on.forEach((j, k) => {
              full[j] = beta[k]!;
            });
            best = Math.min(best, error(full));
          }
        }
        if (bySolving(columns, y) === null) return;
        const { beta } = nonNegativeLeastSquares(columns, y, () => false);
        expect(beta.every((b) => b >= 0)).toBe(true);
        expect(error(beta)).toBeLessThanOrEqual(best * (1 + 1e-9) + 1e-9);
      }),
      { numRuns: 300 },
    );
  });
});

/** Least squares by Cramer's rule on the normal equations; null when they are singular. */
function bySolving(columns: readonly (readonly number[])[], y: readonly number[]): number[] | null {
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, v, i) => sum + v * b[i]!, 0);
  const normal = columns.map((a) => columns.map((b) => dot(a, b)));
  const target = columns.map((a) => dot(a, y));
  const determinant = (m: readonly (readonly number[])[]): number =>
    m.length === 0
      ? 1
      : m[0]!.reduce(
          (sum, v, j) =>
            sum + (j % 2 ? -1 : 1) * v * determinant(m.slice(1).map((row) => row.filter((_, k) => k !== j))),
          0,
        );
  const whole = determinant(normal);
  if (Math.abs(whole) < 1e-6) return null;
  return columns.map(
    (_, j) => determinant(normal.map((row, i) => row.map((v, k) => (k === j ? target[i]! : v)))) / whole,
  );
}

describe("reading measurements", () => {
  it.each([
    ["commas", "parse,table,latencyUs\n2,1,7.5\n"],
    ["tabs and other names", "Parse\tTables\tMean latency [us]\n2\t1\t7.5"],
    ["semicolons, ns, CR LF", "latency_ns;parse;table\r\n7500;2;1\r\n"],
    ["a comment and blank lines", "# lab\n\nparse,latencyUs\n\n2,7.5\n"],
  ])("[D13] %s", (_what, text) => {
    const { measurements, diagnostics } = parseMeasurements(text, "m.csv");
    expect(diagnostics).toEqual([]);
    expect(measurements).toHaveLength(1);
    expect(measurements[0]).toMatchObject({
      counts: { ...one, parse: 2 },
      latencyUs: 7.5,
      packetBytes: null,
    });
  });

  it.each([
    ["", "no-measurements", 1, 1],
    ["parse,latency\n1,2", "no-latency", 1, 1],
    ["parse,parse,latencyUs\n1,1,2", "column-twice", 1, 7],
    ["parse,latencyUs\n1,fast", "bad-number", 2, 3],
    ["parse,latencyUs\n1.5,7", "bad-number", 2, 1],
    ["parse,latencyUs\n1,7\n1", "bad-number", 3, 1],
    ["parse,latencyUs\n1,-7", "bad-number", 2, 3],
    ["parse,latencyUs\n1,9,5", "bad-number", 2, 5],
    ["parse,medianLatencyUs\n1,7", "median", 1, 7],
    ["colour,latencyUs\nred,7", "unknown-column", 1, 1],
    ["program,latencyUs\na,7\nb,8", "no-counts", 1, 1],
  ])("[D13] %j: %s at line %i, column %i", (text, code, line, column) => {
    const { diagnostics } = parseMeasurements(text, "m.csv");
    expect(diagnostics.map((d) => [d.code, d.span?.line, d.span?.column])).toContainEqual([
      code,
      line,
      column,
    ]);
  });

  it("[D13] never throws, and places lie inside the text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        for (const { span } of parseMeasurements(`parse,latencyUs\n${text}`, "m").diagnostics) {
          expect(span!.end).toBeLessThanOrEqual(text.length + 16);
          expect(span!.start).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("a fitted profile", () => {
  const device = { id: "my-nic", title: "My NIC", work: "lab 2026-11-21", like: agilio };

  it("[D14] is a profile that reads back; what was not measured is marked as carried over", () => {
    const rows = [1, 2, 3, 4].map((n) => measured({ parse: n, modify: n % 2 }, n / 100, 512));
    const fit = fitProfile(rows, {
      given: { copy: slopes.copy!, remove: slopes.remove!, add: slopes.add!, table: slopes.table! },
    });
    const result = profileFromFit(fit, device);
    if (!result.ok) throw new Error(result.error[0]?.message);
    const profile = result.value;
    expect(parseDeviceProfile(JSON.stringify(profile), "p.json")).toEqual(result);
    expect(profile.linear?.slopesUs.add).toMatchObject({
      value: 1.59,
      source: { kind: "assumed", work: "agilio-cx" },
    });
    expect(profile.linear?.slopesUs.parse.source).toMatchObject({ kind: "fitted", work: "lab 2026-11-21" });
    expect(profile.linear?.slopesUs.parse.source.note).toMatch(/95 % interval/);
    expect(profile.packetSize?.referenceBytes.value).toBe(512);
    expect(profile.corrections).toEqual([]);
    expect(profile.externs.every((extern) => extern.latencyUs.source.kind === "assumed")).toBe(true);
  });

  it("[D14] is refused with its reason when a cost is unknown or the base is nothing", () => {
    const unseen = profileFromFit(fitProfile([measured({}), measured({ parse: 3 })]), device);
    expect(unseen.ok ? [] : unseen.error.map((d) => d.code)).toContain("unseen");
    const noBase = fitProfile(
      [1, 2, 3].map((n) => ({ ...measured({ modify: n }), latencyUs: 2 * n - 1 })),
      { given: slopes },
    );
    const result = profileFromFit(noBase, device);
    expect(result.ok ? [] : result.error.map((d) => d.code)).toEqual(["no-base"]);
  });
});
