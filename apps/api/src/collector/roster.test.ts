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

  it("an exporter too many is refused and told apart; the tables stay bounded", () => {
    const roster = createRoster(2);
    for (let i = 0; i < 1_000; i++) roster.of({ address: `10.0.${i >> 8}.${i & 255}` }, i);
    expect(roster.states()).toHaveLength(2);
    expect([roster.refusals.tooMany, roster.refusals.notAccepted]).toEqual([998, 0]);
    expect(roster.refusals.senders()).toHaveLength(256);
    expect(roster.refusals.elsewhere).toBe(998 - 256);
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
