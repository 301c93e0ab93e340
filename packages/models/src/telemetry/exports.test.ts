import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReportBatch } from "./batch.ts";
import { type DecodedReport, decodedReportSchema } from "./decodeLine.ts";
import { decodeDatagram, decodeInBand } from "./decoder.ts";
import { encodeIfaPacket } from "./ifa/ifa.ts";
import { encodeIoamPacket } from "./ioam/encode.ts";
import { encodeIpfix, type IpfixMessage, type TemplateInput, unsignedField } from "./ipfix/encode.ts";
import { ExporterMemory } from "./ipfix/memory.ts";
import { PathDelays } from "./ipfix/pathDelays.ts";
import { reportAt } from "./json.ts";
import { Matcher } from "./match/match.ts";
import { compileProfile, exporterProfileSchema } from "./profile/profile.ts";
import { REASONS } from "./reasons.ts";
import { encodeSflow } from "./sflow/encode.ts";

const batch = new ReportBatch();
const buffer = new Uint8Array(65_536);
const optionsOf = (profile: object) => compileProfile(exporterProfileSchema.parse(profile));
const DEFAULTS = optionsOf({});
const newMemory = (): ExporterMemory => new ExporterMemory(new PathDelays());

function read(end: number, memory = newMemory(), options = DEFAULTS): DecodedReport[] {
  batch.clear();
  const reason = decodeDatagram(buffer.slice(0, end), 0, end, options, batch, () => memory);
  expect(REASONS[reason].code).toBe("ok");
  const reports = Array.from({ length: batch.reports }, (_, r) => reportAt(batch, r));
  for (const report of reports) expect(decodedReportSchema.parse(report)).toEqual(report);
  return reports;
}
function readPacket(end: number, profile: object): DecodedReport {
  batch.clear();
  const reason = decodeInBand(buffer.slice(0, end), 0, end, optionsOf(profile), batch);
  expect(REASONS[reason].code).toBe("ok");
  const report = reportAt(batch, 0);
  expect(decodedReportSchema.parse(report)).toEqual(report);
  return report;
}

const u16 = fc.nat(0xfffe);
const u32 = fc.nat({ max: 0xfffffffe });
const v4flow = fc.record({
  src: fc.ipV4(),
  dst: fc.ipV4(),
  proto: fc.constantFrom(6, 17),
  srcPort: u16,
  dstPort: u16,
});
const v6flow = fc.record({
  src: fc.constantFrom("2001:db8::1", "fe80::7"),
  dst: fc.constantFrom("2001:db8:2::9", "ff02::1"),
  proto: fc.constantFrom(6, 17),
  srcPort: u16,
  dstPort: u16,
});

describe("what is written is read again", () => {
  it("[T41] IFA 2.0", () => {
    const hop = fc.record({
      ...{ nodeId: fc.nat(0xfffff), ingressPort: u16, egressPort: u16, hopLatency: fc.option(u32) },
      ...{
        queueId: fc.nat(63),
        queueDepth: u16,
        ingressTs: fc.nat(1_000_000).map((s) => BigInt(s) * 999_999_999n),
      },
    });
    const stacks = fc.array(hop, { maxLength: 8 });
    fc.assert(
      fc.property(fc.oneof(v4flow, v6flow), stacks, fc.boolean(), (flow, hops, inband) => {
        const report = readPacket(encodeIfaPacket(buffer, 0, flow, { hops, inband }), {});
        expect(report.flow).toEqual(flow);
        expect(report.hops).toEqual(
          hops.map((h) => ({ ...h, egressTs: null, ingressTs: Number(h.ingressTs) })),
        );
        expect(report.warnings).toEqual(inband ? [] : ["discard"]);
      }),
      { numRuns: 200 },
    );
  });

  it("[T42] IOAM traces of every type, pre-allocated and incremental, with and without snapshots", () => {
    const node = fc.record({
      ...{
        hopLimit: fc.nat(255),
        nodeId: fc.option(fc.nat(0xfffffe)),
        ingressPort: fc.option(u16),
        egressPort: u16,
      },
      ...{ seconds: u32, fraction: fc.nat(999_999), transitDelayNs: fc.option(fc.nat(0x7fffffff)) },
      ...{ namespaceData: fc.option(u32), queueDepth: fc.option(u32) },
      snapshot: fc.record({ schema: fc.nat(0xfffffe), words: fc.array(u32, { maxLength: 2 }) }),
    });
    const type = fc.nat(0xffffff).map((bits) => bits & ~1 & ~0x003ffc);
    const traces = fc.array(node, { maxLength: 3 });
    fc.assert(
      fc.property(
        v6flow,
        type,
        traces,
        fc.nat(9),
        fc.boolean(),
        fc.boolean(),
        (flow, bits, nodes, room, incremental, overflow) => {
          // a trace without items has no nodes
          fc.pre(nodes.length === 0 || bits !== 0);
          const trace = { namespace: 7, type: bits, nodes, remainingWords: room, incremental, overflow };
          const report = readPacket(encodeIoamPacket(buffer, 0, flow, trace), { ioamTime: "ptp" });
          const has = (n: number): boolean => (bits & (1 << (23 - n))) !== 0;
          expect(report).toMatchObject({ flow, int: "ioam-trace", domain: { id: 7 } });
          expect(report.warnings.includes("trace-overflow")).toBe(overflow);
          expect(report.hops).toMatchObject(
            nodes.map((n) => ({
              nodeId: has(0) || has(8) ? n.nodeId : null,
              ingressPort: has(1) || has(9) ? n.ingressPort : null,
              hopLatency: has(4) ? n.transitDelayNs : null,
              queueDepth: has(6) ? n.queueDepth : null,
              ...((has(5) || has(10)) && n.namespaceData !== null && { domainWord: n.namespaceData }),
            })),
          );
          for (const [i, { seconds, fraction }] of nodes.entries()) {
            const ns = BigInt(seconds) * 1_000_000_000n + BigInt(fraction);
            expect(report.hops[i].ingressTs?.toString() ?? null).toBe(
              has(2) && has(3) ? ns.toString() : null,
            );
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("[T43] sFlow", () => {
    const sample = fc.record({
      ...{
        kind: fc.constantFrom("flow" as const, "expanded" as const),
        sequence: u32,
        source: fc.nat(0xffffff),
      },
      ...{ oneIn: u32, pool: u32, drops: u32, input: fc.integer({ min: 1, max: 0x3ffffffe }) },
      ...{ output: fc.integer({ min: 1, max: 0x3ffffffe }), queueId: fc.nat(255) },
      ...{ transitDelayNs: u32, queueDepthBytes: u32 },
    });
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 12 }), u32, (samples, sequence) => {
        const agent = "10.0.0.1";
        const reports = read(encodeSflow(buffer, 0, { agent, subAgent: 0, sequence, uptimeMs: 1, samples }));
        expect(reports).toMatchObject(
          samples.map((s) => ({
            sequence,
            sample: { oneIn: s.oneIn, pool: s.pool, drops: s.drops },
            hops: [
              {
                ...{
                  nodeId: 0x0a000001,
                  ingressPort: s.input,
                  egressPort: s.output,
                  hopLatency: s.transitDelayNs,
                },
                ...{ queueId: s.queueId, queueDepth: s.queueDepthBytes },
              },
            ],
          })),
        );
      }),
      { numRuns: 100 },
    );
  });
});

const field = (element: number, bytes: number, enterprise = 0) => ({ element, bytes, enterprise });
const DELAY: TemplateInput = {
  id: 256,
  fields: [
    field(8, 4),
    field(12, 4),
    field(4, 1),
    field(7, 2),
    field(11, 2),
    field(138, 4),
    field(2, 4),
    field(530, 4),
  ],
};
const record = (node: number, meanUs: number, srcPort = 9): Uint8Array[] => [
  ...[
    unsignedField(0x0a000001, 4),
    unsignedField(0x0a000002, 4),
    unsignedField(17, 1),
    unsignedField(srcPort, 2),
  ],
  ...[unsignedField(53, 2), unsignedField(node, 4), unsignedField(100, 4), unsignedField(meanUs, 4)],
];
const message = (sequence: number, sets: IpfixMessage["sets"], over: Partial<IpfixMessage> = {}): number =>
  encodeIpfix(buffer, 0, { exportS: 1_000, sequence, domain: 5, sets, ...over });

describe("[T44] cumulative delays of IPFIX", () => {
  const announce = (memory: ExporterMemory): void => {
    read(message(0, [{ templates: [DELAY] }]), memory);
  };
  const take = (memory: ExporterMemory, records: Uint8Array[][], exportS = 1_000): DecodedReport[] =>
    read(message(0, [{ template: DELAY, records }], { exportS }), memory);

  it("the latency of a node is the difference to the next one, in the order of the path, once a round", () => {
    const memory = newMemory();
    announce(memory);
    expect(take(memory, [record(11, 40), record(30, 250), record(22, 90)])).toMatchObject([
      {
        hops: [
          { nodeId: 11, hopLatency: 210_000 },
          { nodeId: 30, hopLatency: null },
        ],
      },
    ]);
    const [second, ...others] = take(memory, [record(22, 100), record(11, 50), record(30, 300)]);
    expect(others).toEqual([]);
    expect(second).toMatchObject({
      format: "ipfix",
      hops: [
        { nodeId: 11, hopLatency: 50_000 },
        { nodeId: 22, hopLatency: 200_000 },
        { nodeId: 30, hopLatency: null },
      ],
      pathDelay: { packets: 100, mean: 300_000, min: null, max: null },
      warnings: ["mean-of-packets", "cumulative-differenced"],
    });
  });

  it("a path goes through several exporters; flows are kept apart, and a node that is silent leaves it", () => {
    const paths = new PathDelays();
    const [a, b] = [new ExporterMemory(paths), new ExporterMemory(paths)];
    announce(a);
    announce(b);
    expect(take(a, [record(1, 10)])).toEqual([]);
    expect(take(b, [record(2, 30, 77)])).toEqual([]);
    expect(take(b, [record(2, 30)])).toMatchObject([
      { hops: [{ nodeId: 1, hopLatency: 20_000 }, { nodeId: 2 }] },
    ]);
    expect(take(b, [record(2, 31)], 1_200)).toEqual([]);
  });

  it("ends in the segment that is bound to its nodes", () => {
    const memory = newMemory();
    announce(memory);
    take(memory, [record(1, 10), record(2, 60)]);
    const matcher = new Matcher([
      { id: "s", flows: [{ dst: "10.0.0.2" }], from: { nodeId: 1 }, to: { nodeId: 2 }, plUs: 100, dlUs: 200 },
    ]);
    expect(matcher.match(batch, 0)).toBe(1);
    expect(matcher.sampleUs[0]).toBe(50);
  });

  it("elements 521 to 528 are delays only of an exporter of that dialect", () => {
    const fields = DELAY.fields.map((f) => (f.element === 530 ? field(522, 4) : f));
    const template = { id: 256, fields };
    const sets = [{ templates: [template] }, { template, records: [record(1, 5_000), record(2, 9_000)] }];
    expect(read(message(0, sets))).toEqual([]);
    const [report] = read(message(0, sets), newMemory(), optionsOf({ dialect: "ipfix-fluvia" }));
    expect(report.hops).toMatchObject([{ nodeId: 1, hopLatency: 4_000 }, { nodeId: 2 }]);
  });
});

describe("[T43] templates and data of IPFIX", () => {
  const data = (records: Uint8Array[][]): IpfixMessage["sets"] => [{ template: DELAY, records }];

  it("data before its template waits and is read with it; templates of another domain do not fit", () => {
    const memory = newMemory();
    expect(read(message(0, data([record(1, 10), record(2, 40)])), memory)).toEqual([]);
    expect(memory.counters).toMatchObject({ waiting: 1, withoutTemplate: 0 });
    expect(read(message(0, [{ templates: [DELAY] }], { domain: 6 }), memory)).toEqual([]);
    expect(memory.counters.waiting).toBe(1);
    expect(read(message(2, [{ templates: [DELAY] }]), memory)).toMatchObject([
      { hops: [{ nodeId: 1 }, { nodeId: 2 }] },
    ]);
    expect(memory.counters).toMatchObject({ waiting: 0, withoutTemplate: 0, templates: 2 });
  });

  it("elements that are not read here are kept raw as they came last, in a bounded number; padding is none", () => {
    const field = (element: number, enterprise: number, bytes: number) => ({ element, enterprise, bytes });
    const template: TemplateInput = {
      id: 300,
      fields: [field(500, 0, 2), field(7, 9, 0xffff), field(210, 0, 1), field(8, 0, 4), field(9, 9, 40)],
    };
    const records = [1, 2].map((n) => [
      Uint8Array.of(0, n),
      Uint8Array.of(0xca, 0xfe, n),
      Uint8Array.of(0),
      Uint8Array.of(10, 0, 0, 1),
      new Uint8Array(40).fill(n),
    ]);
    const memory = newMemory();
    read(message(0, [{ templates: [template] }, { template, records }]), memory);
    // of 64 sets the first record of one
    expect([...memory.rawElements]).toEqual([
      ["0.500", "0001"],
      ["9.7", "cafe01"],
      ["9.9", `${"01".repeat(32)}…`],
    ]);
    for (let n = 2; n < 66; n++) read(message(n, [{ template, records: records.slice(1) }]), memory);
    expect(memory.rawElements.get("9.7")).toBe("cafe02");
    const many: TemplateInput = {
      id: 301,
      fields: Array.from({ length: 100 }, (_, i) => field(1_000 + i, 0, 1)),
    };
    const one = [many.fields.map(() => Uint8Array.of(5))];
    read(message(66, [{ templates: [many] }, { template: many, records: one }]), memory);
    expect(memory.rawElements.size).toBe(64);
  });

  it("what waits is bounded, and what is given up is counted", () => {
    const memory = newMemory();
    for (let i = 0; i < 70; i++) read(message(i, data([record(1, 10)])), memory);
    expect(memory.counters).toMatchObject({ waiting: 64, withoutTemplate: 6 });
  });

  it("records are missing by the numbers of the messages; a message that was overtaken takes its own back", () => {
    const memory = newMemory();
    const one = data([record(1, 10)]);
    read(message(0, [{ templates: [DELAY] }, ...one]), memory);
    read(message(1, one), memory);
    read(message(5, one), memory);
    expect(memory.counters.lost).toBe(3);
    read(message(4, one), memory);
    expect(memory.counters.lost).toBe(2);
  });

  it("a template that is said anew with other fields replaces the first; a withdrawal ends it", () => {
    const memory = newMemory();
    read(message(0, [{ templates: [DELAY] }]), memory);
    read(message(0, [{ templates: [{ ...DELAY, fields: DELAY.fields.slice(1) }] }]), memory);
    expect(memory.counters).toMatchObject({ templates: 1, templatesReplaced: 1 });
    read(message(0, [{ templates: [{ id: 256, fields: [] }] }]), memory);
    expect(memory.counters.templates).toBe(0);
  });

  it("a message with a length that does not fit, or a set that is not defined, changes nothing", () => {
    const cases: [string, (b: Uint8Array) => void][] = [
      ["ipfix-length", (b) => b.set([0, 3], 18)],
      ["ipfix-length", (b) => b.set([0xff, 0xff], 18)],
      ["ipfix-length", (b) => b.set([0, 99], 22)],
      ["ipfix-template", (b) => b.set([0, 7], 20)],
      ["ipfix-set", (b) => b.set([0, 4], 16)],
    ];
    for (const [code, damage] of cases) {
      const memory = newMemory();
      const bytes = buffer.slice(0, message(0, [{ templates: [DELAY] }]));
      damage(bytes);
      batch.clear();
      const reason = decodeDatagram(bytes, 0, bytes.length, DEFAULTS, batch, () => memory);
      expect([REASONS[reason].code, memory.counters.templates]).toEqual([code, 0]);
    }
  });

  it("no mutation of messages and datagrams makes a reader throw, or adds reports to a refused one", () => {
    const seeds = [
      buffer.slice(0, message(0, [{ templates: [DELAY] }, ...data([record(1, 1), record(2, 9)])])),
      buffer.slice(
        0,
        encodeSflow(buffer, 0, {
          ...{ agent: "10.0.0.1", subAgent: 0, sequence: 1, uptimeMs: 1 },
          samples: [
            { kind: "flow", sequence: 1, source: 1, drops: 0, input: 1, output: 2, transitDelayNs: 5 },
          ],
        }),
      ),
    ];
    const memory = newMemory();
    const changes = fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(...seeds), changes, fc.nat(200), (seed, bytes, cut) => {
        const mutated = seed.slice(0, Math.max(1, seed.length - (cut > 150 ? cut - 150 : 0)));
        for (const [at, byte] of bytes) mutated[at % mutated.length] = byte;
        batch.clear();
        const reason = decodeDatagram(mutated, 0, mutated.length, DEFAULTS, batch, () => memory);
        if (REASONS[reason].code !== "ok") expect(batch.reports).toBe(0);
        for (let r = 0; r < batch.reports; r++) decodedReportSchema.parse(reportAt(batch, r));
      }),
      { numRuns: 5_000 },
    );
  });
});
