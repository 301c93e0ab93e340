import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ReportBatch } from "../batch.ts";
import { createFrameTally, readDatagrams } from "../capture/readDatagrams.ts";
import { decodeDatagram } from "../decoder.ts";
import { createScenarioSource, sendScenarioSchema } from "../encode/scenario.ts";
import { compileProfile, DEFAULT_OPTIONS, exporterProfileSchema } from "../profile/profile.ts";
import { CaptureUnits } from "../units/captureUnits.ts";
import { PathsHeard } from "./pathsHeard.ts";

const batch = new ReportBatch();
const bytes = new Uint8Array(2048);
const NS = compileProfile(exporterProfileSchema.parse({ timestampUnit: "ns", latencyUnit: "ns" }));

const hop = (nodeId: number, latencyUs: number, ports = [1, 2]) => ({
  ...{ nodeId, ingressPort: ports[0], egressPort: ports[1], latencyUs },
});
const flow = (dst: string, hops: ReturnType<typeof hop>[], dropShare = 0) => ({
  ...{ src: "10.0.0.1", dst, srcPort: 1, dstPort: 2, dropShare, hops },
});
/** Notes `count` reports of a scenario, one a millisecond from `fromMs` on. */
function hear(
  paths: PathsHeard,
  flows: ReturnType<typeof flow>[],
  { count = 60, address = "10.9.0.1", exporter = 0, fromMs = 0, options = NS } = {},
): void {
  const source = createScenarioSource(sendScenarioSchema.parse({ flows }));
  for (let i = 0; i < count; i++) {
    batch.clear();
    decodeDatagram(bytes, 0, source.next(bytes, 0), options, batch);
    batch.exporter[0] = exporter;
    paths.note(batch, 0, address, fromMs + i);
  }
}

describe("[T27] paths that reports show", () => {
  it.each([
    ["geant10-calm", 6000, [11, 22, 33], 110],
    ["baru-calm", 9555, [7, 5, 9], 110],
    ["onos-calm", 54321, [1001, 1002, 1003], 110],
    ["bmv2-int21-report", 1234, [1, 2, 3], 60],
  ] as const)(
    "%s: one path through its three nodes, with its flows and ports",
    async (name, port, nodes, count) => {
      const file = readFileSync(new URL(`../fixtures/switches/${name}.pcap`, import.meta.url));
      const paths = new PathsHeard(10);
      const units = new CaptureUnits();
      for await (const datagram of readDatagrams([file], new Set([port]), createFrameTally())) {
        batch.clear();
        decodeDatagram(datagram.data, datagram.payloadAt, datagram.payloadBytes, DEFAULT_OPTIONS, batch);
        units.note(batch, datagram.address, datagram.timeNs);
        for (let r = 0; r < batch.reports; r++) paths.note(batch, r, datagram.address, 0);
      }
      const [path, ...others] = paths.list(0, 10);
      expect(others).toEqual([]);
      expect(path).toMatchObject({ reports: count, recentShare: 1, flowsCut: false });
      expect(path.hops.map(({ nodeId }) => nodeId)).toEqual(nodes);
      expect(
        path.hops.every(({ ingressPort, egressPort }) => ingressPort !== null && egressPort !== null),
      ).toBe(true);
      // nobody has said what their times count
      expect(path.hops.every(({ p50Us }) => p50Us === null)).toBe(true);
      expect(path.flows.reduce((sum, { reports }) => sum + reports, 0)).toBe(count);
    },
  );

  it("exporters, nodes and ports tell paths apart; flows do not", () => {
    const paths = new PathsHeard(10);
    hear(paths, [flow("10.0.0.2", [hop(1, 5), hop(2, 7)]), flow("10.0.0.3", [hop(1, 5), hop(2, 7)])]);
    hear(paths, [flow("10.0.0.2", [hop(1, 5), hop(2, 7, [1, 3])])]);
    hear(paths, [flow("10.0.0.2", [hop(1, 5), hop(2, 7)])], { exporter: 1, address: "10.9.0.2", count: 30 });
    const list = paths.list(60, 10);
    expect(
      list.map(({ exporter, reports, flows, recentShare }) => [exporter, reports, flows.length, recentShare]),
    ).toEqual([
      ["10.9.0.1", 60, 2, 0.5],
      ["10.9.0.1", 60, 1, 0.5],
      ["10.9.0.2", 30, 1, 1],
    ]);
    expect(list[0].hops.map(({ p50Us }) => Math.round(p50Us ?? 0))).toEqual([5, 7]);
  });

  it("drop reports show no whole path; what was heard half a minute ago is not recent", () => {
    const paths = new PathsHeard(10);
    hear(paths, [flow("10.0.0.2", [hop(1, 5)], 1)]);
    expect(paths.list(0, 10)).toEqual([]);
    hear(paths, [flow("10.0.0.2", [hop(1, 5)])]);
    hear(paths, [flow("10.0.0.2", [hop(2, 5)])], { fromMs: 35_000, count: 20 });
    expect(paths.list(35_020, 10).map(({ reports, recentShare }) => [reports, recentShare])).toEqual([
      [20, 1],
      [60, 0],
    ]);
  });

  it("memory is bounded: the path not heard for longest makes room, flows beyond the first are said", () => {
    const paths = new PathsHeard(3);
    for (let node = 1; node <= 5; node++)
      hear(paths, [flow("10.0.0.2", [hop(node, 5)])], { count: 1, fromMs: 1000 * node });
    expect(paths.cut).toBe(true);
    expect(
      paths
        .list(6_000, 10)
        .map(({ hops }) => hops[0].nodeId)
        .sort(),
    ).toEqual([3, 4, 5]);
    hear(
      paths,
      Array.from({ length: 40 }, (_, i) => flow(`10.0.1.${i}`, [hop(9, 5)])),
      { count: 400 },
    );
    const nine = paths.list(0, 10).find(({ hops }) => hops[0].nodeId === 9);
    expect([nine?.flows.length, nine?.flowsCut]).toEqual([16, true]);
  });
});
