import { exporterProfileSchema } from "@p4twin/models/telemetry";
import { describe, expect, it } from "vitest";
import { createRoster } from "./roster.ts";

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
    const roster = createRoster(10);
    const [a, b] = [{ address: "10.0.0.1" }, { address: "10.0.0.2" }];
    expect([roster.of(a, 0)?.address, roster.of(b, 0)?.address]).toEqual(["10.0.0.1", "10.0.0.2"]);
    roster.configure({ acceptOnlyListed: true, exporters: [listed("10.0.0.1")] }, 1);
    expect([roster.of(a, 1)?.address, roster.of(b, 1)]).toEqual(["10.0.0.1", null]);
    roster.of(b, 2);
    expect(roster.refusals.notAccepted).toBe(2);
    expect(roster.refusals.senders()).toEqual([
      { address: "10.0.0.2", reason: "not-accepted", datagrams: 2, lastHeardMs: 2 },
    ]);
    roster.configure({ acceptOnlyListed: false, exporters: [] }, 3);
    expect(roster.of(b, 3)).not.toBeNull();
  });

  it("one exporter can be refused while all others are heard", () => {
    const roster = createRoster(10);
    roster.configure({ acceptOnlyListed: false, exporters: [listed("10.0.0.1", false)] }, 0);
    expect([roster.of({ address: "10.0.0.1" }, 0), roster.of({ address: "10.0.0.2" }, 0)?.index]).toEqual([
      null,
      0,
    ]);
  });

  const address = (i: number): string => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`;

  it("an exporter too many is refused and told apart; the tables stay bounded", () => {
    const roster = createRoster(2);
    roster.configure({ acceptOnlyListed: false, exporters: [listed("10.0.0.0"), listed("10.0.0.1")] }, 0);
    for (let i = 0; i < 1_000; i++) roster.of({ address: address(i) }, i);
    expect(roster.states()).toHaveLength(2);
    expect([roster.refusals.tooMany, roster.refusals.notAccepted]).toEqual([998, 0]);
    expect(roster.refusals.senders()).toHaveLength(256);
    expect(roster.refusals.elsewhere).toBe(998 - 256);
  });

  it("10,000 sources that are made up do not keep a real exporter out, and every datagram is counted", () => {
    const roster = createRoster(80);
    const hear = (from: string, nowMs: number) => {
      const exporter = roster.of({ address: from }, nowMs);
      if (!exporter) return null;
      exporter.heard++;
      exporter.lastHeardMs = nowMs;
      return exporter;
    };
    roster.configure({ acceptOnlyListed: false, exporters: [listed("192.0.2.1")] }, 0);
    const named = hear("192.0.2.1", 0);
    const useful = hear("192.0.2.2", 0);
    if (useful) useful.matched = 1;
    for (let i = 0; i < 10_000; i++) hear(address(i), 1_000 + i);
    const real = hear("192.0.2.3", 12_000);
    expect(real).not.toBeNull();
    expect([roster.byAddress("192.0.2.1"), roster.byAddress("192.0.2.2")]).toEqual([named, useful]);
    const told = roster.states();
    expect(told.length).toBeLessThanOrEqual(80);
    expect(new Set(told.map((e) => e.address)).size).toBe(told.length);
    const heard = told.reduce((sum, e) => sum + (roster.byAddress(e.address)?.heard ?? 0), 0);
    expect(heard + roster.forgotten.datagrams + roster.refusals.tooMany).toBe(10_003);
    expect(roster.forgotten.exporters).toBeGreaterThan(0);
    // places are given again: what is numbered by them stays bounded too
    expect(roster.size).toBe(80);
  });

  it("keeps the counters of an exporter whose settings change", () => {
    const roster = createRoster(10);
    const sender = { address: "10.0.0.1" };
    const before = roster.of(sender, 0);
    roster.configure({ acceptOnlyListed: false, exporters: [{ ...listed("10.0.0.1"), sampleOneIn: 5 }] }, 1);
    expect(roster.of(sender, 1)).toBe(before);
    expect(before?.admission.sampleOneIn).toBe(5);
  });
});
