import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../library/index.ts";
import { fitProfile } from "./fit/fitProfile.ts";
import { parseMeasurements } from "./fit/parseMeasurements.ts";
import { libraryDevice, libraryDeviceIds, libraryDevices } from "./library.ts";
import { parseDeviceProfile } from "./parseProfile.ts";
import { sourceSchema } from "./sourced.ts";
import { works } from "./works.ts";

const agilio = libraryFiles["devices/agilio-cx.json"]!;

/** Every `value` in a profile, with the path where it stands. */
function sourcedAt(node: unknown, path: string): { path: string; source: unknown }[] {
  if (typeof node !== "object" || node === null) return [];
  const entries = Object.entries(node);
  const own = "value" in node ? [{ path, source: "source" in node ? node.source : undefined }] : [];
  return [...own, ...entries.flatMap(([key, child]) => sourcedAt(child, `${path}.${key}`))];
}

describe("device library", () => {
  it("[D1] holds the measured devices and those of Table 5.6", () => {
    const withLatency = libraryDevices().filter((d) => d.linear !== null);
    const known = ["agilio-cx", "asic", "bmv2", "cpu", "fpga", "netfpga-sume", "npu", "t4p4s"];
    // another device is a file more, and changes no test
    expect(withLatency.map((d) => d.id)).toEqual(expect.arrayContaining(known));
    expect(libraryDevice("nothing")).toBeNull();
  });

  it("[D8] holds the eight pairs of switch and NIC, with throughput and without latency, power and price", () => {
    const pairs = libraryDevices().filter((d) => d.throughput !== null);
    const nics = ["cx5", "sn1000"];
    const known = ["bmv2", "ovs-dpdk", "ovs-vanilla", "p4-dpdk"].flatMap((sw) =>
      nics.map((nic) => `${sw}-${nic}`),
    );
    expect(pairs.map((d) => d.id)).toEqual(expect.arrayContaining(known));
    for (const { linear, capacity, packetSize } of pairs)
      expect([linear, packetSize, capacity.powerWatts, capacity.costUsd]).toEqual([null, null, null, null]);
  });

  it.each(libraryDevices())("[D2] $id: every number names a known work and a place", (profile) => {
    const numbers = sourcedAt(profile, profile.id);
    // the numbers of a server stand in its own profile (room server)
    expect(numbers.length).toBeGreaterThan(profile.cores === undefined ? 10 : 1);
    for (const { path, source } of numbers) {
      const parsed = sourceSchema.safeParse(source);
      expect(parsed.success, path).toBe(true);
      const work = parsed.data?.work ?? "";
      // what P4Twin measured says where and when itself
      if (work.startsWith("p4twin")) expect(work, path).toMatch(/simple_switch \d.*, \d{4}-\d\d-\d\d, /);
      else expect(Object.keys(works), path).toContain(work);
    }
  });

  it("[D27] bmv2: its evidence lies beside it, gives its numbers back, and each cost tells its interval", () => {
    const text = readFileSync(new URL("../../library/measurements/bmv2.csv", import.meta.url), "utf8");
    const { measurements, diagnostics } = parseMeasurements(text, "bmv2.csv");
    expect(diagnostics).toEqual([]);
    const profile = libraryDevice("bmv2")!;
    const linear = profile.linear!;
    const copy = linear.slopesUs.copy;
    const fit = fitProfile(
      measurements,
      copy.source.kind === "fitted" ? {} : { given: { copy: copy.value } },
    );
    for (const { name, expectedUs, status } of fit.coefficients) {
      if (status === "given") continue;
      const stored = name === "base" ? linear.baseUs : linear.slopesUs[name as keyof typeof linear.slopesUs];
      expect(stored.value, name).toBeCloseTo(expectedUs!, 2);
      expect(stored.source.note, name).toMatch(/95 % interval .* us$/);
      expect(text, name).toContain(stored.source.work.replace(/^p4twin[^:]*: /, ""));
    }
    expect(profile.runSpreadUs?.value).toBeCloseTo(fit.runSpreadUs!, 2);
  });

  it.each(libraryDeviceIds())("[D2] %s stands in the file of its name", (id) => {
    expect(libraryDevice(id)?.id).toBe(id);
  });

  it.each([
    ["t4p4s", 45.9, [0, 0, 0, -0.29, 0.4, 0.08]],
    ["netfpga-sume", 3.54, [0.17, 0, 0, -0.02, 0.23, 0.13]],
    ["agilio-cx", 7.45, [0.11, 0.5, 0.28, 1.43, 1.59, 0.37]],
    ["asic", 2, [0, 0, 0, 0, 0, 0]],
  ] as const)("[D3] %s has base %d and the slopes of Eqs. 4.3 to 4.5 and Table 5.6", (id, baseUs, slopes) => {
    const profile = libraryDevice(id)!;
    expect(profile.linear?.baseUs.value).toBe(baseUs);
    expect(Object.values(profile.linear!.slopesUs).map((s) => s.value)).toEqual(slopes);
  });

  it.each([
    ["cpu", [9, 50, 1000, 160, 90, 3.3]],
    ["npu", [10, 65, 500, 500, 40, 7.6]],
    ["fpga", [10, 184, 250, 5000, 0.5, 4.2]],
    ["asic", [100, 100, 100, 40000, 0.2, 20]],
  ] as const)("[D4] %s has throughput, power, constructs, cost and SipHash of Table 5.6", (id, row) => {
    const { capacity, externs } = libraryDevice(id)!;
    expect([
      capacity.gbpsPerLink?.value,
      capacity.powerWatts?.value,
      capacity.maxConstructs?.value,
      capacity.costUsd?.value,
      externs[0]?.latencyUs.value,
      externs[0]?.throughputGbps?.value,
    ]).toEqual(row);
  });

  it.each([
    ["t4p4s", "exact", 1024, 1024],
    ["agilio-cx", "lpm", 64000, 48000],
    ["netfpga-sume", "exact", 512000, 64000],
    ["netfpga-sume", "ternary", 4000, 4000],
  ] as const)(
    "[D5] %s, %s match: %i rules by design, %i operable (Table 3.3)",
    (id, match, theory, operable) => {
      const limit = libraryDevice(id)!.limits.rules.find((r) => r.match === match)!;
      expect([limit.theoreticalMax.value, limit.operableMax.value]).toEqual([theory, operable]);
    },
  );

  it.each([
    ["t4p4s", 4.55],
    ["agilio-cx", 0.21],
    ["netfpga-sume", 0.39],
  ] as const)("[D6] %s: spread %d us (Sec. 4.4.1), fit error below 0.4 us", (id, spreadUs) => {
    const profile = libraryDevice(id)!;
    expect([profile.spreadUs?.value, profile.fitRmseUs?.value]).toEqual([spreadUs, 0.4]);
  });
});

describe("reading a profile", () => {
  it("[D7] accepts JSON and YAML alike", () => {
    const result = parseDeviceProfile(agilio, "a.json");
    expect(result.ok && result.value.id).toBe("agilio-cx");
    expect(parseDeviceProfile("id: x\n", "a.yaml").ok).toBe(false);
  });

  it.each([
    {
      what: "a syntax error",
      text: '{"id": "x",,}',
      line: 1,
      code: "profile-syntax",
      message: /valid JSON or YAML/,
    },
    {
      what: "a wrong unit of text",
      text: agilio.replace('"value": 7.45', '"value": "7.45"'),
      line: 11,
      code: "profile-field",
      message: /linear\.baseUs\.value/,
    },
    {
      what: "a missing field, shown at its object",
      text: agilio.replace(/"parse": \{[^\n]*\n/, ""),
      line: 12,
      code: "profile-field",
      message: /linear\.slopesUs\.parse: is missing/,
    },
    {
      what: "a number without source",
      text: agilio.replace(/"baseUs": \{.*\},\n/, '"baseUs": { "value": 7.45 },\n'),
      line: 11,
      code: "profile-field",
      message: /linear\.baseUs\.source: is missing/,
    },
    {
      what: "a misspelt field",
      text: agilio.replace('"corrections"', '"corections"'),
      line: 1,
      code: "profile-field",
      message: /corrections: is missing/,
    },
  ])("[D7] $what is told with its place", ({ text, line, code, message }) => {
    const result = parseDeviceProfile(text, "a.json");
    if (result.ok) throw new Error("accepted");
    const [first] = result.error;
    expect(first).toMatchObject({ code, severity: "error", span: { file: "a.json", line } });
    expect(first!.message).toMatch(message);
  });

  it("[D23] the measured points of the constructs agree with the fitted line, and the control agents have their ranges", () => {
    const agilio = libraryDevice("agilio-cx")!;
    const { slopesUs } = agilio.linear!;
    const table = agilio.constructPoints.find(
      ({ construct, count }) => construct === "table" && count === 14,
    )!;
    // 13 tables more than one
    expect(Math.abs(table.addedUs!.value - 13 * slopesUs.table.value)).toBeLessThan(0.1);
    const [one, all] = agilio.constructPoints.filter(({ construct }) => construct === "modify");
    const slopeUs = (all!.medianUs!.value - one!.medianUs!.value) / (all!.count - one!.count);
    expect(Math.abs(slopeUs - slopesUs.modify.value)).toBeLessThan(0.05);
    expect(agilio.controlAgent!.responses.map(({ update, mostMs }) => [update, mostMs.value])).toEqual([
      ["register", 145],
      ["exact", 192],
      ["wildcard", 179],
    ]);
    expect(libraryDevice("t4p4s")!.controlAgent).toBeNull();
  });
});
