import { readFileSync } from "node:fs";
import { createScenarioSource, sendScenarioSchema } from "@p4twin/models/telemetry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { createUdpSender } from "../../testing/udpSender.ts";
import { createWorld, type World } from "../../testing/world.ts";
import type { CreatedTwin, PathEntry } from "./schema.ts";

const EXPORTERS = ["127.0.9.1", "127.0.9.2"] as const;
const hop = (nodeId: number, latencyUs: number) => ({ nodeId, ingressPort: 1, egressPort: 2, latencyUs });
/** Two deployments that know nothing of each other and number their switches alike. */
const scenario = (latencyUs: number) =>
  sendScenarioSchema.parse({
    flows: [
      {
        ...{ src: "10.0.0.1", dst: "10.0.0.2", srcPort: 1, dstPort: 2 },
        hops: [hop(1, latencyUs), hop(2, latencyUs), hop(3, latencyUs)],
      },
    ],
  });
const COUNT = 200;

let world: World;
beforeAll(async () => {
  world = await createWorld({ live: true, demo: false });
  await world.startTelemetry();
});
afterAll(() => world.dispose());

function send(from: string, port: number, latencyUs: number): void {
  const source = createScenarioSource(scenario(latencyUs));
  const bytes = new Uint8Array(2048);
  const datagrams = Array.from({ length: COUNT }, () => bytes.slice(0, source.next(bytes, 0)));
  const sender = createUdpSender({ from, port, datagrams, sequenceAt: null });
  sender.send(COUNT);
  sender.close();
}

test("two exporters with the same node ids: each path becomes a twin of its own, and takes nothing of the other", async () => {
  const operator = await world.as("operator");
  const owner = await world.as("owner");
  const port = world.plane.intPort();
  const heard = async (): Promise<PathEntry[]> =>
    (await operator.discovery.paths({})).filter((p) => EXPORTERS.some((address) => address === p.exporter));
  EXPORTERS.forEach((from, i) => {
    send(from, port, i === 0 ? 10 : 500);
  });
  const paths = await eventually(async () => {
    const found = await heard();
    expect(found.map((p) => p.exporter).sort()).toEqual([...EXPORTERS]);
    return found;
  });
  for (const path of paths) {
    expect(path).toMatchObject({
      source: { kind: "live" },
      bindable: true,
      boundBy: [],
      nodeNames: [null, null, null],
    });
    expect(path.hops.map(({ nodeId }) => nodeId)).toEqual([1, 2, 3]);
    expect(path.flows[0]).toMatchObject({ src: "10.0.0.1", dst: "10.0.0.2" });
  }

  // a name in the inventory is that of one exporter's node only
  await owner.telemetry.nodes.setName({ domain: EXPORTERS[0], nodeId: 2, name: "spine" });
  const nodes = await operator.telemetry.nodes.list();
  expect(
    nodes.filter(({ nodeId, domain }) => nodeId === 2 && domain.startsWith("127.0.9.")).map((n) => n.name),
  ).toEqual(["spine", null]);

  const made: CreatedTwin[] = [];
  for (const exporter of EXPORTERS) {
    const { hops } = paths.find((p) => p.exporter === exporter)!;
    made.push(
      await operator.discovery.createTwin({ name: `Path of ${exporter}`, exporters: [exporter], hops }),
    );
  }
  const [first, second] = await Promise.all(
    made.map((m) => operator.deployments.get({ id: m.deploymentId })),
  );
  expect(first?.segments[0]?.elements.map(({ label }) => label)).toEqual([
    "s1",
    "s1-spine",
    "spine",
    "spine-s3",
    "s3",
  ]);
  expect(second?.segments[0]?.exporters).toEqual([EXPORTERS[1]]);
  const topology = await operator.topologies.get({ versionId: made[0]!.topologyVersionId });
  expect(topology.document.nodes.map(({ id }) => id)).toEqual(["s1", "spine", "s3"]);
  expect(first?.chainVersionId).toBe(made[0]!.chainVersionId);

  const from = new Date(Date.now() - 60_000).toISOString();
  const meanUs = async (deploymentId: string): Promise<{ count: number; meanUs: number | null }> => {
    const to = new Date(Date.now() + 60_000).toISOString();
    const [state] = await operator.twin.state({ deploymentId, range: { from, to } });
    return { count: state?.parts[0]?.count ?? 0, meanUs: state?.parts[0]?.meanUs ?? null };
  };
  await eventually(async () => {
    // what the collector took before it knew of the bindings belongs to none
    EXPORTERS.forEach((address, i) => {
      send(address, port, i === 0 ? 10 : 500);
    });
    const [a, b] = await Promise.all(made.map((m) => meanUs(m.deploymentId)));
    expect(a?.count).toBeGreaterThan(0);
    expect(b?.count).toBeGreaterThan(0);
    expect(a?.meanUs).toBeCloseTo(30, 3);
    expect(b?.meanUs).toBeCloseTo(1_500, 1);
  });
  const bound = await heard();
  expect(bound.map(({ exporter, boundBy }) => [exporter, boundBy.map(({ name }) => name)]).sort()).toEqual(
    EXPORTERS.map((exporter) => [exporter, [`Path of ${exporter}`]]),
  );
});

test("exporters of one domain share the names of their nodes", async () => {
  const owner = await world.as("owner");
  await owner.telemetry.nodes.setDomain({ address: EXPORTERS[0], domain: "rack 4" });
  await owner.telemetry.nodes.setDomain({ address: EXPORTERS[1], domain: "rack 4" });
  const two = (await owner.telemetry.nodes.list()).filter((n) => n.domain === "rack 4" && n.nodeId === 2);
  // the name went with the exporter that had it
  expect(two).toMatchObject([
    { name: "spine", exporters: [{ address: EXPORTERS[0] }, { address: EXPORTERS[1] }] },
  ]);
  await owner.telemetry.nodes.setName({ domain: "rack 4", nodeId: 2, name: null });
  await owner.telemetry.nodes.setDomain({ address: EXPORTERS[0], domain: null });
  const own = (await owner.telemetry.nodes.list()).find((n) => n.domain === EXPORTERS[0] && n.nodeId === 2);
  expect(own?.name).toBeNull();
});

test("a real capture of BMv2 becomes a twin that begins with its windows, in its own unit", async () => {
  const operator = await world.as("operator");
  const file = readFileSync(
    new URL("../../../../packages/models/src/telemetry/fixtures/switches/onos-calm.pcap", import.meta.url),
  );
  const begun = await operator.captures.begin({ name: "onos.pcap", bytes: file.length });
  await world.services.captures.receive(
    begun.id,
    (async function* () {
      yield file;
    })(),
  );
  const [path, ...others] = await operator.discovery.paths({ captureId: begun.id });
  expect(others).toEqual([]);
  expect(path).toMatchObject({
    source: { kind: "capture", captureName: "onos.pcap" },
    reports: 110,
    unit: { timestamp: "us", latency: "us", known: true },
  });
  expect(path?.hops.map(({ nodeId }) => nodeId)).toEqual([1001, 1002, 1003]);
  // microseconds as they are: a thousandth would be nanoseconds
  expect(path?.hops[2]?.p50Us).toBeGreaterThan(100);
  expect(path?.reportsPerS).toBeCloseTo(40, -1);
  const made = await operator.discovery.createTwin({
    ...{ name: "From a capture", exporters: [path!.exporter], hops: path!.hops, timeUnit: "us" },
    captureId: begun.id,
  });
  const run = await eventually(async () => {
    const found = await operator.captures.runs.get({ id: made.runId ?? "" });
    expect(found.state).toBe("done");
    return found;
  });
  expect(run.result).toMatchObject({ reports: 110, matched: 110 });
  const parts = run.result?.segments[0]?.parts;
  expect(parts?.map(({ label }) => label)).toEqual(["s1001", "s1002", "s1003"]);
  for (const { p50Us } of parts ?? []) expect(p50Us).toBeGreaterThan(50);
});

test("a path whose hops name no node makes nothing", async () => {
  const operator = await world.as("operator");
  const before = (await operator.topologies.list()).length;
  const hops = [{ nodeId: null, ingressPort: 1, egressPort: 2 }];
  await expect(
    operator.discovery.createTwin({ name: "none", exporters: ["10.0.0.1"], hops }),
  ).rejects.toThrow("each hop must name its node");
  expect((await operator.topologies.list()).length).toBe(before);
});
