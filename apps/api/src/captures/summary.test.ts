import { readFile } from "node:fs/promises";
import { encodeReport, readDatagrams } from "@p4twin/models/telemetry";
import { expect, test } from "vitest";
import { captureSettingsSchema } from "./schema.ts";
import { CaptureReader } from "./summary.ts";

test("of frames that the capture tool cut the whole hops are read, none of them blamed on the exporter", async () => {
  const folder = "../../../../packages/models/src/telemetry/fixtures/switches/";
  const file = new Uint8Array(await readFile(new URL(`${folder}geant04-calm.pcap`, import.meta.url)));
  const view = new DataView(file.buffer);
  const [cut, kept] = [[...file.subarray(0, 24)], 196];
  for (let at = 24; at < file.length; at += 16 + view.getUint32(at + 8, true)) {
    cut.push(...file.subarray(at, at + 8), kept, 0, 0, 0, ...file.subarray(at + 12, at + 16 + kept));
  }
  const reader = new CaptureReader(captureSettingsSchema.parse({ ports: [5500] }));
  const chunks = [Uint8Array.from(cut)];
  for await (const datagram of readDatagrams(chunks, new Set([5500]), reader.tally)) reader.take(datagram);
  const { reports, undecodable, nodes, paths, problems } = reader.summary();
  expect({ reports, undecodable, paths }).toEqual({ reports: 60, undecodable: 0, paths: [] });
  const told = nodes.filter(({ p50Us }) => p50Us !== null);
  expect(told.map(({ nodeId }) => nodeId)).toEqual([22]);
  expect(problems.map(({ code }) => code).sort()).toEqual(["frame-cut"]);
  expect(problems[0].message).toContain("60 of 60 datagrams were cut");
});

test("a capture that holds each packet twice says so among its problems", async () => {
  const folder = "../../../../packages/models/src/telemetry/fixtures/switches/";
  const file = new Uint8Array(await readFile(new URL(`${folder}onos-calm.pcap`, import.meta.url)));
  const view = new DataView(file.buffer);
  const twice = [...file.subarray(0, 24)];
  for (let at = 24, end = at; at < file.length; at = end) {
    end = at + 16 + view.getUint32(at + 8, true);
    twice.push(...file.subarray(at, end), ...file.subarray(at, end));
  }
  const ports = [54321];
  const reader = new CaptureReader(captureSettingsSchema.parse({ ports }));
  for await (const datagram of readDatagrams([Uint8Array.from(twice)], new Set(ports), reader.tally))
    reader.take(datagram);
  const { reports, problems } = reader.summary();
  const [problem] = problems.filter(({ code }) => code === "repeated-datagrams");
  expect(problem.message).toContain(`${reports / 2} of ${reports} datagrams equal one`);
});

test("100,000 flows of a capture are told apart; reports of further ones still count, and the summary says so", () => {
  const reader = new CaptureReader(captureSettingsSchema.parse({}));
  const data = new Uint8Array(2_048);
  const takeFlow = (i: number): void => {
    const flow = { src: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, dst: "10.0.0.1" };
    const payloadBytes = encodeReport(data, 0, {
      ...{ format: "telemetry-report-1.0", nodeId: 1, sequence: i, timestamp: i, flags: { tracked: true } },
      flow: { ...flow, proto: 17, srcPort: 1, dstPort: 2 },
    });
    reader.take({
      ...{ timeNs: null, address: "10.9.9.9", reason: 0, isPacket: false },
      ...{ data, payloadAt: 0, payloadBytes, frame: i },
    });
  };
  for (let i = 0; i < 100_000; i++) takeFlow(i);
  expect(reader.summary()).toMatchObject({ reports: 100_000, flowCount: 100_000, flowsCut: false });
  for (const i of [0, 100_000, 100_001]) takeFlow(i);
  const { reports, flowCount, flowsCut, flows } = reader.summary();
  expect({ reports, flowCount, flowsCut }).toEqual({ reports: 100_003, flowCount: 100_000, flowsCut: true });
  expect(flows[0]).toMatchObject({ src: "10.0.0.0", reports: 2 });
});

test.each([
  ["an uptime that only its growth shows is in no latency and counted for every report", 1, null, 60],
  ["a latency that stands where an uptime would counts", 0, 2_900_000, 0],
])("%s", (_, growth, p50, blamed) => {
  const reader = new CaptureReader(captureSettingsSchema.parse({ dialect: "bmv2" }));
  const data = new Uint8Array(2_048);
  for (let i = 0; i < 60; i++) {
    const hop = (nodeId: number, hopLatency: number) => ({ nodeId, hopLatency });
    const payloadBytes = encodeReport(data, 0, {
      ...{ format: "telemetry-report-2.0", nodeId: 2, sequence: i, flags: { tracked: true } },
      flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort: 2 },
      int: {
        ...{ version: "2.1", instructions: 0xa000, remaining: 3 },
        hops: [hop(1, 300), hop(2, 2_900_000 + growth * 25_000 * i)],
      },
    });
    reader.take({
      ...{ timeNs: BigInt(i) * 25_000_000n, address: "10.9.9.9", reason: 0, isPacket: false },
      ...{ data, payloadAt: 0, payloadBytes, frame: i + 1 },
    });
  }
  const { nodes, problems } = reader.summary();
  const sink = nodes.find(({ nodeId }) => nodeId === 2);
  if (p50 === null) expect(sink?.p50Us).toBeNull();
  else expect((sink?.p50Us ?? 0) / p50).toBeCloseTo(1, 1);
  const told = problems.find(({ code }) => code === "sink-clone-latency");
  expect(told?.message.startsWith(`${blamed} of 60`) ?? false).toBe(blamed > 0);
});

test.each([
  ["geant04-congested", 5500, [22]],
  ["geant04-calm", 5500, []],
  ["geant10-calm", 6000, []],
  ["baru-calm", 9555, []],
  ["onos-calm", 54_321, []],
  ["bmv2-int21-report", 1234, []],
])(
  "%s: the hop that makes its packets slow is named, and none of a healthy network",
  async (name, port, culprits) => {
    const folder = "../../../../packages/models/src/telemetry/fixtures/switches/";
    const file = new Uint8Array(await readFile(new URL(`${folder}${name}.pcap`, import.meta.url)));
    const reader = new CaptureReader(captureSettingsSchema.parse({ ports: [port] }));
    for await (const datagram of readDatagrams([file], new Set([port]), reader.tally)) reader.take(datagram);
    const { standOuts } = reader.summary();
    expect(standOuts.map(({ nodeId }) => nodeId)).toEqual(culprits);
    for (const { byQueue, share, deepest } of standOuts)
      expect({ byQueue, deepest, most: share > 0.9 }).toEqual({ byQueue: true, deepest: 19, most: true });
  },
);

test("a chart of two exporters, of which one does not show its unit, has the other's nodes alone", () => {
  const reader = new CaptureReader(captureSettingsSchema.parse({}));
  const data = new Uint8Array(2_048);
  const take = (i: number, address: string, instructions: number): void => {
    const hops = [1, 2].map((nodeId) => ({
      ...{ nodeId, hopLatency: 300, ingressTs: 25_000 * i, egressTs: 25_000 * i + 300 },
    }));
    const payloadBytes = encodeReport(data, 0, {
      ...{ format: "telemetry-report-2.0", nodeId: 2, sequence: i, flags: { tracked: true } },
      flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort: 2 },
      int: { version: "2.1", instructions, remaining: 3, hops },
    });
    reader.take({
      ...{ timeNs: BigInt(i) * 25_000_000n, address, reason: 0, isPacket: false },
      ...{ data, payloadAt: 0, payloadBytes, frame: i + 1 },
    });
  };
  for (let i = 1; i < 40; i++) {
    take(i, "10.0.0.1", 0xac00);
    take(i, "10.0.0.2", 0xa000);
  }
  const { units, distribution } = reader.summary();
  expect(units.map(({ exporter, basis }) => [exporter, basis])).toEqual([
    ["10.0.0.1", "evidence"],
    ["10.0.0.2", "assumed"],
  ]);
  expect(distribution.reduce((sum, { count }) => sum + count, 0)).toBe(2 * 39);
});
