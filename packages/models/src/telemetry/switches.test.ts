import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ReportBatch } from "./batch.ts";
import { createCaptureTally, decodeCapture, inferUnits } from "./capture/decodeCapture.ts";
import { createFrameTally, readDatagrams } from "./capture/readDatagrams.ts";
import type { DecodedReport, DecodeLine, ReportUnit } from "./decodeLine.ts";
import { decodeInBand } from "./decoder.ts";
import type { DialectId } from "./dialects/dialects.ts";
import { Matcher } from "./match/match.ts";
import { compileProfile, exporterProfileSchema, telemetrySettingsSchema } from "./profile/profile.ts";

const capture = (name: string): Uint8Array =>
  readFileSync(new URL(`./fixtures/switches/${name}.pcap`, import.meta.url));

type Report = DecodedReport & { unit: ReportUnit };

async function readCapture(name: string, port: number, dialect: DialectId = "auto"): Promise<Report[]> {
  const settings = telemetrySettingsSchema.parse({ reportPorts: [port], defaultProfile: { dialect } });
  const units = await inferUnits([capture(name)], settings);
  const lines: DecodeLine[] = [];
  for await (const line of decodeCapture([capture(name)], settings, createCaptureTally(), units))
    lines.push(line);
  return lines.map((line) => {
    if ("error" in line) throw new Error(`frame ${line.frame}: ${line.error}`);
    if (line.unit === undefined) throw new Error(`frame ${line.frame}: no unit`);
    return { ...line, unit: line.unit };
  });
}
const mean = (values: (number | null)[]): number | null =>
  values.every((n) => n !== null) ? values.reduce((a, b) => a + b, 0) / values.length : null;
const hopColumn = (reports: Report[], hop: number) => reports.map((r) => r.hops[hop].hopLatency);

describe("captures of real switches, read without a word about them", () => {
  it.each([
    ["geant10-calm", 6000, 110, [11, 22, 33], [120.8, 86.4, null], ["sink-clone-latency"], "ns"],
    ["baru-calm", 9555, 110, [7, 5, 9], [283.8, 101.5, 1900.7], ["bitmap-low-byte"], "us"],
    ["onos-calm", 54321, 110, [1001, 1002, 1003], [134.9, 122.9, 1145.5], ["ver-nibble-mismatch"], "us"],
    ["bmv2-int21-report", 1234, 60, [1, 2, 3], null, ["report20-length-zero"], "us"],
    // IPv6 reports of IPv6 packets, UDP and TCP
    ["p4int-ipv6", 1234, 20, [1, 2, 3], [476.35, 347.9, 518.25], ["report20-length-zero"], "us"],
    [
      "geant04-calm",
      5500,
      60,
      [11, 22, 33],
      [928.7, 562.8, null],
      ["sink-clone-latency", "bitmap-low-byte"],
      "ns",
    ],
    [
      "geant04-congested",
      5500,
      80,
      [11, 22, 33],
      [801.7, 320796.8, null],
      ["sink-clone-latency", "bitmap-low-byte"],
      "ns",
    ],
  ] as const)("[T26] %s", async (name, port, count, nodes, means, warnings, timestamp) => {
    const reports = await readCapture(name, port);
    expect(reports).toHaveLength(count);
    for (const report of reports) {
      expect(report.hops.map((hop) => hop.nodeId)).toEqual(nodes);
      expect(report.warnings).toEqual(warnings);
      expect(report.unit).toMatchObject({ timestamp, latency: "us", basis: "evidence" });
    }
    means?.forEach((expected, hop) => {
      const found = mean(hopColumn(reports, hop));
      if (expected === null) expect(found).toBeNull();
      else expect(found).toBeCloseTo(expected, 1);
    });
  });

  it.each([
    [
      "cse-534-bmv2",
      "cse534-calm",
      [1, 1, 1],
      [482.3, 338.4, null],
      ["sink-clone-latency", "shim2-length-hops"],
    ],
    ["elavinal-bmv2", "elavinal-calm", [101, 102], [657.8, 587.7], ["md-domain-reversed"]],
  ] as const)("%s, named by the operator: packets of %s, on a report port or not", async (...row) => {
    const [dialect, name, nodes, means, warnings] = row;
    for (const port of [1234, 9999]) {
      const reports = await readCapture(name, port, dialect);
      expect(reports).toHaveLength(40);
      for (const report of reports) {
        expect(report.hops.map((hop) => hop.nodeId)).toEqual(nodes);
        expect(report.warnings).toEqual(warnings);
        expect(report.flow).toMatchObject({ src: "10.0.1.1", proto: 17, srcPort: 4607, dstPort: 8959 });
      }
      const found = means.map((_, hop) => mean(hopColumn(reports, hop)));
      expect(found.map((us) => us && Math.round(10 * us) / 10)).toEqual(means);
    }
  });

  it.each([
    ["p4int-inband", "auto", 20, [1, 2], []],
    ["baru-inband", "auto", 15, [7, 5], ["bitmap-low-byte"]],
    ["geant04-inband", "geant-0.4", 20, [11, 22], ["bitmap-low-byte"]],
    ["geant04-inband", "auto", 20, [11, 22], ["bitmap-low-byte"]],
  ] as const)(
    "%s: packets in front of the sink, dialect %s",
    async (name, dialect, count, nodes, warnings) => {
      const reports = await readCapture(name, 1, dialect);
      expect(reports).toHaveLength(count);
      for (const report of reports) {
        expect(report.hops.map((hop) => hop.nodeId)).toEqual(nodes);
        expect(report.warnings).toEqual(warnings);
        expect(report.unit).toMatchObject({ latency: "us", basis: "evidence" });
        expect(report.flow).toMatchObject({ src: "10.0.1.1", dst: "10.0.2.2" });
      }
    },
  );

  it("fabric-tna-bmv2: postcards of packets that went on, and of those without a route", async () => {
    const reports = await readCapture("fabric-tna-bmv2", 32766);
    expect(
      reports
        .map(({ reportType }) => reportType)
        .join(" ")
        .match(/flow|drop/g),
    ).toHaveLength(20);
    for (const { hops, unit, warnings, reportType, drop, flow } of reports) {
      const [hop] = hops;
      expect({ warnings, timestamp: unit.timestamp, node: hop.nodeId }).toEqual({
        warnings: [],
        timestamp: "us",
        node: 77,
      });
      expect(flow?.dst).toBe(reportType === "drop" ? "10.9.9.9" : "10.0.2.2");
      // a packet without a route: DROP_REASON_ROUTING_V4_MISS of the program
      if (reportType === "drop")
        expect({ reason: drop?.reason, egressTs: hop.egressTs }).toEqual({ reason: 29, egressTs: null });
      else expect(hop).toMatchObject({ ingressPort: 1, egressPort: 2, egressTs: expect.any(Number) });
    }
  });

  it("mri-calm: packets with the option of the tutorials among others, where the operator names it", async () => {
    const reports = await readCapture("mri-calm", 1, "mri");
    expect(reports).toHaveLength(10);
    for (const { hops } of reports) expect(hops.map((hop) => hop.nodeId)).toEqual([1, 2, 3]);
    expect(mean(reports.map(({ hops }) => hops[2].queueDepth))).toBeCloseTo(0.1);
    expect(await readCapture("mri-calm", 1)).toEqual([]);
  });

  it("switches that all call themselves 1 have no time between them", async () => {
    const dialect = "cse-534-bmv2";
    const profile = exporterProfileSchema.parse({ dialect });
    const options = compileProfile(profile);
    const batch = new ReportBatch();
    const ends = { from: { nodeId: 1 }, to: { nodeId: 1 } };
    const matcher = new Matcher([{ id: "s", flows: [], ...ends, plUs: 1, dlUs: 2 }]);
    const file = [capture("cse534-calm")];
    for await (const d of readDatagrams(file, new Set([1]), createFrameTally(), options)) {
      batch.clear();
      decodeInBand(d.data, d.payloadAt, d.payloadBytes, options, batch);
      expect(matcher.match(batch, 0)).toBe(1);
      // of three hops the sink tells no time
      expect(matcher.sampleCount).toBe(3);
      expect(matcher.sampleUs[0]).toBe(batch.hopLatency[0] + batch.hopLatency[1]);
    }
  });

  it.each(["cse534-calm", "elavinal-calm"])("%s is not read where nobody named its layout", async (name) => {
    const settings = telemetrySettingsSchema.parse({ reportPorts: [1234] });
    const tally = createCaptureTally();
    const lines: DecodeLine[] = [];
    for await (const line of decodeCapture([capture(name)], settings, tally)) lines.push(line);
    expect(lines.filter((line) => !("error" in line))).toEqual([]);
    expect(tally.frames).toBe(40);
  });

  it("the first report of BMv2 with INT 2.1 tells the latencies that its switches wrote", async () => {
    const [first] = await readCapture("bmv2-int21-report", 1234);
    expect(first.hops.map((hop) => hop.hopLatency)).toEqual([326, 201, 835]);
    expect(first.sequence).toBe(0);
  });
});
