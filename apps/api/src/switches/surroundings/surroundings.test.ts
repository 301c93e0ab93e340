import { routeEntity, startTestSwitch } from "@p4twin/models/switches/testing";
import { routingProgram } from "@p4twin/models/switches/testing/routingProgram";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../testing/world.ts";

let world: World;
let operator: Awaited<ReturnType<World["as"]>>;
let target: Awaited<ReturnType<typeof startTestSwitch>>;
beforeAll(async () => {
  world = await createWorld();
  operator = await world.as("operator");
  target = await startTestSwitch({ entries: [routeEntity(0), routeEntity(1)] });
});
afterAll(async () => {
  target.stop();
  await world.dispose();
});

const cloud = (gbps: number) => `
version: 1
name: edge
nodes:
  - { id: leaf, kind: device, profile: agilio-cx, telemetry: { nodeId: 7, timeUnit: ns } }
  - { id: h1, kind: host }
links:
  - { a: leaf, b: h1, gbps: ${gbps} }
`;
const segment = (device: string) => ({
  ...{ id: "web", name: "web traffic", kind: "uc1" as const, plUs: 500, dlUs: 800 },
  ...{ from: { nodeId: 7, port: 1 }, to: { nodeId: 7, port: 3 } },
  elements: [{ kind: "switch" as const, label: "leaf", nodeId: 7, program: "lib:l3fwd", device }],
});
const look = async (id: string) => {
  world.time.now = new Date(world.time.now.getTime() + 60_000);
  return operator.switches.look({ id });
};
const compareLast = async (id: string) => {
  const [after, before] = await operator.switches.snapshots({ id });
  return { after, compared: await operator.switches.compare({ before: before!.id, after: after!.id }) };
};

test("a snapshot keeps where its switch stands: cloud, profile, thresholds, and what changes of them", async () => {
  const { programs, switches, topologies, deployments, chains } = operator;
  const [slow, fast] = [
    await programs.create({
      name: "route.p4",
      source: routingProgram("hdr.ipv4.srcAddr = hdr.ipv4.dstAddr;"),
    }),
    await programs.create({ name: "route.p4", source: routingProgram("") }),
  ];
  const made = await topologies.create({ content: { text: cloud(10) } });
  if (!made.ok) throw new Error(JSON.stringify(made.diagnostics));
  await topologies.create({ content: { text: cloud(10).replaceAll("leaf", "spine").replace(": 7", ": 8") } });
  const written = await chains.create({
    content: {
      text: JSON.stringify({
        version: 1,
        chains: [{ id: "shop", functions: ["l3fwd"], gbps: 1, maxDelayUs: 1_000 }],
      }),
    },
  });
  if (!written.ok) throw new Error(JSON.stringify(written.diagnostics));
  const { id: deploymentId } = await deployments.create({
    ...{ name: "edge shop", chainVersionId: written.versions[0]!.id, segments: [segment("agilio-cx")] },
  });
  const attached = await switches.attach({
    ...{ name: "leaf", address: target.address, pollS: 0 },
    ...{ programVersionId: slow.id, device: "agilio-cx" },
  });
  const { id } = attached;

  // nothing changed: no snapshot
  await look(id);
  expect(await switches.snapshots({ id })).toHaveLength(1);

  await topologies.addVersion({ id: made.version.topologyId, content: { text: cloud(25) } });
  await deployments.setThresholds({
    ...{ id: deploymentId, segmentId: "web" },
    thresholds: { plUs: 600, dlUs: 900, alarm: null },
  });
  await look(id);
  const first = await compareLast(id);
  expect(first.after).toMatchObject({ cause: "surroundings", summary: { surroundingsChanged: true } });
  expect(first.compared).toMatchObject({ added: 0, removed: 0, changed: 0, pipelineChanged: false });
  expect(first.compared.surroundings).toEqual([
    {
      ...{ kind: "topology", place: "edge: leaf to h1" },
      ...{ before: "10 Gbit/s, delay unknown", after: "25 Gbit/s, delay unknown" },
    },
    {
      ...{ kind: "threshold", place: "edge shop: web traffic" },
      before: "PL 500 µs, DL 800 µs, usual alarm",
      after: "PL 600 µs, DL 900 µs, usual alarm",
    },
  ]);
  expect((await switches.occurrences({ id }))[0]).toMatchObject({
    kind: "surroundings",
    text: "another profile, cloud, threshold or binding; 2 entities now.",
  });

  await switches.update({ id, programVersionId: fast.id });
  await deployments.update({ id: deploymentId, segments: [segment("t4p4s")] });
  await look(id);
  const second = await compareLast(id);
  expect(second.compared.surroundings?.map(({ kind, before, after }) => [kind, before, after])).toEqual([
    ["program", "route.p4, version 1", "route.p4, version 1"],
    ["threshold", "PL 600 µs, DL 900 µs, usual alarm", "PL 500 µs, DL 800 µs, usual alarm"],
    ["binding", "device agilio-cx", "device t4p4s"],
  ]);

  const [now, , oldest] = await switches.snapshots({ id });
  const effects = await switches.effects({ before: oldest!.id, after: now!.id });
  expect(effects).toMatchObject({ device: "agilio-cx@1", notes: [], pathsTotal: expect.any(Number) });
  const [path] = effects.paths;
  expect(path?.path).toContain("ipv4_lpm:ipv4_forward");
  expect(path?.afterUs).toBeLessThan(path?.beforeUs ?? 0);
  const [chain, ...more] = effects.chains;
  expect(more).toEqual([]);
  expect(chain).toMatchObject({
    deployment: "edge shop",
    chain: "shop",
    maxDelayUs: 1_000,
    verdict: "holds",
  });
  // the chain is that one switch, on its slowest path that forwards
  expect(chain?.afterUs).toBeLessThan(chain?.beforeUs ?? 0);
  expect(chain?.segments).toEqual([
    {
      ...{ segment: "web traffic", plUs: 500, dlUs: 800 },
      ...{ beforeUs: chain?.beforeUs, afterUs: chain?.afterUs },
      ...{ beforeIntervals: chain?.beforeIntervals, afterIntervals: chain?.afterIntervals },
    },
  ]);
  for (const { afterUs, afterIntervals } of [path!, chain!]) {
    const { meanLowUs, meanHighUs, lowUs, highUs } = afterIntervals!;
    const ends = [lowUs, meanLowUs, afterUs, meanHighUs, highUs].map((us) => us ?? Number.NaN);
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
  }

  // pieces of surroundings are in use
  world.time.now = new Date(world.time.now.getTime() + 2 * 86_400_000);
  await switches.remove({ id });
  expect(await world.services.switches.sweep()).toBe(0);
  await switches.restore({ id });
  expect((await switches.compare({ before: oldest!.id, after: now!.id })).surroundings).not.toBeNull();
});

test("a snapshot from before surroundings were kept says so", async () => {
  const { switches } = operator;
  const { id, snapshotId } = await switches.attach({ name: "old", address: target.address, pollS: 0 });
  const { db } = world.database;
  const old = await db.switchSnapshot.findUniqueOrThrow({ where: { id: snapshotId! } });
  const [, chunk] = await Promise.all([
    null,
    db.snapshotChunk.findFirstOrThrow({ where: { hash: old.root } }),
  ]);
  const { inflateRawSync, deflateRawSync } = await import("node:zlib");
  const root = JSON.parse(inflateRawSync(chunk.body).toString("utf8"));
  const body = new Uint8Array(deflateRawSync(JSON.stringify({ ...root, bound: {} })));
  await db.snapshotChunk.create({ data: { ...chunk, hash: "old", body } });
  const { id: before } = await db.switchSnapshot.create({
    data: {
      switchId: id,
      root: "old",
      takenAt: old.takenAt,
      seenAt: old.seenAt,
      cause: "attached",
      summary: old.summary!,
    },
  });
  expect((await switches.compare({ before, after: snapshotId! })).surroundings).toBeNull();
  const { chains, notes } = await switches.effects({ before, after: snapshotId! });
  expect(chains).toEqual([]);
  expect(notes.join(" ")).toMatch(/before is older than what is kept of clouds and deployments/);
});
