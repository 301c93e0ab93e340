import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReportBatch } from "../batch.ts";
import { type DecodedReport, decodedReportSchema } from "../decodeLine.ts";
import { decodeDatagram } from "../decoder.ts";
import type { HopInput } from "../encode/input.ts";
import { createScenarioSource, sendScenarioSchema } from "../encode/scenario.ts";
import { reportAt } from "../json.ts";
import { compileProfile, exporterProfileSchema } from "../profile/profile.ts";
import { REASONS } from "../reasons.ts";
import { DIALECT_IDS, type DialectId } from "./dialects.ts";
import { type DialectInput, encodeAs } from "./encodeAs.ts";

const batch = new ReportBatch();
const buffer = new Uint8Array(4096);

function roundTrip(dialect: DialectId, input: DialectInput): DecodedReport {
  batch.clear();
  buffer.fill(0xee);
  const end = encodeAs(dialect, buffer, 0, input);
  const options = compileProfile(exporterProfileSchema.parse({ dialect }));
  const reason = decodeDatagram(buffer.slice(0, end), 0, end, options, batch);
  expect(REASONS[reason].code).toBe("ok");
  const report = reportAt(batch, 0);
  expect(decodedReportSchema.parse(report)).toEqual(report);
  return report;
}

const u8 = fc.nat(0xff);
const u16 = fc.nat(0xfffe);
const u32 = fc.nat({ max: 0xfffffffe });
const flow = fc.record({
  src: fc.ipV4(),
  dst: fc.ipV4(),
  proto: fc.constantFrom(6, 17),
  srcPort: u16,
  dstPort: fc.integer({ min: 1, max: 0xffff }).filter((port) => ![4790, 6081, 555].includes(port)),
});
const udp = flow.map((f) => ({ ...f, proto: 17 }));
const hops = (timestampMax: number) =>
  fc.array(
    fc.record({
      nodeId: u32,
      ingressPort: u16,
      egressPort: u16,
      hopLatency: fc.nat(50_000),
      queueId: u8,
      queueDepth: fc.nat(0xfffffe),
      ingressTs: fc.nat(timestampMax),
      egressTs: fc.nat(timestampMax),
    }),
    { minLength: 1, maxLength: 5 },
  );
const base = (over: Partial<DialectInput>): DialectInput => ({
  format: "telemetry-report-1.0",
  nodeId: 5,
  sequence: 9,
  timestamp: 7,
  flags: { tracked: true },
  flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort: 2 },
  ...over,
});
const told = (list: readonly HopInput[], keys: readonly (keyof HopInput)[]): object[] =>
  list.map((hop) => Object.fromEntries(keys.map((key) => [key, hop[key]])));
const ALL = [
  "nodeId",
  "ingressPort",
  "egressPort",
  "hopLatency",
  "queueId",
  "queueDepth",
  "ingressTs",
  "egressTs",
] as const;

describe("what an exporter of a dialect writes is read with its profile", () => {
  const stacks = [
    ["auto", 0xffffffe, "1.0"],
    ["standard", 0xffffffe, "1.0"],
    ["bmv2", 0xffffffe, "1.0"],
    ["onos-bmv2", 0xffffffe, "1.0"],
    ["geant-bmv2", 2 ** 47, "1.0"],
    ["geant-tofino", 2 ** 47, "1.0"],
    ["geant-0.4", 2 ** 47, "0.4"],
    ["host-int", 0xffffffe, "0.5"],
    ["cablelabs", 2 ** 47, "2.1"],
  ] as const;
  it.each(stacks)("[T20] %s", (dialect, timestampMax, version) => {
    fc.assert(
      fc.property(hops(timestampMax), flow, fc.nat(0xffff), fc.boolean(), (list, of, sequence, limited) => {
        const report = roundTrip(
          dialect,
          base({
            flow: of,
            sequence,
            int: {
              version: "1.0",
              instructions: 0xfc00,
              remaining: 3,
              hops: list,
              hopLimitExceeded: limited,
            },
          }),
        );
        expect(report).toMatchObject({ int: version, mode: "md", flow: of, remainingHopCount: 3 });
        // the sink of GEANT on BMv2 may tell its uptime: then its latency is taken out
        expect(report.hops).toMatchObject(told(list, ALL));
        expect(report.warnings.includes("hop-limit-exceeded")).toBe(limited);
        expect(report.sequence).toBe(dialect === "onos-bmv2" ? 0 : sequence);
      }),
      { numRuns: 60 },
    );
  });

  it.each(["fabric-tna", "fabric-tna-bmv2"] as const)("[T20] %s: local and drop header", (dialect) => {
    fc.assert(
      fc.property(hops(0xffffffe), flow, u32, fc.option(u8), ([hop], of, sequence, reason) => {
        const drop = reason === null ? null : { queueId: 3, reason };
        const metadata = { instructions: 0xfc00, hop };
        const report = roundTrip(
          dialect,
          base({ flow: of, sequence, timestamp: hop.ingressTs, flags: { tracked: true }, drop, metadata }),
        );
        expect(report).toMatchObject({ mode: "xd", flow: of, sequence, ...(drop && { drop }) });
        const keys: readonly (keyof HopInput)[] = ["ingressPort", "egressPort", "ingressTs"];
        const more: readonly (keyof HopInput)[] = drop ? [] : ["queueId", "queueDepth", "egressTs"];
        expect(report.hops).toMatchObject(told([hop], [...keys, ...more]));
      }),
      { numRuns: 60 },
    );
  });

  it("[T20] host-int: drop summary", () => {
    fc.assert(
      fc.property(
        udp,
        u32,
        u16,
        u16,
        u32,
        u32,
        u32,
        (of, sourceId, sourcePort, sinkPort, gapTs, first, count) => {
          const loss = { sourceId, sourcePort, sinkPort, gapTs, first, count };
          const report = roundTrip("host-int", base({ flow: of, flags: { dropped: true }, loss }));
          expect(report).toMatchObject({
            reportType: "drop",
            flow: of,
            lostPackets: { first, count, gapTs },
            hops: [
              { nodeId: sourceId, ingressPort: sourcePort },
              { nodeId: 5, ingressPort: sinkPort },
            ],
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it("[T20] cablelabs: the source's device behind the stack", () => {
    const domain = { id: 0x5453, instruction: 0x8000, flags: 0x4000, words: [0x02040608, 0x0a0c0000] };
    const int = {
      version: "2.1",
      instructions: 0x8000,
      remaining: 9,
      hops: [{ nodeId: 1 }, { nodeId: 2 }],
    } as const;
    expect(roundTrip("cablelabs", base({ int: { ...int, domain, discard: true } }))).toMatchObject({
      hops: [{ nodeId: 1 }, { nodeId: 2 }],
      domain: { id: 0x5453, words: domain.words },
      warnings: ["discard"],
    });
  });

  it("[T20] paolucci-bmv2: the block alone, 24 bytes for one switch", () => {
    fc.assert(
      fc.property(hops(0xffffffe), (list) => {
        const int = { version: "1.0", instructions: 0xa400, remaining: 3, hops: list } as const;
        expect(encodeAs("paolucci-bmv2", buffer, 0, base({ int: { ...int, hops: [list[0]] } }))).toBe(24);
        const report = roundTrip("paolucci-bmv2", base({ int }));
        expect(report).toMatchObject({ format: "packet", int: "1.0", flow: null });
        expect(report.hops).toMatchObject(told(list, ["nodeId", "hopLatency", "egressTs"]));
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["vqueue-bmv2", 63, 63, 15],
    ["queue-bmv2", null, 4095, null],
    ["vqueue-smartnic", 511, null, 127],
  ] as const)(
    "[T20] %s: the identification, saturated at its fields",
    (dialect, virtualMax, realMax, dropMax) => {
      const value = fc.nat(5000);
      fc.assert(
        fc.property(flow, value, value, value, (of, virtualMs, realMs, drops) => {
          const report = roundTrip(dialect, base({ flow: of, queue: { virtualMs, realMs, drops } }));
          const cut = (v: number, max: number | null) => (max === null ? null : Math.min(v, max));
          const real = cut(realMs, realMax);
          expect(report).toMatchObject({
            format: "packet",
            mode: "xd",
            flow: of,
            virtualQueue: { virtualMs: cut(virtualMs, virtualMax), realMs: real, drops: cut(drops, dropMax) },
            hops: [{ nodeId: null, hopLatency: real === null ? null : 1000 * real }],
          });
        }),
        { numRuns: 60 },
      );
    },
  );

  it("[T20] a node given by the profile names the hop of the identification", () => {
    const end = encodeAs(
      "queue-bmv2",
      buffer,
      0,
      base({ queue: { virtualMs: null, realMs: 7, drops: null } }),
    );
    const options = compileProfile(exporterProfileSchema.parse({ dialect: "queue-bmv2", nodeId: 12 }));
    batch.clear();
    expect(decodeDatagram(buffer, 0, end, options, batch)).toBe(0);
    expect(reportAt(batch, 0)).toMatchObject({ nodeId: 12, hops: [{ nodeId: 12, hopLatency: 7000 }] });
  });

  it.each([
    ["cse-534-bmv2", "shim2-length-hops"],
    ["elavinal-bmv2", "md-domain-reversed"],
  ] as const)("[T20] %s: mirrored packets, and what is not in them without the dialect", (dialect, name) => {
    fc.assert(
      fc.property(hops(2 ** 47), flow, (list, of) => {
        const input = base({
          flow: of,
          int: { version: "2.1", instructions: 0xfc00, remaining: 3, hops: list },
        });
        const report = roundTrip(dialect, input);
        expect(report).toMatchObject({
          format: "packet",
          int: "2.1",
          mode: "md",
          flow: of,
          remainingHopCount: 3,
        });
        expect(report.hops).toMatchObject(told(list, ALL));
        expect(report.warnings).toEqual([name]);
        const end = encodeAs(dialect, buffer, 0, input);
        const options = compileProfile(exporterProfileSchema.parse({ payload: "ip", intPorts: [1234] }));
        batch.clear();
        const isRead = decodeDatagram(buffer, 0, end, options, batch) === 0;
        expect(isRead ? reportAt(batch, 0).hops : []).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("[T20] mri and tcp-int: options of mirrored packets", () => {
    fc.assert(
      fc.property(flow, hops(1), (of, list) => {
        const some = list.slice(0, 4);
        const int = { version: "1.0", instructions: 0, remaining: 0, hops: some } as const;
        const report = roundTrip("mri", base({ flow: of, int }));
        expect(report).toMatchObject({ int: "mri", flow: of });
        expect(report.hops).toMatchObject(told(some, ["nodeId", "queueDepth"]));
      }),
      { numRuns: 60 },
    );
    const tcpInt = {
      tag: 3,
      forward: { linkGbps: 25, available: 100, queueBytes: null, hopTtl: 60, latencyNs: 2560 },
      echo: { linkGbps: 10, available: null, queueBytes: 8192, hop: 4, latencyNs: 65536 * 30_000 },
    };
    const report = roundTrip("tcp-int", base({ flow: { ...base({}).flow, proto: 6 }, tcpInt }));
    // 15 bits of 256 ns do not hold the echo: its coarse unit is exact here
    expect(report).toMatchObject({ tcpInt, hops: [], warnings: [] });
  });

  it("[T20] a mirrored packet without telemetry is a record with a warning, not an error", () => {
    const end = encodeAs("tcp-int", buffer, 0, base({ flow: { ...base({}).flow, proto: 6 } }));
    const options = compileProfile(exporterProfileSchema.parse({ dialect: "tcp-int" }));
    batch.clear();
    expect(decodeDatagram(buffer, 0, end, options, batch)).toBe(0);
    expect(reportAt(batch, 0)).toMatchObject({ warnings: ["no-telemetry"] });
  });

  it("[T20] every dialect has an encoder", () => {
    const int = { version: "1.0", instructions: 0xa400, remaining: 3, hops: [{ nodeId: 1 }] } as const;
    for (const dialect of DIALECT_IDS) {
      const flow = { src: "2001:db8::1", dst: "2001:db8::2", proto: 17, srcPort: 1, dstPort: 2 };
      const input = base({
        ...{ int, ...(dialect.startsWith("fabric") && { int: null }) },
        ...(dialect === "ioam-linux" && { flow }),
      });
      expect(encodeAs(dialect, buffer, 0, input)).toBeGreaterThan(20);
    }
  });
});

describe("a scenario in a dialect", () => {
  it.each(DIALECT_IDS)("[T20] %s: every datagram of send is read with the profile", (dialect) => {
    const one = { ingressPort: 1, egressPort: 2, latencyUs: 3000 };
    const scenario = sendScenarioSchema.parse({
      dialect,
      flows: [
        {
          // IOAM is an option of IPv6
          ...(dialect === "ioam-linux"
            ? { src: "2001:db8::1", dst: "2001:db8::2" }
            : { src: "10.0.0.1", dst: "10.0.0.2" }),
          proto: 6,
          srcPort: 1,
          dstPort: 2,
          hops: [
            { nodeId: 1, ...one },
            { nodeId: 2, ...one },
          ],
        },
      ],
    });
    const source = createScenarioSource(scenario);
    const options = compileProfile(exporterProfileSchema.parse({ dialect }));
    batch.clear();
    for (let i = 0; i < 20; i++)
      expect(decodeDatagram(buffer, 0, source.next(buffer, 0), options, batch)).toBe(0);
    expect(batch.reports).toBe(20);
    const { hops, tcpInt, virtualQueue } = reportAt(batch, 19);
    if (dialect === "tcp-int") expect(tcpInt?.forward.latencyNs).toBeCloseTo(6e6, -3);
    else if (virtualQueue) expect([virtualQueue.virtualMs, virtualQueue.realMs]).toContain(6);
    else expect(hops[hops.length - 1].nodeId).toBe(2);
  });
});

describe("INT-MX and domains", () => {
  it("[T2] INT-MX in a report: instructions, and the words that the source inserted", () => {
    const domain = { id: 0xabcd, instruction: 0xc000, flags: 0, words: [15, 0x12345678] };
    const int = { version: "2.1", instructions: 0x9000, remaining: 0, hops: [], mx: true, domain } as const;
    const report = roundTrip("auto", base({ format: "telemetry-report-2.0", innerLayer: "ip", int }));
    expect(report).toMatchObject({ mode: "mx", hops: [], domain: { id: 0xabcd, words: domain.words } });
  });

  it("[T2] both texts of INT-MX read alike: bits that only the older one defines say nothing", () => {
    const int = { version: "2.1", instructions: 0x9000, remaining: 0, hops: [], mx: true } as const;
    const report = roundTrip("auto", base({ format: "telemetry-report-2.0", innerLayer: "ip", int }));
    const end = encodeAs("auto", buffer, 0, base({ format: "telemetry-report-2.0", innerLayer: "ip", int }));
    const header = end - 12;
    buffer.set([buffer[header] | 0x06, 0xff, 0x1f, 0xff], header);
    batch.clear();
    const options = compileProfile(exporterProfileSchema.parse({}));
    expect(decodeDatagram(buffer, 0, end, options, batch)).toBe(0);
    expect(reportAt(batch, 0)).toEqual(report);
  });

  it("[T2] words that every hop adds for a known domain: the first is kept", () => {
    const domains = [{ id: 7, items: [{ bit: 0, name: "load", words: 2 }] }];
    const options = compileProfile(exporterProfileSchema.parse({ domains }));
    const int = {
      version: "2.1",
      instructions: 0x8001,
      remaining: 2,
      // node, two words of the domain, checksum: written as further blocks of two items
      hops: [
        { nodeId: 22, checksum: 5 },
        { nodeId: 21, checksum: 6 },
        { nodeId: 12, checksum: 8 },
        { nodeId: 11, checksum: 7 },
      ],
      domain: { id: 7, instruction: 0x8000, flags: 0, words: [] },
    } as const;
    const end = encodeAs("auto", buffer, 0, base({ format: "telemetry-report-2.0", innerLayer: "ip", int }));
    buffer[end - 4 * 8 - 12 + 2] = 4;
    batch.clear();
    expect(decodeDatagram(buffer, 0, end, options, batch)).toBe(0);
    expect(reportAt(batch, 0).hops).toMatchObject([
      { nodeId: 21, domainWord: 6, checksum: 5 },
      { nodeId: 11, domainWord: 7, checksum: 8 },
    ]);
  });
});
