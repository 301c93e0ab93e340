import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ReportBatch } from "./batch.ts";
import { createCaptureTally, decodeCapture } from "./capture/decodeCapture.ts";
import type { DecodedReport, DecodeLine } from "./decodeLine.ts";
import { decodeDatagram, decodeInBand } from "./decoder.ts";
import { encodeIfaPacket } from "./ifa/ifa.ts";
import { ExporterMemory } from "./ipfix/memory.ts";
import { PathDelays } from "./ipfix/pathDelays.ts";
import { reportAt } from "./json.ts";
import { compileProfile, exporterProfileSchema, telemetrySettingsSchema } from "./profile/profile.ts";
import { REASONS } from "./reasons.ts";

const fixture = (name: string): URL => new URL(`./fixtures/formats/${name}`, import.meta.url);
const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replace(/\s/g, ""), "hex"));

type IpfixReading = {
  hex: string;
  domain: number;
  records: { set: number; fields: [number, number, string][] }[];
};
type Readings = {
  goflow2: {
    ipfix: IpfixReading[];
    softflowd: IpfixReading[];
    sflow: {
      hex: string;
      agent: string;
      sequence: number;
      samples: ({ format: number; records: Record<string, number | true> } & Record<string, number>)[];
    };
  };
  scapy: {
    built: { about: string; hex: string }[];
    read: { hex: string; curlen: number; stack: Record<string, number>[] }[];
  };
};
const readings = JSON.parse(readFileSync(fixture("readings.json"), "utf8")) as Readings;

const batch = new ReportBatch();
function reportsOf(
  hex: string,
  memory = new ExporterMemory(new PathDelays()),
  profile = {},
): DecodedReport[] {
  const bytes = bytesOf(hex);
  batch.clear();
  const options = compileProfile(exporterProfileSchema.parse(profile));
  const reason = decodeDatagram(bytes, 0, bytes.length, options, batch, () => memory);
  expect(REASONS[reason].code).toBe("ok");
  return Array.from({ length: batch.reports }, (_, r) => reportAt(batch, r));
}
function packetOf(hex: string, profile = {}): DecodedReport {
  const bytes = bytesOf(hex);
  batch.clear();
  const options = compileProfile(exporterProfileSchema.parse(profile));
  expect(REASONS[decodeInBand(bytes, 0, bytes.length, options, batch)].code).toBe("ok");
  return reportAt(batch, 0);
}
async function linesOf(file: string, profile: object): Promise<DecodeLine[]> {
  const settings = telemetrySettingsSchema.parse({ defaultProfile: profile });
  const lines: DecodeLine[] = [];
  for await (const line of decodeCapture(
    [new Uint8Array(readFileSync(fixture(file)))],
    settings,
    createCaptureTally(),
  ))
    lines.push(line);
  return lines;
}

describe("[T42] IOAM of a real Linux network", () => {
  const csv = readFileSync(fixture("ioam-linux.tshark.csv"), "utf8").trim().split("\n");

  it("is read as tshark reads it, node by node, and the quotes in ICMP errors are not", async () => {
    const lines = await linesOf("ioam-linux.pcap", { ioamTime: "posix" });
    expect(lines.map(({ frame }) => frame)).toEqual(csv.map((row) => Number(row.split(";")[0])));
    for (const [i, line] of lines.entries()) {
      if ("error" in line) throw new Error(line.message);
      const [, namespace, overflow, ...columns] = csv[i].split(";");
      // tshark lists the newest node first
      const [nodes, ingress, egress, seconds, fraction, depth] = columns.map((c) =>
        c === "" ? [] : c.split(",").map(Number).reverse(),
      );
      expect(line).toMatchObject({ format: "packet", int: "ioam-trace", domain: { id: Number(namespace) } });
      expect(line.warnings.includes("trace-overflow")).toBe(overflow === "1");
      expect(line.hops).toEqual(
        nodes.map((nodeId, n) => ({
          ...{ nodeId, ingressPort: ingress[n], egressPort: egress[n], hopLatency: null, queueId: null },
          queueDepth: depth[n] ?? null,
          ingressTs:
            seconds.length > 0
              ? (BigInt(seconds[n]) * 1_000_000_000n + BigInt(fraction[n]) * 1_000n).toString()
              : null,
          egressTs: null,
          ...(line.hops[n].domainWord !== undefined && { domainWord: line.hops[n].domainWord }),
        })),
      );
    }
  });

  it("a hop is the time to the next arrival only where the operator says that the clocks go alike", async () => {
    const [measured] = await linesOf("ioam-linux.pcap", { ioamTime: "posix", clocksSynchronised: true });
    const [unknown] = await linesOf("ioam-linux.pcap", {});
    if ("error" in measured || "error" in unknown) throw new Error("not decoded");
    expect(measured.hops.map(({ hopLatency }) => hopLatency)).toEqual([13_000, null]);
    expect(measured.warnings).toEqual(["arrival-difference"]);
    expect(unknown.hops.map(({ ingressTs }) => ingressTs)).toEqual([null, null]);
    expect(unknown.warnings).toEqual(["time-format-unknown"]);
  });

  // three Linux nodes, type 0xF02000 and 0xC00000, the hop-by-hop header alone [formats-ioam]
  const V2 = `110a0100 31520000 007b3000 f0200000 3d000004 0028ffff 6b02cd9e 00042811 cafe0000 00000004
    3e000003 001e001f 6b02cd9e 000427e2 cafe0000 00000003 3f000002 00140015 6b02cd9e 000427ce cafe0000 00000002`;
  const IPV6 = "6000000000600040 db010000000000000000000000000001 db020000000000000000000000000002";

  it("reads the newest node last, and an absent egress interface as absent", () => {
    const report = packetOf(`${IPV6}${V2} 9c40 1388 0008 0000`, {
      ioamTime: "posix",
      clocksSynchronised: true,
    });
    expect(
      report.hops.map(({ nodeId, ingressPort, egressPort, hopLatency }) => [
        nodeId,
        ingressPort,
        egressPort,
        hopLatency,
      ]),
    ).toEqual([
      [2, 20, 21, 20_000],
      [3, 30, 31, 47_000],
      [4, 40, null, null],
    ]);
    expect(report.flow).toEqual({ src: "db01::1", dst: "db02::2", proto: 17, srcPort: 40000, dstPort: 5000 });
  });
});

describe("[T43] IPFIX and sFlow, against goflow2", () => {
  const { ipfix, softflowd, sflow } = readings.goflow2;
  const fieldOf = (record: IpfixReading["records"][number], element: number): number =>
    Number.parseInt(record.fields.find(([pen, type]) => pen === 0 && type === element)?.[2] ?? "", 16);

  it("IPFIX: every record is found, and mean, smallest and largest delay are those that goflow2 reads", () => {
    const memory = new ExporterMemory(new PathDelays());
    // an element that names the node is missing in these: each record stands for a node of its own
    let last: DecodedReport[] = [];
    for (const { hex } of ipfix) last = reportsOf(hex, memory);
    expect(last).toEqual([]);
    expect(memory.counters).toMatchObject({ templates: 3, templatesReplaced: 0, waiting: 0, lost: 0 });
    const flows = ipfix.flatMap(({ records }) => records.filter(({ set }) => set === 256));
    expect(flows.map((record) => fieldOf(record, 530))).toEqual([100, 120, 140]);
  });

  it("IPFIX: a dropped packet is a drop report of its flow, with the code of the forwarding status", () => {
    const [report] = reportsOf(ipfix[0].hex);
    const record = ipfix[0].records.find(({ set }) => set === 300);
    if (record === undefined) throw new Error("goflow2 read no such record");
    expect(report).toMatchObject({
      format: "ipfix",
      reportType: "drop",
      nodeId: ipfix[0].domain,
      flow: { proto: fieldOf(record, 4), srcPort: fieldOf(record, 7), dstPort: fieldOf(record, 11) },
      drop: { reason: fieldOf(record, 89) & 0x3f },
    });
  });

  it("IPFIX of softflowd is read; without delays its records are counted and give no report", () => {
    const memory = new ExporterMemory(new PathDelays());
    expect(reportsOf(softflowd[0].hex, memory)).toEqual([]);
    expect(memory.counters.templates).toBeGreaterThan(0);
    expect(memory.counters.waiting).toBe(0);
  });

  it("sFlow: samples, rates, interfaces, queue, depth, delay and drop reason are those that goflow2 reads", () => {
    const memory = new ExporterMemory(new PathDelays());
    const reports = reportsOf(sflow.hex, memory);
    const telling = sflow.samples.filter(
      ({ format, records }) => format === 5 || records["1039"] || records["1040"],
    );
    expect(reports).toHaveLength(telling.length);
    expect(memory.counters.passedOver).toBe(sflow.samples.length - telling.length);
    for (const [i, sample] of telling.entries()) {
      const report = reports[i];
      expect(report).toMatchObject({ format: "sflow-5", sequence: sflow.sequence });
      expect(report.hops).toMatchObject([
        {
          nodeId: 0xc0000207, // 192.0.2.7
          ingressPort: sample.input ?? sample["input-if-value"],
          egressPort: sample.output ?? sample["output-if-value"],
          hopLatency: sample.records["1039"] ?? null,
          queueId: sample.records["1036"] ?? null,
          queueDepth: sample.records["1040"] ?? null,
        },
      ]);
      if (sample.format === 5) expect(report.drop?.reason).toBe(sample.reason);
      else {
        const { "sampling-rate": oneIn, "sample-pool": pool, drops } = sample;
        expect(report.sample).toEqual({ oneIn, pool, drops });
        expect(report.warnings).toEqual(["sampled"]);
      }
    }
  });
});

describe("[T41] IFA 2.0, against scapy", () => {
  const { built, read } = readings.scapy;

  it.each(built)("$about is read", ({ about, hex }) => {
    const report = packetOf(hex);
    expect(report).toMatchObject({
      format: "packet",
      int: "ifa-2.0",
      flow: { srcPort: 1111, dstPort: 2222 },
    });
    expect(report.flow?.proto).toBe(about.includes("UDP") ? 17 : 6);
    expect(report.hops).toMatchObject([
      {
        nodeId: 11,
        ingressPort: 33,
        egressPort: 32,
        hopLatency: 900,
        queueId: 0,
        queueDepth: 0,
        ingressTs: 259_828_000_990_000,
      },
      {
        nodeId: 12,
        ingressPort: 49,
        egressPort: 48,
        hopLatency: 4242,
        queueId: 5,
        queueDepth: 77,
        ingressTs: 259_828_000_998_877,
      },
    ]);
    expect(report.warnings).toEqual([]);
  });

  it("what we write is read by scapy as meant", () => {
    const hops = [
      {
        nodeId: 1,
        ingressPort: 1,
        egressPort: 2,
        hopLatency: 800,
        queueId: 3,
        queueDepth: 44,
        ingressTs: 1795421940_000000123n,
      },
      {
        nodeId: 0xabcde,
        ingressPort: 3,
        egressPort: 4,
        hopLatency: 1900,
        queueId: 0,
        queueDepth: 0,
        ingressTs: 1795421940_000002000n,
      },
    ];
    for (const [i, proto] of [17, 6].entries()) {
      const buffer = new Uint8Array(512);
      const end = encodeIfaPacket(
        buffer,
        0,
        { src: "10.1.0.1", dst: "10.2.0.2", proto, srcPort: 40001, dstPort: 5001 },
        { hops },
      );
      expect(Buffer.from(buffer.subarray(0, end)).toString("hex")).toBe(read[i].hex);
      expect(read[i].curlen).toBe(16);
      expect(read[i].stack.toReversed()).toMatchObject(
        hops.map((hop) => ({
          ...{
            device_id: hop.nodeId,
            sport: hop.ingressPort,
            dport: hop.egressPort,
            latency: hop.hopLatency,
          },
          ...{
            qid: hop.queueId,
            qcells: hop.queueDepth,
            rx_sec: 259_828,
            rx_nsec: Number(hop.ingressTs % 1_000_000_000n),
          },
        })),
      );
    }
  });

  it("a probe is marked; other traffic under the protocol is no IFA; what is not established is refused", () => {
    const hex = built[0].hex;
    const change = (at: number, byte: string): string => hex.slice(0, 2 * at) + byte + hex.slice(2 * at + 2);
    expect(packetOf(change(22, "00")).warnings).toEqual(["discard"]);
    expect(packetOf(change(20, "1f"))).toMatchObject({ int: null, hops: [] });
    const refused: [number, string, string][] = [
      [20, "20", "ifa-layout"],
      [22, "05", "ifa-layout"],
      [23, "0f", "ifa-length"],
      [35, "0f", "ifa-length"],
      [36, "20", "ifa-layout"],
    ];
    for (const [at, byte, code] of refused) {
      const bytes = bytesOf(change(at, byte));
      batch.clear();
      const options = compileProfile(exporterProfileSchema.parse({}));
      expect([REASONS[decodeInBand(bytes, 0, bytes.length, options, batch)].code, batch.reports]).toEqual([
        code,
        0,
      ]);
    }
  });
});
