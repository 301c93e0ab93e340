import { exporterProfileSchema } from "@p4twin/models/telemetry";
import { describe, expect, it } from "vitest";
import { createExporterTable } from "./exporterTable.ts";

const profile = exporterProfileSchema.parse({});
const listed = (address: string, accepted = true) => ({
  address,
  accepted,
  profile,
  maxDatagramsPerSecond: null,
  sampleOneIn: 1,
});

describe("who is heard", () => {
  it("everybody, until only listed exporters are accepted; a change holds for the next datagram", () => {
    const exporters = createExporterTable(10);
    const [a, b] = [{ address: "10.0.0.1" }, { address: "10.0.0.2" }];
    expect([exporters.of(a, 0)?.address, exporters.of(b, 0)?.address]).toEqual(["10.0.0.1", "10.0.0.2"]);
    exporters.configure({ acceptOnlyListed: true, exporters: [listed("10.0.0.1")] }, 1);
    expect([exporters.of(a, 1)?.address, exporters.of(b, 1)]).toEqual(["10.0.0.1", null]);
    exporters.of(b, 2);
    expect(exporters.refusals.notAccepted).toBe(2);
    expect(exporters.refusals.senders()).toEqual([
      { address: "10.0.0.2", reason: "not-accepted", datagrams: 2, lastHeardMs: 2 },
    ]);
    exporters.configure({ acceptOnlyListed: false, exporters: [] }, 3);
    expect(exporters.of(b, 3)).not.toBeNull();
  });

  it("one exporter can be refused while all others are heard", () => {
    const exporters = createExporterTable(10);
    exporters.configure({ acceptOnlyListed: false, exporters: [listed("10.0.0.1", false)] }, 0);
    expect([
      exporters.of({ address: "10.0.0.1" }, 0),
      exporters.of({ address: "10.0.0.2" }, 0)?.index,
    ]).toEqual([null, 0]);
  });

  const address = (i: number): string => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`;

  it("an exporter too many is refused and told apart; the tables stay bounded", () => {
    const exporters = createExporterTable(2);
    exporters.configure({ acceptOnlyListed: false, exporters: [listed("10.0.0.0"), listed("10.0.0.1")] }, 0);
    for (let i = 0; i < 1_000; i++) exporters.of({ address: address(i) }, i);
    expect(exporters.states()).toHaveLength(2);
    expect([exporters.refusals.tooMany, exporters.refusals.notAccepted]).toEqual([998, 0]);
    expect(exporters.refusals.senders()).toHaveLength(256);
    expect(exporters.refusals.elsewhere).toBe(998 - 256);
  });

  it("10,000 sources that are made up do not keep a real exporter out, and every datagram is counted", () => {
    const exporters = createExporterTable(80);
    const hear = (from: string, nowMs: number) => {
      const exporter = exporters.of({ address: from }, nowMs);
      if (!exporter) return null;
      exporter.heard++;
      exporter.lastHeardMs = nowMs;
      return exporter;
    };
    exporters.configure({ acceptOnlyListed: false, exporters: [listed("192.0.2.1")] }, 0);
    const named = hear("192.0.2.1", 0);
    const useful = hear("192.0.2.2", 0);
    if (useful) useful.matched = 1;
    for (let i = 0; i < 10_000; i++) hear(address(i), 1_000 + i);
    const real = hear("192.0.2.3", 12_000);
    expect(real).not.toBeNull();
    expect([exporters.byAddress("192.0.2.1"), exporters.byAddress("192.0.2.2")]).toEqual([named, useful]);
    const told = exporters.states();
    expect(told.length).toBeLessThanOrEqual(80);
    expect(new Set(told.map((e) => e.address)).size).toBe(told.length);
    const heard = told.reduce((sum, e) => sum + (exporters.byAddress(e.address)?.heard ?? 0), 0);
    expect(heard + exporters.forgotten.datagrams + exporters.refusals.tooMany).toBe(10_003);
    expect(exporters.forgotten.exporters).toBeGreaterThan(0);
    // places are given again: what is numbered by them stays bounded too
    expect(exporters.size).toBe(80);
  });

  it("keeps the counters of an exporter whose settings change", () => {
    const exporters = createExporterTable(10);
    const sender = { address: "10.0.0.1" };
    const before = exporters.of(sender, 0);
    exporters.configure(
      { acceptOnlyListed: false, exporters: [{ ...listed("10.0.0.1"), sampleOneIn: 5 }] },
      1,
    );
    expect(exporters.of(sender, 1)).toBe(before);
    expect(before?.admission.sampleOneIn).toBe(5);
  });
});
