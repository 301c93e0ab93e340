import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createCaptureTally, decodeCapture, inferUnits } from "./capture/decodeCapture.ts";
import type { DecodedReport, DecodeLine, ReportUnits } from "./decodeLine.ts";
import { telemetrySettingsSchema } from "./profile/profile.ts";

const capture = (name: string): Uint8Array =>
  readFileSync(new URL(`./fixtures/switches/${name}.pcap`, import.meta.url));

type Report = DecodedReport & { units: ReportUnits };

async function readCapture(name: string, port: number): Promise<Report[]> {
  const settings = telemetrySettingsSchema.parse({ reportPorts: [port] });
  const units = await inferUnits([capture(name)], settings);
  const lines: DecodeLine[] = [];
  for await (const line of decodeCapture([capture(name)], settings, createCaptureTally(), units))
    lines.push(line);
  return lines.map((line) => {
    if ("error" in line) throw new Error(`frame ${line.frame}: ${line.error}`);
    if (line.units === undefined) throw new Error(`frame ${line.frame}: no units`);
    return { ...line, units: line.units };
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
  ] as const)("[T26] %s", async (name, port, count, nodes, means, warnings, timestamp) => {
    const reports = await readCapture(name, port);
    expect(reports).toHaveLength(count);
    for (const report of reports) {
      expect(report.hops.map((hop) => hop.nodeId)).toEqual(nodes);
      expect(report.warnings).toEqual(warnings);
      expect(report.units).toEqual({ timestamp, latency: "us", basis: "evidence" });
    }
    means?.forEach((expected, hop) => {
      const found = mean(hopColumn(reports, hop));
      if (expected === null) expect(found).toBeNull();
      else expect(found).toBeCloseTo(expected, 1);
    });
  });

  it("the first report of BMv2 with INT 2.1 tells the latencies that its switches wrote", async () => {
    const [first] = await readCapture("bmv2-int21-report", 1234);
    expect(first.hops.map((hop) => hop.hopLatency)).toEqual([326, 201, 835]);
    expect(first.sequence).toBe(0);
  });
});
