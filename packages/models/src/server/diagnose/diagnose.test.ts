import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../../library/index.ts";
import { libraryCounterNames, libraryServer } from "../data/library.ts";
import type { Measurement } from "../measure/measurement.ts";
import { readMeasurement } from "../measure/readMeasurement.ts";
import { type ProfileReport, profileReport } from "./profileReport.ts";

const xeon = libraryServer("xeon-e5-2667v3")!;
const measured = (name: string): Measurement =>
  readMeasurement(libraryFiles[`servers/counters/${name}.json`]!, name, {
    id: null,
    packets: null,
    cores: [],
  }).measurement!;
const report = (measurement: Measurement): ProfileReport =>
  profileReport(measurement, xeon, { goal: "latency", basis: "slowest" });
const changed = (name: string, change: (m: Measurement) => Measurement): ProfileReport =>
  report(change(measured(name)));

describe("bottlenecks", () => {
  it.each([
    ["router-user-ovsk", "crossing", "suspected"],
    ["router-user", "crossing", "found"],
    ["router-kernel", "locks", "found"],
    ["chain-ovsk-2", "contention", "found"],
    ["chain-ovsk-8", "contention", "found"],
    ["chain-b2b-8", "contention", "found"],
  ])("[S8] %s: %s is %s, with numbers over their thresholds", (name, id, strength) => {
    const { bottleneck } = report(measured(name));
    expect(bottleneck).toMatchObject({ id, strength });
    for (const { value, threshold } of bottleneck!.evidence)
      if (threshold !== null) expect(value).toBeGreaterThanOrEqual(threshold);
    expect(bottleneck!.remedies.length).toBeGreaterThan(0);
  });

  it("[S8] the DPDK router is healthy, and healthy is no bottleneck", () => {
    const { bottleneck, findings } = report(measured("router-dpdk"));
    expect(bottleneck).toBeNull();
    expect(findings).toMatchObject([{ id: "healthy", healthy: true }]);
  });

  it("[S8] a function that moves between cores comes before all else", () => {
    const { findings } = changed("chain-ovsk-8", (m) => ({
      ...m,
      functions: m.functions.map((f) => ({ ...f, migrations: 2 })),
    }));
    expect(findings.map((f) => f.id)).toEqual(["migrations", "contention", "wait", "crossing"]);
    expect(findings[0]!.evidence[0]).toMatchObject({ value: 16, threshold: 0 });
  });

  it("[S8] a curve that falls with cores, latency that grows with filters", () => {
    const points = [10, 30, 53, 41].map((gbps, i) => ({ cores: 4 * (i + 1), gbps }));
    const falls = changed("router-dpdk", (m) => ({
      ...m,
      observations: { ...m.observations, coreScaling: points },
    }));
    expect(falls.bottleneck).toMatchObject({
      id: "dispatch",
      evidence: [{ value: 41, threshold: 53 }, { value: 12 }],
    });
    const rising = changed("router-dpdk", (m) => ({
      ...m,
      observations: { ...m.observations, coreScaling: points.slice(0, 3) },
    }));
    expect(rising.bottleneck).toBeNull();
    const filters = (latencies: number[]) =>
      changed("router-dpdk", (m) => ({
        ...m,
        observations: {
          ...m.observations,
          classification: latencies.map((latencyUs, i) => ({ filters: 100 * (i + 1), latencyUs })),
        },
      })).bottleneck;
    expect(filters([50, 80, 120])).toMatchObject({ id: "classification" });
    // compression may make a larger rule set cheaper: no growth, no blame
    expect(filters([50, 40, 120])).toBeNull();
    expect(filters([50, 60])).toBeNull();
  });

  it("[S8] many context switches of an interrupt driver are a suspicion without hot spots, and none without counts", () => {
    const bare = (contextSwitches: number | null) =>
      changed("router-kernel", (m) => ({
        ...m,
        functions: m.functions.map((f) => ({ ...f, hotspots: [], counts: { ...f.counts, contextSwitches } })),
      })).bottleneck;
    expect(bare(7710)).toMatchObject({ id: "locks", strength: "suspected" });
    expect(bare(841)).toBeNull();
    expect(bare(null)).toBeNull();
  });

  it("[S9] batches bring the user router from 216.97 to 84.2 us, DPDK to 8, as Tables 6.7 and 6.4 say", () => {
    const { bottleneck, chain } = report(measured("router-user"));
    const [mux, bypass] = bottleneck!.remedies;
    expect(mux!.effect!.factorLow).toBeCloseTo(84.2 / 216.97, 10);
    expect(mux!.effect!.afterHighUs).toBeCloseTo((chain.us! * 84.2) / 216.97, 10);
    expect(bypass!.effect!.factorLow).toBeCloseTo(8.01 / 216.97, 10);
    expect(report(measured("router-kernel")).bottleneck!.remedies[0]!.effect!.factorLow).toBeCloseTo(
      8.01 / 25.45,
      10,
    );
  });

  it("[S9] a chain is not promised the factor of one router: past the kernel it is one process of so many functions", () => {
    const bypass = report(measured("chain-ovsk-8")).findings.find((f) => f.id === "crossing")!.remedies[1]!;
    expect(bypass).toMatchObject({ effect: null, note: expect.stringContaining("17.8 us for 8 functions") });
  });

  it("[S9] no batches behind OVS; slices by the length of the chain", () => {
    const { findings } = report(measured("chain-ovsk-8"));
    const waits = findings.find((f) => f.id === "wait")!;
    expect(waits.remedies[0]).toMatchObject({ effect: null, note: expect.stringContaining("OVS") });
    expect(findings[0]!.remedies[0]!.effect!.factorLow).toBeCloseTo(532 / 1769, 10);
    expect(report(measured("chain-ovsk-4")).findings[0]!.remedies[0]!.effect!.factorLow).toBeCloseTo(
      1349 / 1769,
      10,
    );
    const b2b = changed("chain-b2b-8", (m) => ({
      ...m,
      observations: { ...m.observations, medianUs: 11_106 },
    }));
    expect(b2b.bottleneck!.remedies[0]!.effect).toMatchObject({ beforeUs: 11_106, afterLowUs: 5553 });
  });

  it("[S1] a report says what is not in its sum", () => {
    const chain = report(measured("chain-ovsk-8"));
    expect(chain.notes[0]).toMatch(/lower end, not known: data in L1/);
    expect(chain.chain.terms.find((t) => t.term === "dramData")!.perPacket).toBe(8 * 11647 + 4689);
    expect(chain.usefulShare).toBeCloseTo(0.01264, 5);
    expect(chain.shares.find((s) => s.term === "dramData")!.share).toBe(1);
    const noPackets = changed("router-user", (m) => ({
      ...m,
      functions: m.functions.map((f) => ({ ...f, packets: null })),
    }));
    expect(noPackets).toMatchObject({ chain: { us: null }, bottleneck: null, explainedShare: null });
    expect(noPackets.notes[0]).toMatch(/packets unknown: router/);
    expect(
      changed("router-user", (m) => ({ ...m, observations: { ...m.observations, medianUs: 300 } }))
        .explainedShare,
    ).toBeCloseTo(0.73, 2);
    expect(changed("router-user", (m) => ({ ...m, setup: { ...m.setup, batch: 256 } })).notes.at(-1)).toMatch(
      /so large a batch/,
    );
  });

  it("[S3] a report stands beside the thesis' chain of routers that was run alike", () => {
    expect(report(measured("chain-ovsk-8")).reference).toMatchObject({
      wait: 74.36,
      contention: 3.78,
      dramRefsPerPacket: 8 * 11647 + 4689,
      median: { known: false, perFunctionUs: 1769, realisation: "ovs-cfs" },
    });
    expect(report(measured("chain-b2b-8")).reference).toMatchObject({
      wait: null,
      contention: 4.17,
      median: { known: true, medianUs: 11_106 },
    });
    const tuned = changed("chain-ovsk-4", (m) => ({
      ...m,
      setup: { ...m.setup, policy: "batch", quantumMs: 800 },
    }));
    expect(tuned.reference).toMatchObject({
      contention: 2.73,
      dramRefsPerPacket: null,
      median: { realisation: "ovs-batch-800" },
    });
    expect(report(measured("router-dpdk")).reference?.median).toMatchObject({ medianUs: 8 });
    expect(changed("router-user", (m) => ({ ...m, setup: {} })).reference).toBeNull();
    expect(
      changed("router-user", (m) => ({ ...m, setup: { fabric: "b2b", policy: "fifo" } })).reference,
    ).toBeNull();
  });

  it("[S1] DRAM references alone give a note, not a sum", () => {
    const bare = changed("router-user", (m) => ({
      ...m,
      functions: m.functions.map((f) => ({ ...f, counts: { ...f.counts, l1Hits: null } })),
    }));
    expect(bare.notes).toContainEqual(expect.stringContaining("216.59 us (Table 6.7)"));
  });

  it("[S4] at a low rate the report warns of calls that wait for a whole batch", () => {
    const at = (pps: number) =>
      changed("router-user", (m) => ({ ...m, setup: { ...m.setup, pps } })).notes.join();
    expect(at(1000)).toMatch(/32 packets take 32000 us to come/);
    expect(at(820_000)).not.toMatch(/to come/);
  });

  it("[S17] every counter file of the library is read without a word, and gives a report", () => {
    expect(libraryCounterNames().length).toBeGreaterThanOrEqual(8);
    for (const name of libraryCounterNames()) {
      const read = readMeasurement(libraryFiles[`servers/counters/${name}.json`]!, name, {
        id: null,
        packets: null,
        cores: [],
      });
      expect(read.diagnostics).toEqual([]);
      expect(report(read.measurement!).server).toBe(xeon.id);
    }
  });
});
