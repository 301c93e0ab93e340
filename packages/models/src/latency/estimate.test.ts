import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../library/index.ts";
import { gbpsToPps } from "../core/index.ts";
import { libraryDevices } from "../device/index.ts";
import { analyseText } from "../program/index.ts";
import { estimateProgram } from "./estimateProgram.ts";
import { estimateReportSchema } from "./estimateReport.ts";
import { device, features, programOf } from "./fixtures/tables.ts";
import { linearForm } from "./linearForm.ts";
import { p8Form } from "./p8Form.ts";
import { programReasons } from "./programReasons.ts";

const one = (id: string, f: ReturnType<typeof features>, packetBytes?: number, externs: string[] = []) =>
  estimateProgram({ form: linearForm, program: programOf(f, externs), device: device(id), packetBytes });
const l3fwd = features(2, 2, 0, 0, 0, 1);

const count = (max: number) => fc.integer({ min: 0, max });
const anyFeatures = fc
  .tuple(count(14), count(14), count(10), count(10), count(10), count(15))
  .map((counts) => features(...counts));

describe("estimate", () => {
  it("[L9] the Agilio's interval around 8.56 is 8.1 to 9.0", () => {
    const { lowUs, highUs } = one("agilio-cx", l3fwd).estimates[0]!;
    expect(lowUs).toBe(8.1082);
    expect(highUs).toBe(9.0118);
  });

  it("[L9] where packets spread by more than their mean the interval of one begins at 0", () => {
    const { meanUs, meanLowUs, lowUs, highUs } = one("bmv2", l3fwd).estimates[0]!;
    expect(lowUs).toBe(0);
    expect(meanLowUs).toBeGreaterThan(0);
    expect(highUs).toBeGreaterThan(2 * meanUs!);
  });

  it.each([
    ["removing one header", features(2, 0, 0, 1, 0, 1), 1.8],
    ["removing eight", features(2, 0, 0, 8, 0, 1), 3.1],
    ["adding three", features(2, 0, 0, 0, 3, 1), 1.2],
    ["adding and removing", features(2, 0, 0, 2, 2, 1), 3.0],
    ["neither", l3fwd, 0],
  ])("[L10] %s widens the low side only", (_, f, biasUs) => {
    const { meanUs, lowUs, highUs, notes } = one("agilio-cx", f).estimates[0]!;
    expect(meanUs! - lowUs! - (highUs! - meanUs!)).toBeCloseTo(biasUs, 3);
    expect(notes.some((n) => n.includes("low end is widened"))).toBe(biasUs > 0);
  });

  it("[L11] the asic has no published spread: no interval, with a note", () => {
    const estimate = one("asic", l3fwd).estimates[0]!;
    expect(estimate).toMatchObject({ meanUs: 2, lowUs: null, highUs: null });
    expect(estimate.notes[0]).toMatch(/no interval/);
  });

  it.each([
    ["t4p4s", 1300, /changes by -6 us \(p8, Sec\. IV-F\), not added here/],
    ["netfpga-sume", 1300, /changes by -0\.5 us/],
    ["agilio-cx", 256, /not published: 256 B packets are slower/],
    ["asic", 64, /not published/],
  ])("[L12] %s at %i B says what is known of the size", (id, packetBytes, pattern) => {
    const report = one(id, l3fwd, packetBytes);
    expect(report.packetBytes).toBe(packetBytes);
    expect(report.notes.join()).toMatch(pattern);
    expect(report.estimates[0]).toMatchObject({ lowUs: null, highUs: null });
    expect(report.estimates[0]!.meanUs).toBe(one(id, l3fwd).estimates[0]!.meanUs);
  });

  it("[L12] at the published size nothing is said", () => {
    expect(one("agilio-cx", l3fwd, 1500).notes).toEqual([]);
  });

  it("[L13] an extern adds its latency once, an unknown one is named and not counted", () => {
    const known = one("agilio-cx", l3fwd, 1500, ["siphash-2-4", "siphash-2-4"]).estimates[0]!;
    expect(known.meanUs).toBeCloseTo(48.56, 9);
    expect(known.terms.at(-1)).toEqual({
      construct: "extern",
      count: 1,
      unitUs: 40,
      totalUs: 40,
      name: "SipHash-2-4",
    });
    const unknown = one("agilio-cx", l3fwd, 1500, ["aes"]).estimates[0]!;
    expect(unknown).toMatchObject({ meanUs: 8.56, lowUs: null, highUs: null, notCounted: ["aes"] });
    expect(unknown.notes.join()).toMatch(/extern aes is not published for agilio-cx/);
    expect(one("agilio-cx", l3fwd, 1500, ["aes"]).notCounted).toEqual(["aes"]);
    expect(one("agilio-cx", l3fwd).notCounted).toBeUndefined();
  });

  it("[L13] vQueue on the Agilio takes the 8 us more than L3Fwd that were measured", () => {
    const vqueue = one("agilio-cx", features(2, 2, 0, 0, 0, 2), 1500, ["register.read", "register.write"]);
    const [path] = vqueue.estimates;
    expect(path!.meanUs).toBeCloseTo(8.56 + 8, 9);
    // 8 us is printed to the microsecond
    expect(path!.highUs! - path!.meanUs!).toBeCloseTo(Math.hypot(0.4, 0.21, 0.35, 0.35), 4);
  });

  it("[L13] an extern whose cost has no stated error leaves no interval", () => {
    const [path] = one("agilio-cx", l3fwd, 1500, ["SipHash-2-4"]).estimates;
    expect(path).toMatchObject({ lowUs: null, highUs: null });
    expect(path!.notes.join()).toMatch(/no error for the cost of an extern/);
  });

  it.each([
    ["agilio-cx", "queue-metadata", "limit", /does not have \(thesis, Sec\. 6\.3\.4\)/],
    ["agilio-cx", "ingress-meters", "limit", /does not have/],
    ["agilio-cx", "priorities", "unknown", /supports badly/],
    ["netfpga-sume", "meters", "limit", /does not have/],
    ["t4p4s", "queue-metadata", "unknown", /does not say/],
  ] as const)("[L15] %s and %s: %s", (id, need, kind, message) => {
    const program = { ...programOf(l3fwd), needs: [need] };
    const [reason, ...more] = programReasons(program, device(id));
    expect(more).toEqual([]);
    expect(reason).toMatchObject({ code: "capability", kind });
    expect(reason!.message).toMatch(message);
  });

  it("[L15] a device that has what is needed is no reason", () => {
    expect(programReasons({ ...programOf(l3fwd), needs: ["meters"] }, device("agilio-cx"))).toEqual([]);
  });

  it("[L13] an extern that stands for another one counts as that one", () => {
    const slowest = (standIns?: Record<string, string>) => {
      const source = libraryFiles["programs/lb.p4"]!;
      const { report, walks } = analyseText({ fileName: "copy/of/lb.p4", source, standIns });
      expect(report.diagnostics).toEqual([]);
      return estimateProgram({ form: linearForm, program: { ...report, walks }, device: device("npu") });
    };
    expect(slowest().maxUs).toBeCloseTo(47.67, 9);
    expect(slowest({ hash: "random" }).maxUs).toBeCloseTo(7.67, 9);
    expect(
      slowest({ hash: "random" })
        .estimates.flatMap(({ notes }) => notes)
        .join(),
    ).toMatch(/extern random is not published/);
  });

  it.each([
    { what: "eight headers of 16 B run on T4P4S (P7)", id: "t4p4s", add: 8, sizes: undefined, codes: [] },
    { what: "nine do not (144 B over 128 B)", id: "t4p4s", add: 9, sizes: undefined, codes: ["added-bytes"] },
    { what: "nine of 4 B do", id: "t4p4s", add: 9, sizes: Array(9).fill(4) as number[], codes: [] },
    { what: "the Agilio publishes no such limit", id: "agilio-cx", add: 9, sizes: undefined, codes: [] },
  ])("[L15] $what", ({ id, add, sizes, codes }) => {
    const f = features(2, 0, 0, 0, add, 1);
    const path = { id: "p1", features: f, externs: [], ...(sizes ? { addedHeaderBytes: sizes } : {}) };
    const program = { ...programOf(f), paths: [path] };
    expect(programReasons(program, device(id)).map((r) => r.code)).toEqual(codes);
  });

  it("[L15] all reasons are given: architecture, extern, constructs", () => {
    const program = { ...programOf(features(60, 30, 0, 0, 0, 20), ["aes"]), architecture: "v1model" };
    const reasons = programReasons(program, device("asic"));
    expect(reasons.map((r) => [r.code, r.kind])).toEqual([
      ["architecture", "port"],
      ["extern", "unknown"],
      ["constructs", "limit"],
    ]);
    expect(reasons[2]!.message).toBe("has 110 constructs, asic takes 100");
  });

  it("[L15] what a profile does not publish is unknown, not impossible", () => {
    const used = ["counter.count", "SipHash-2-4", "hash"];
    const [reason, ...more] = programReasons(programOf(l3fwd, used), device("agilio-cx"));
    expect(more).toEqual([]);
    expect(reason).toMatchObject({ code: "extern", kind: "unknown" });
    expect(reason!.message).toMatch(
      /^uses counter\.count, hash; the profile of agilio-cx publishes .*SipHash-2-4/,
    );
    expect(programReasons(programOf(l3fwd, ["siphash-2-4"]), device("agilio-cx"))).toEqual([]);
  });

  it.each([
    ["as many as worked", "agilio-cx", ["lpm"], 48_000, 0, []],
    ["more than worked", "agilio-cx", ["exact", "lpm"], 48_001, 0, [["rules", "limit"]]],
    ["the last 1024 on T4P4S", "t4p4s", ["exact"], 1025, 0, [["rules", "limit"]]],
    ["more entries than declared", "t4p4s", ["exact"], null, 1025, [["rules", "limit"]]],
    ["lpm by ternary keys", "netfpga-sume", ["lpm"], 4001, 0, [["rules", "limit"]]],
    ["exact keys", "netfpga-sume", ["exact"], 64_000, 0, []],
    ["ternary keys, which nobody measured", "agilio-cx", ["range"], 10, 0, [["rules", "unknown"]]],
    ["a size that the program leaves open", "t4p4s", ["exact"], null, 0, []],
    ["a table without keys", "t4p4s", [], 4096, 0, []],
    ["a device without published room", "npu", ["exact"], 1_000_000, 0, []],
  ])("[L21] room for rules: %s", (_, id, keys, size, entries, expected) => {
    const profile = device(id);
    const program = { ...programOf(l3fwd), architecture: profile.architectures[0]! };
    const reasons = programReasons({ ...program, tables: [{ name: "t", keys, size, entries }] }, profile);
    expect(reasons.map((r) => [r.code, r.kind])).toEqual(expected);
  });

  it("[L16] T4P4S with 256 B packets and four added tables: the estimate does not hold", () => {
    const noted = (tables: number, bytes: number) =>
      one("t4p4s", features(4, 0, 0, 0, 0, tables), bytes).estimates[0]!.notes.some((n) =>
        n.includes("does not hold"),
      );
    expect([noted(5, 256), noted(4, 256), noted(5, 1500)]).toEqual([true, false, false]);
    const { lossless } = device("t4p4s").regimes[0]!;
    expect(lossless!.gbps.value).toBe(4.5);
    expect(gbpsToPps(lossless!.gbps.value, lossless!.packetBytes) / 1e6).toBeCloseTo(2.2, 2);
  });

  it("[L17] within the thresholds NetFPGA < Agilio < T4P4S", () => {
    const within = fc
      .tuple(count(14), count(14), count(10), count(7), count(6), count(15))
      .map((counts) => features(...counts));
    fc.assert(
      fc.property(within, (f) => {
        const means = ["netfpga-sume", "agilio-cx", "t4p4s"].map((id) => one(id, f).estimates[0]!.meanUs!);
        expect(means[0]).toBeLessThan(means[1]!);
        expect(means[1]).toBeLessThan(means[2]!);
      }),
      { numRuns: 60 },
    );
  });

  it("[L18] minUs and maxUs are the extremes of the paths", () => {
    const base = programOf(l3fwd);
    const paths = [
      { id: "p1", features: l3fwd, externs: [] },
      { id: "p2", features: features(1, 0, 0, 0, 0, 0), externs: [] },
    ];
    const report = estimateProgram({
      form: linearForm,
      program: { ...base, paths },
      device: device("agilio-cx"),
    });
    expect([report.minUs, report.maxUs]).toEqual([7.45, 8.56]);
    expect(
      estimateProgram({ form: linearForm, program: { ...base, paths: [] }, device: device("agilio-cx") })
        .maxUs,
    ).toBeNull();
  });

  it("[L18] with paths left out the bounds hold every mix of counts, negative slopes and look-ups included", () => {
    const forms = [linearForm, p8Form].flatMap((form) =>
      ["t4p4s", "netfpga-sume", "agilio-cx"].map((id) => ({ form, id })),
    );
    fc.assert(
      fc.property(anyFeatures, fc.constantFrom(...forms), (f, { form, id }) => {
        const max = features(12, 6, 3, 9, 8, 4);
        const min = features(1, 0, 0, 0, 0, 0);
        const inside = features(
          1 + (f.parse % 12),
          f.modify % 7,
          f.copy % 4,
          f.remove % 10,
          f.add % 9,
          f.table % 5,
        );
        const listed = programOf(min);
        const bounds = estimateProgram({
          program: { ...listed, truncated: true, min, max },
          device: device(id),
          form,
        });
        const mean = estimateProgram({ program: programOf(inside), device: device(id), form }).minUs!;
        expect(mean).toBeGreaterThanOrEqual(bounds.minUs! - 1e-6);
        expect(mean).toBeLessThanOrEqual(bounds.maxUs! + 1e-6);
        expect(bounds.notes.join()).toMatch(/bounds/);
      }),
      { numRuns: 40 },
    );
  });

  it("[L19] terms add up to the mean on every device and in every form", () => {
    fc.assert(
      fc.property(
        anyFeatures,
        fc.constantFrom(...libraryDevices()),
        fc.constantFrom(linearForm, p8Form),
        (f, profile, form) => {
          const report = estimateProgram({ program: programOf(f), device: profile, form });
          expect(estimateReportSchema.parse(report)).toEqual(report);
          const { meanUs, terms } = report.estimates[0]!;
          if (meanUs === null) return;
          expect(terms.reduce((sum, t) => sum + t.totalUs, 0)).toBeCloseTo(meanUs, 6);
          for (const t of terms) expect(t.count * t.unitUs).toBeCloseTo(t.totalUs, 6);
        },
      ),
      { numRuns: 100 },
    );
  });
});
