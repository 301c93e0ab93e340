import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../../library/index.ts";
import { createRandom } from "../../core/index.ts";
import { libraryDevice } from "../../device/index.ts";
import { type ExpectedLatency, expectedLatency, linearForm } from "../../latency/index.ts";
import { analyseProgram, type PlaceCounts, type Probabilities } from "../../program/index.ts";
import { readCounters } from "./counters.ts";
import { expectFromCounters, learntPlaces, probabilitiesOf } from "./expectFromCounters.ts";

const { report, walks } = analyseProgram({
  file: "l3fwd_firewall.p4",
  text: libraryFiles["programs/l3fwd_firewall.p4"] ?? "",
});
const program = { ...report, walks };
const agilio = libraryDevice("agilio-cx");
if (!agilio) throw new Error("the library has the Agilio");
const expectAt = (probabilities: Probabilities): ExpectedLatency =>
  expectedLatency({ program, device: agilio, probabilities, form: linearForm });
const tables = [...new Set(report.paths.flatMap((p) => p.tables.map((t) => t.name)))];
const actionsOf = (table: string) => [
  ...new Set(report.paths.flatMap((p) => p.tables.filter((t) => t.name === table).map((t) => t.action))),
];
const counts = (packets: readonly number[]): PlaceCounts[] =>
  tables.map((name) => ({
    kind: "table",
    name,
    ways: Object.fromEntries(actionsOf(name).map((action, i) => [action, packets[i] ?? 0])),
  }));

describe("counters", () => {
  const expected = [{ kind: "table", name: "ipv4_lpm", ways: { ipv4_forward: 130, drop: 7 } }];
  it.each<[string, unknown]>([
    [
      "entries with direct counters",
      {
        entries: [
          { table: "MyIngress.ipv4_lpm", action: "MyIngress.ipv4_forward", packets: 100 },
          { table: "ipv4_lpm", action: "ipv4_forward", packets: 30 },
          { table: "ipv4_lpm", action: "drop", packets: "7" },
        ],
      },
    ],
    [
      "cells of counter_read with what they count",
      {
        counters: [
          { counter: "c", index: 0, packets: 130 },
          { counter: "c", index: 1, packets: 7 },
        ],
        means: [
          { counter: "c", index: 0, place: { kind: "table", name: "ipv4_lpm", way: "ipv4_forward" } },
          { counter: "c", index: 1, place: { kind: "table", name: "ipv4_lpm", way: "drop" } },
        ],
      },
    ],
    [
      "places that were counted, whose ways are names",
      { places: [{ kind: "table", name: "ipv4_lpm", ways: { ipv4_forward: 130, drop: 7 } }] },
    ],
    [
      "entities of a P4Runtime read, snake_case, counts as text",
      {
        entities: [
          {
            direct_counter_entry: {
              table_entry: { table: "MyIngress.ipv4_lpm", action: { name: "MyIngress.ipv4_forward" } },
              data: { packet_count: "130", byte_count: "195000" },
            },
          },
          {
            table_entry: {
              table: "MyIngress.ipv4_lpm",
              action: "drop",
              is_default_action: true,
              counter_data: { packet_count: "7" },
            },
          },
        ],
      },
    ],
  ])("[T17] %s", (_what, upload) => {
    expect(readCounters(upload)).toEqual({ ok: true, value: expected });
  });

  it.each<[string, unknown, RegExp]>([
    [
      "a cell without a meaning",
      { counters: [{ counter: "c", index: 3, packets: 1 }] },
      /what c\[3\] counts/,
    ],
    ["nothing", {}, /counts nothing/],
    ["a negative count", { entries: [{ table: "t", action: "a", packets: -1 }] }, /entries\.0\.packets/],
    ["no object", "text", /the upload/],
  ])("[T17] %s is told with its place", (_what, upload, words) => {
    const read = readCounters(upload);
    expect(read.ok).toBe(false);
    if (!read.ok) expect(read.error.map((d) => d.message).join()).toMatch(words);
  });
});

describe("what counters say about the latency", () => {
  it("[T16] many packets: the expected latency at the counted shares, hardly any spread of its own", () => {
    const many = counts([900_000, 100_000]);
    const learnt = expectFromCounters({ program, counts: many, expect: expectAt });
    const exact = expectAt(probabilitiesOf(learntPlaces(many)));
    expect(learnt.expected.meanUs).toBe(exact.meanUs);
    expect(learnt.countedSigmaUs).toBeLessThan(0.01);
    expect(learnt.lowUs).toBeCloseTo(exact.meanLowUs ?? 0, 3);
    for (const { name } of learnt.places) expect(learnt.uncounted.join()).not.toContain(name);
  });

  it("[T16] few packets widen the interval, and the spread is that of the posterior", () => {
    const few = counts([9, 3]);
    const learnt = expectFromCounters({ program, counts: few, expect: expectAt });
    const random = createRandom(5);
    // Gamma(k + 1/2) as a sum of exponentials and half a chi-square
    const gamma = (k: number): number => {
      let sum = random.normal() ** 2 / 2;
      for (let i = 0; i < k; i++) sum += random.exponential(1);
      return sum;
    };
    const means: number[] = [];
    for (let draw = 0; draw < 2000; draw++) {
      const places = learnt.places.map((place) => {
        const weights = place.ways.map((w) => gamma(w.packets));
        const total = weights.reduce((a, b) => a + b, 0);
        return { ...place, ways: place.ways.map((w, i) => ({ ...w, probability: weights[i]! / total })) };
      });
      const probabilities = probabilitiesOf(places);
      means.push(expectAt(probabilities).meanUs ?? Number.NaN);
    }
    const mean = means.reduce((a, b) => a + b, 0) / means.length;
    const sigma = Math.sqrt(means.reduce((sum, m) => sum + (m - mean) ** 2, 0) / means.length);
    expect(learnt.expected.meanUs).toBeCloseTo(mean, 1);
    expect((learnt.countedSigmaUs ?? 0) / sigma).toBeGreaterThan(0.85);
    expect((learnt.countedSigmaUs ?? 0) / sigma).toBeLessThan(1.15);
    expect(learnt.highUs).toBeGreaterThan(learnt.expected.meanHighUs ?? 0);
  });

  it("[T15] a packet spreads around its path, and paths around the mean", () => {
    const learnt = expectFromCounters({ program, counts: counts([900, 100]), expect: expectAt });
    const { meanUs, highUs, spreadUs } = learnt.expected;
    const ofPath = highUs! - meanUs!;
    expect(spreadUs).toBeGreaterThan(0);
    expect(learnt.packet!.highUs - meanUs!).toBeCloseTo(
      Math.hypot(ofPath, spreadUs!, learnt.countedSigmaUs!),
      9,
    );
  });

  it("[T16] what no counter tells is named", () => {
    const learnt = expectFromCounters({ program, counts: [], expect: expectAt });
    expect(learnt.uncounted.length).toBeGreaterThan(0);
    expect(learnt.countedSigmaUs).toBe(0);
  });
});
