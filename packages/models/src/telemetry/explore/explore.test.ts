import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReportBatch } from "../batch.ts";
import { decodeDatagram } from "../decoder.ts";
import { createScenarioSource, sendScenarioSchema } from "../encode/scenario.ts";
import { compileProfile, DEFAULT_OPTIONS } from "../profile/profile.ts";
import type { ExploreQuery, ReportDimension } from "./exploreQuery.ts";
import { exemplars, exploreSamples } from "./exploreSamples.ts";
import { binsOf } from "./groupTable.ts";
import { plainReading } from "./keys.ts";
import { type HopReading, type ReportSample, SAMPLE_BYTES, sampleOf } from "./sample.ts";
import { encodeSamples, SampleChunk } from "./sampleChunk.ts";
import { SampleStore } from "./sampleStore.ts";

const hop = (nodeId: number, latencyUs: number | null, queueDepth: number | null = null, queueId = 0) => ({
  ...{ nodeId, ingressPort: 1, egressPort: 2, queueId, latencyUs, queueDepth },
});
const sample = (over: Partial<ReportSample> & { atMs: number }): ReportSample => ({
  exporter: "10.9.0.1",
  flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort: 2 },
  dscp: 46,
  segment: "d/s",
  hops: [hop(1, 5), hop(2, 7, 3)],
  dropped: false,
  congested: false,
  reports: 1,
  datagramBytes: 4,
  bytes: Uint8Array.of(1, 2, 3, 4),
  ...over,
});
const unmeasured: HopReading = () => Number.NaN;
const chunkOf = (samples: readonly ReportSample[]): SampleChunk => SampleChunk.read(encodeSamples(samples))!;
const query = (
  groupBy: ReportDimension,
  over: Partial<ExploreQuery<ReportDimension>> = {},
): ExploreQuery<ReportDimension> => ({
  ...{ fromMs: 1_000, toMs: 3_000, binMs: 1_000, groupBy, filters: [], value: "p99Us", limit: 10, ...over },
});

const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const arbitrarySample: fc.Arbitrary<ReportSample> = fc.record({
  atMs: fc.integer({ min: 0, max: 1e13 }),
  exporter: fc.constantFrom("10.0.0.1", "2001:db8::1"),
  flow: orNull(
    fc.record({
      ...{ src: fc.constantFrom("10.0.0.1", "::1"), dst: fc.constantFrom("10.0.0.2", "::2") },
      ...{ proto: fc.integer({ min: 0, max: 255 }), srcPort: orNull(fc.nat(65_535)) },
      dstPort: orNull(fc.nat(65_535)),
    }),
  ),
  dscp: orNull(fc.nat(63)),
  segment: orNull(fc.constantFrom("d/s", "d/t")),
  hops: fc.array(
    fc.record({
      ...{
        nodeId: orNull(fc.nat(0xffffffff)),
        ingressPort: orNull(fc.nat(9)),
        egressPort: orNull(fc.nat(9)),
      },
      ...{ queueId: orNull(fc.nat(255)), queueDepth: orNull(fc.nat(0xffffff)) },
      latencyUs: orNull(fc.double({ min: 0, max: 1e9, noNaN: true })),
    }),
    { maxLength: 5 },
  ),
  dropped: fc.boolean(),
  congested: fc.boolean(),
  reports: fc.integer({ min: 1, max: 1e9 }),
  datagramBytes: fc.nat(9_216),
  bytes: fc.uint8Array({ maxLength: SAMPLE_BYTES }),
});

describe("samples as bytes", () => {
  it("come back as they were, in the order of their times", () => {
    fc.assert(
      fc.property(fc.array(arbitrarySample, { maxLength: 20 }), (samples) => {
        const chunk = chunkOf(samples);
        const back = Array.from({ length: chunk.count }, (_, i) => chunk.sample(i));
        expect(back).toEqual([...samples].sort((a, b) => a.atMs - b.atMs));
      }),
    );
  });

  it("that are torn, foreign or empty are no chunk", () => {
    const bytes = encodeSamples([sample({ atMs: 1 })]);
    for (const cut of [0, 1, 23, 24, bytes.length - 8])
      expect(SampleChunk.read(bytes.subarray(0, cut))).toBeNull();
    expect(SampleChunk.read(bytes.map((b, i) => (i === 0 ? b + 1 : b)))).toBeNull();
    expect(SampleChunk.read(bytes.map((b, i) => (i === 24 ? 0 : b)))).toBeNull();
    // wherever the bytes lie
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(SampleChunk.read(shifted.subarray(3))?.count).toBe(1);
  });

  it("are taken from a decoded report: hops, flow, DSCP, and the beginning of the datagram", () => {
    const source = createScenarioSource(
      sendScenarioSchema.parse({
        flows: [
          {
            ...{ src: "10.0.0.1", dst: "10.0.0.2", srcPort: 1, dstPort: 2 },
            hops: [
              { nodeId: 1, ingressPort: 3, egressPort: 4, latencyUs: 5 },
              { nodeId: 2, ingressPort: 5, egressPort: 6, latencyUs: 7 },
            ],
          },
        ],
      }),
    );
    const bytes = new Uint8Array(2_048);
    const length = source.next(bytes, 100);
    const batch = new ReportBatch();
    const from = { atMs: 9, exporter: "10.9.0.1", segment: null, reports: 12 };
    const read = (settings: Parameters<typeof compileProfile>[0]) => {
      batch.clear();
      decodeDatagram(bytes, 100, length, compileProfile(settings), batch);
      return sampleOf(batch, 0, from, { bytes, at: 100, length }, unmeasured);
    };
    expect(read({ dialect: "standard" })).toMatchObject({
      ...from,
      flow: { src: "10.0.0.1", dstPort: 2 },
      hops: [
        { nodeId: 1, ingressPort: 3, egressPort: 4, latencyUs: 5 },
        { nodeId: 2, ingressPort: 5, egressPort: 6, latencyUs: 7 },
      ],
      datagramBytes: length,
      bytes: bytes.slice(100, 100 + Math.min(length, SAMPLE_BYTES)),
    });
    // the marker by which the decoder knew that there is INT
    expect(DEFAULT_OPTIONS.dscp[read({ dialect: "standard" }).dscp ?? 0]).toBe(1);
    // the second time by the shape that was learnt the first time
    batch.clear();
    for (let i = 0; i < 2; i++) decodeDatagram(bytes, 100, length, DEFAULT_OPTIONS, batch);
    expect(batch.dscp[1]).toBe(batch.dscp[0]);
    // nobody knows what its times count
    const latencies = (segmentUs: HopReading) =>
      sampleOf(batch, 1, from, { bytes, at: 100, length }, segmentUs).hops.map((h) => h.latencyUs);
    expect(latencies(unmeasured)).toEqual([null, null]);
    // unless a segment measures it
    expect(latencies((_, r, h) => (h === batch.hopStart[r] ? 5_000 : Number.NaN))).toEqual([5_000, null]);
  });
});

describe("[T46] exploring samples", () => {
  const samples = [
    sample({ atMs: 500, reports: 5, hops: [hop(1, 1), hop(2, 1)] }),
    sample({ atMs: 1_100, reports: 10 }),
    sample({
      atMs: 1_200,
      exporter: "10.9.0.2",
      reports: 4,
      hops: [hop(1, 100, 9, 3)],
      dscp: null,
      flow: null,
    }),
    sample({ atMs: 2_900, reports: 2, hops: [hop(1, 50), hop(2, null)], dropped: true, segment: "other/s" }),
    sample({ atMs: 3_000, reports: 1_000 }),
  ];
  const chunks = [chunkOf(samples.slice(0, 2)), chunkOf(samples.slice(2))];

  it.each<[ReportDimension, [string | null, number, number | null][]]>([
    [
      "exporter",
      [
        ["10.9.0.2", 4, 100],
        ["10.9.0.1", 12, 12],
      ],
    ],
    [
      "node",
      [
        ["10.9.0.2 1", 4, 100],
        ["10.9.0.1 1", 12, 50],
        ["10.9.0.1 2", 12, 7],
      ],
    ],
    [
      "port",
      [
        ["10.9.0.2 1:2", 4, 100],
        ["10.9.0.1 1:2", 12, 50],
        ["10.9.0.1 2:2", 12, 7],
      ],
    ],
    [
      "queue",
      [
        ["10.9.0.2 1:2 q3", 4, 100],
        ["10.9.0.1 1:2 q0", 12, 50],
        ["10.9.0.1 2:2 q0", 12, 7],
      ],
    ],
    [
      "flow",
      [
        [null, 4, 100],
        ["17 10.0.0.1:1 > 10.0.0.2:2", 12, 12],
      ],
    ],
    [
      "dscp",
      [
        [null, 4, 100],
        ["46", 12, 12],
      ],
    ],
    [
      "path",
      [
        ["10.9.0.2 1", 4, 100],
        ["10.9.0.1 1>2", 12, 12],
      ],
    ],
    [
      "segment",
      [
        ["d/s", 14, 100],
        [null, 2, null],
      ],
    ],
  ])("by %s: each group with the reports it stands for and the latency of its hops", (groupBy, expected) => {
    const reading = { ...plainReading, shows: (segment: string) => segment === "d/s" };
    const { groups, groupCount } = exploreSamples(chunks, query(groupBy, { value: "maxUs" }), reading);
    expect(groups.map(({ key, reports, maxUs }) => [key, reports, maxUs])).toEqual(expected);
    expect(groupCount).toBe(expected.length);
  });

  it("bins the range, and knows the period before", () => {
    const { groups, all } = exploreSamples(chunks, query("node", { value: "meanUs" }));
    expect(groups.map(({ key, cells }) => [key, cells])).toEqual([
      ["10.9.0.2 1", [100, null]],
      ["10.9.0.1 1", [5, 50]],
      ["10.9.0.1 2", [7, null]],
    ]);
    expect(groups[1]).toMatchObject({
      previous: { reports: 5, samples: 1, meanUs: 1 },
      dropped: 2,
      queueMax: null,
    });
    expect(groups[0]).toMatchObject({ previous: null, queueMax: 9 });
    expect(all).toMatchObject({ samples: 5, dropped: 4 });
    const first = exploreSamples(chunks, query("node", { value: "meanUs", limit: 1 }));
    expect([first.groups.length, first.groupCount]).toEqual([1, 3]);
  });

  it("filters: any value of one dimension, all dimensions; a hop's filter leaves its latency only", () => {
    const of = (...filters: ExploreQuery<ReportDimension>["filters"]) =>
      exploreSamples(chunks, query("exporter", { filters })).groups.map(({ key, maxUs }) => [key, maxUs]);
    expect(of({ by: "node", is: "10.9.0.1 2" })).toEqual([["10.9.0.1", 7]]);
    expect(of({ by: "node", is: "10.9.0.1 2" }, { by: "node", is: "10.9.0.2 1" })).toEqual([
      ["10.9.0.2", 100],
      ["10.9.0.1", 7],
    ]);
    expect(of({ by: "node", is: "10.9.0.1 2" }, { by: "exporter", is: "10.9.0.2" })).toEqual([]);
    expect(of({ by: "dscp", is: "46" }, { by: "queue", is: "10.9.0.1 1:2 q0" })).toEqual([["10.9.0.1", 50]]);
    expect(of({ by: "flow", is: "17 10.0.0.1:1 > 10.0.0.2:2" }, { by: "port", is: "10.9.0.1 2:2" })).toEqual([
      ["10.9.0.1", 7],
    ]);
  });

  it("exporters of one domain mean one node", () => {
    const reading = { ...plainReading, domainOf: () => "rack 4" };
    const { groups } = exploreSamples(chunks, query("node"), reading);
    expect(groups.map(({ key, reports }) => [key, reports])).toEqual([
      ["rack 4 1", 16],
      ["rack 4 2", 12],
    ]);
  });

  it("exemplars: the slowest or the newest that fit, with hops and bytes", () => {
    const of = (order: "slowest" | "newest", over = {}) =>
      exemplars(chunks, { fromMs: 1_000, toMs: 3_000, filters: [], order, limit: 2, ...over });
    expect(of("slowest")).toMatchObject({ found: 3, samples: [{ latencyUs: 100 }, { latencyUs: 12 }] });
    expect(of("newest").samples.map(({ atMs, latencyUs }) => [atMs, latencyUs])).toEqual([
      [2_900, null],
      [1_200, 100],
    ]);
    const [only] = of("slowest", { filters: [{ by: "node", is: "10.9.0.1 2" }], limit: 1 }).samples;
    expect(only).toMatchObject({ latencyUs: 7, bytes: Uint8Array.of(1, 2, 3, 4) });
    const hidden = exemplars(
      chunks,
      { ...query("node"), order: "slowest" },
      { ...plainReading, shows: () => false },
    );
    expect(hidden.samples.map(({ segment }) => segment)).toEqual([null, null, null]);
  });

  it("adds up to what a plain walk over the samples adds up to", () => {
    fc.assert(
      fc.property(
        fc.array(arbitrarySample, { maxLength: 30 }),
        fc.constantFrom("node", "flow"),
        (all, groupBy) => {
          const timed = all.map((s, i) => ({ ...s, atMs: 1_000 + (i % 4) * 500 }));
          const cut = Math.floor(timed.length / 2);
          const answer = exploreSamples(
            [chunkOf(timed.slice(0, cut)), chunkOf(timed.slice(cut))],
            query(groupBy, { value: "reports", limit: 1_000 }),
          );
          const records = timed.flatMap((s) =>
            groupBy === "node" ? s.hops.map(() => s.reports) : [s.reports],
          );
          const sum = records.reduce((total, n) => total + n, 0);
          expect(answer.groups.reduce((total, g) => total + g.reports, 0)).toBe(sum);
          expect(
            answer.groups.flatMap((g) => g.cells).reduce((total: number, n) => total + (n ?? 0), 0),
          ).toBe(sum);
          expect(answer.all.reports).toBe(sum);
        },
      ),
    );
  });

  it("a late report that stands for none changes no count and no percentile; the slowest and its exemplar are its own", () => {
    const all = [
      ...Array.from({ length: 10 }, () => sample({ atMs: 1_500 })),
      sample({ atMs: 1_500, reports: 0, hops: [hop(1, 900)] }),
    ];
    const { groups } = exploreSamples([chunkOf(all)], query("exporter"));
    expect(groups).toMatchObject([{ reports: 10, samples: 11, meanUs: 12, maxUs: 900 }]);
    for (const us of [groups[0]?.p50Us, groups[0]?.p99Us])
      expect(Math.abs((us ?? 0) - 12)).toBeLessThan(0.13);
    const {
      samples: [slowest],
    } = exemplars([chunkOf(all)], { ...query("exporter"), order: "slowest" });
    expect(slowest).toMatchObject({ latencyUs: 900, reports: 0 });
  });

  it("10,000 groups are told apart; of more the sum only, and it says so", () => {
    const many = Array.from({ length: 11 }, (_, c) =>
      chunkOf(
        Array.from({ length: 1_000 }, (_, i) =>
          sample({ atMs: 1_500, flow: null, hops: [hop(1_000 * c + i, 1)] }),
        ),
      ),
    );
    const { groupCount, groupsCut, all } = exploreSamples(many, query("node"));
    expect([groupCount, groupsCut, all.reports]).toEqual([10_000, true, 11_000]);
  });

  it("a range is one of whole bins, and of not too many", () => {
    expect(binsOf(query("node"))).toBe(2);
    expect(() => binsOf(query("node", { binMs: 1_500 }))).toThrow("whole bins");
    expect(() => binsOf(query("node", { binMs: 1 }))).toThrow("whole bins");
    expect(() => binsOf(query("node", { toMs: 1_000 }))).toThrow("whole bins");
  });
});

describe("the store of samples", () => {
  it("holds what its bytes allow: the oldest go, the newest stay", () => {
    const one = encodeSamples([sample({ atMs: 1 })]).length;
    const store = new SampleStore(100 * one);
    for (let atMs = 1; atMs <= 2_000; atMs++) expect(store.add(encodeSamples([sample({ atMs })]))).toBe(true);
    const held = store.held();
    expect(held.bytes).toBeLessThanOrEqual(100 * one);
    expect(held.samples).toBeGreaterThan(100);
    expect(store.chunks().at(-1)?.lastMs).toBe(2_000);
    expect(held.sinceMs).toBe(2_000 - held.samples + 1);
    expect(store.add(Uint8Array.of(1, 2))).toBe(false);
    expect(store.add(encodeSamples([]))).toBe(true);
    expect(new SampleStore(1).held()).toEqual({ bytes: 0, samples: 0, sinceMs: null });
  });
});
