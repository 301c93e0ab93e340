import { libraryFiles } from "@p4twin/models/library";
import { createScenarioSource, sendScenarioSchema } from "@p4twin/models/telemetry";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { createUdpSender } from "../../testing/udpSender.ts";
import { createWorld, type World } from "../../testing/world.ts";
import type { Groups, GroupsInput } from "./schema.ts";

const EXPORTERS = ["127.0.11.1", "127.0.11.2"] as const;
const hop = (nodeId: number, latencyUs: number) => ({ nodeId, ingressPort: 1, egressPort: 2, latencyUs });
const PATHS = [
  [hop(1, 10), hop(2, 20), hop(3, 30)],
  [hop(1, 500), hop(4, 500)],
] as const;
const COUNT = 200;

let world: World;
let operator: Awaited<ReturnType<World["as"]>>;
let deploymentId = "";
beforeAll(async () => {
  world = await createWorld({ live: true });
  await world.startTelemetry();
  operator = await world.as("operator");
  const { deploymentId: id } = await operator.discovery.createTwin({
    name: "Path of one",
    exporters: [EXPORTERS[0]],
    hops: PATHS[0].map(({ nodeId, ingressPort, egressPort }) => ({ nodeId, ingressPort, egressPort })),
  });
  deploymentId = id;
  const owner = await world.as("owner");
  for (const address of EXPORTERS)
    await owner.telemetry.exporters.upsert({
      address,
      label: `sink ${address.at(-1)}`,
      profile: { dialect: "standard" },
    });
  await owner.telemetry.nodes.setName({ domain: EXPORTERS[0], nodeId: 2, name: "spine" });
});
afterAll(() => world.dispose());

function send(): void {
  EXPORTERS.forEach((from, i) => {
    const source = createScenarioSource(
      sendScenarioSchema.parse({
        flows: [{ ...{ src: "10.0.0.1", dst: `10.0.0.${i + 2}`, srcPort: 1, dstPort: 2 }, hops: PATHS[i] }],
      }),
    );
    const bytes = new Uint8Array(2048);
    const datagrams = Array.from({ length: COUNT }, () => bytes.slice(0, source.next(bytes, 0)));
    const sender = createUdpSender({ from, port: world.plane.intPort(), datagrams, sequenceAt: null });
    sender.send(COUNT);
    sender.close();
  });
}
const range = () => ({
  from: new Date(Date.now() - 300_000).toISOString(),
  to: new Date(Date.now() + 1_000).toISOString(),
});
const ofReports = (
  groupBy: Extract<GroupsInput, { source: "reports" }>["groupBy"],
  more: Extract<GroupsInput, { source: "reports" }>["filters"] = [],
): Promise<Groups> => {
  // the emulated switches send too
  const filters = [...EXPORTERS.map((is) => ({ by: "exporter" as const, is })), ...more];
  return operator.explore.groups({ source: "reports", range: range(), groupBy, filters, value: "p99Us" });
};
const figures = ({ groups }: Groups) => groups.map(({ label, p99Us }) => [label, Math.round(p99Us ?? 0)]);

describe("explore", () => {
  it("kept reports: from the socket to groups, in the names that people gave", async () => {
    await eventually(async () => {
      // what came before the bindings and dialects were followed belongs to nothing
      send();
      const { groups } = await ofReports("segment");
      expect(groups.map(({ label }) => label)).toContain("Path of one: Whole path");
      // and each exporter is followed at a moment of its own
      expect(figures(await ofReports("node"))).toEqual([
        ["node 1 (sink 2)", 500],
        ["node 4 (sink 2)", 500],
        ["node 3 (sink 1)", 30],
        ["spine (sink 1)", 20],
        ["node 1 (sink 1)", 10],
      ]);
    });
    // each stands for what came since the one before: together they are what arrived
    let exporters = await ofReports("exporter");
    await eventually(async () => {
      send();
      exporters = await ofReports("exporter");
      expect(
        Math.min(...exporters.groups.map(({ reports, samples }) => reports - (samples ?? 0))),
      ).toBeGreaterThan(0);
    });
    // the collector states what it heard from time to time: nothing is sent while its statement catches up
    await eventually(async () => {
      const arrived = (await operator.telemetry.state())?.exporters ?? [];
      for (const { key, reports, samples } of exporters.groups) {
        const heard = arrived.find(({ address }) => address === key)?.reports ?? 0;
        expect(reports).toBeGreaterThan(samples ?? 0);
        expect(reports).toBeLessThanOrEqual(heard + COUNT);
      }
    });
    expect(exporters.held).toMatchObject({ budgetBytes: 64 * 1024 * 1024 });
    expect(figures(await ofReports("path"))).toEqual([
      ["1 → 4 (sink 2)", 1_000],
      ["1 → spine → 3 (sink 1)", 60],
    ]);
    expect(figures(await ofReports("queue"))[2]).toEqual(["node 3, port 2, queue 0 (sink 1)", 30]);
    expect(figures(await ofReports("flow", [{ by: "node", is: `${EXPORTERS[0]} 2` }]))).toEqual([
      ["UDP 10.0.0.1:1 → 10.0.0.2:2", 20],
    ]);
  });

  it("a review sends what reports showed through both versions: what would have happened", async () => {
    const source = libraryFiles["programs/l3fwd.p4"] ?? "";
    const slower = source.replace("hdr.ipv4.ttl - 1", "hdr.ipv4.ttl - 2");
    const [before, after] = [
      await operator.programs.create({ name: "l3fwd.p4", source, includes: {} }),
      await operator.programs.create({ name: "l3fwd.p4", source: slower, includes: {} }),
    ];
    const entries = "table_add ipv4_lpm ipv4_forward 10.0.0.2/32 => 00:00:00:00:01:01 1";
    const side = ({ id }: { id: string }) => ({
      ...{ kind: "program" as const, programVersionId: id, entries },
    });
    const { result } = await operator.reviews.create({
      ...{ name: "last hour", before: side(before), after: side(after), packets: 0, recentHours: 1 },
    });
    // the flows of both paths, and what the emulated switches send; only the route's go elsewhere
    expect(result.packets?.recorded).toBeGreaterThanOrEqual(2);
    expect(result.packets?.packets).toBe(result.packets?.recorded);
    expect(result.packets?.differing).toBeGreaterThanOrEqual(1);
    expect(result.packets?.differences[0]?.witness.hex).toContain("0a0000010a000002");
  });

  it("a cell leads to its reports: hops, and bytes that the command line reads again", async () => {
    const { found, reports } = await operator.explore.reports({
      range: range(),
      filters: [{ by: "node", is: `${EXPORTERS[0]} 2` }],
      limit: 1,
    });
    expect(found).toBeGreaterThan(0);
    expect(reports).toMatchObject([
      { exporter: EXPORTERS[0], flow: "UDP 10.0.0.1:1 → 10.0.0.2:2", latencyUs: 20 },
    ]);
    expect(reports[0]?.hops.map(({ name, nodeId, latencyUs }) => [name ?? nodeId, latencyUs])).toEqual([
      [1, 10],
      ["spine", 20],
      [3, 30],
    ]);
    expect(reports[0]?.hex.length).toBe(2 * Math.min(256, reports[0]?.datagramBytes ?? 0));
  });

  it("stored windows: every report, by segment, element, node, path and exporter", async () => {
    const of = (groupBy: Extract<GroupsInput, { source: "windows" }>["groupBy"], is?: string) =>
      operator.explore.groups({
        ...{ source: "windows", range: range(), groupBy, value: "p99Us" },
        filters: is === undefined ? [] : [{ by: "node", is }],
      });
    const node = `${EXPORTERS[0]} 2`;
    await eventually(async () => {
      const { groups } = await of("segment");
      expect(groups).toHaveLength(1);
    });
    for (const by of ["segment", "exporter", "path"] as const) {
      const { groups, held } = await of(by);
      expect(held).toBeNull();
      expect(groups[0]?.p99Us).toBeCloseTo(60, 0);
      expect(groups[0]?.samples).toBeNull();
      expect(groups[0]?.reports).toBeGreaterThanOrEqual(COUNT);
      expect(groups[0]?.cells.filter((cell) => cell !== null).length).toBeGreaterThan(0);
    }
    expect(figures(await of("node"))).toEqual([
      ["node 3 (sink 1)", 30],
      ["spine (sink 1)", 20],
      ["node 1 (sink 1)", 10],
    ]);
    expect((await of("part")).groups.map(({ label }) => label)).toEqual([
      "Path of one: Whole path, s3",
      "Path of one: Whole path, s2",
      "Path of one: Whole path, s1",
    ]);
    // a node as a filter leaves its part of each segment
    expect(figures(await of("segment", node))).toEqual([["Path of one: Whole path", 20]]);
    expect((await of("segment", "other 2")).groups).toEqual([]);
  });

  it("a segment of another workspace has no name here, and its reports belong to none", async () => {
    const owner = await world.as("owner");
    const other = await owner.workspaces.create({ name: "Elsewhere" });
    const elsewhere = world.services.inWorkspace(other.id).explore;
    const query = { range: range(), value: "p99Us" as const, limit: 10 };
    const { groups } = await elsewhere.groups({
      ...query,
      source: "reports",
      groupBy: "segment",
      filters: [],
    });
    expect(groups.map(({ key }) => key)).toEqual([null]);
    const filter = { by: "segment" as const, is: `${deploymentId}/path` };
    const own = await elsewhere.reports({ ...query, filters: [filter], order: "newest" });
    expect(own.found).toBe(0);
    expect(
      (await elsewhere.groups({ ...query, source: "windows", groupBy: "segment", filters: [] })).groups,
    ).toEqual([]);
  });

  it("500 groups are listed at most", async () => {
    const query = { source: "reports", range: range(), groupBy: "node" } as const;
    expect((await operator.explore.groups({ ...query, limit: 500 })).groups.length).toBeGreaterThan(0);
    await expect(operator.explore.groups({ ...query, limit: 501 })).rejects.toThrow("500");
  });

  it("a range is 92 days at most", async () => {
    const far = { from: "2025-01-01T00:00:00.000Z", to: "2026-01-01T00:00:00.000Z" };
    await expect(
      operator.explore.groups({ source: "windows", range: far, groupBy: "segment", filters: [] }),
    ).rejects.toThrow("92 days at most");
  });
});
