import { afterAll, beforeAll, expect, test } from "vitest";
import { CLOUD } from "../../testing/texts.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

test("a topology file is stored as a version, and told apart from the next one", async () => {
  const { topologies } = await world.as("operator");
  const written = await topologies.create({ content: { text: CLOUD } });
  if (!written.ok) throw new Error(written.diagnostics[0]?.message);
  const { version } = written;
  expect(version).toMatchObject({ name: "two devices", number: 1 });
  expect(version.document.nodes).toHaveLength(3);

  const renamed = CLOUD.replace("two devices", "2 devices");
  const next = await topologies.addVersion({ id: version.topologyId, content: { text: renamed } });
  expect(next).toMatchObject({ ok: true, version: { number: 2 } });
  expect((await topologies.list()).find((t) => t.id === version.topologyId)).toMatchObject({
    nodeCount: 3,
    deviceCount: 2,
    linkCount: 2,
    versionCount: 2,
  });
});

test("a parsed document is the same as its file", async () => {
  const { topologies } = await world.as("operator");
  const fromText = await topologies.create({ content: { text: CLOUD } });
  if (!fromText.ok) throw new Error("refused");
  const fromDocument = await topologies.create({ content: { document: fromText.version.document } });
  expect(fromDocument).toMatchObject({ ok: true, version: { hash: fromText.version.hash } });
});

test("a dangling link is told with its place, and nothing is stored", async () => {
  const { topologies } = await world.as("operator");
  const before = (await topologies.list()).length;
  const text = CLOUD.replace("a: cpu1", "a: cpu9");
  const refused = await topologies.create({ content: { text, fileName: "cloud.yaml" } });
  expect(refused.ok).toBe(false);
  expect(refused.diagnostics[0]).toMatchObject({ severity: "error", span: { file: "cloud.yaml", line: 9 } });
  expect(refused.diagnostics[0]?.message).toContain("cpu9");
  expect(await topologies.list()).toHaveLength(before);
});

test("a topology of Mininet is stored as ours, and what it holds besides is told", async () => {
  const { topologies } = await world.as("operator");
  const text = '{"hosts":{"h1":{"ip":"10.0.0.1"}},"switches":{"s1":{}},"links":[["h1","s1-p1","5ms",100]]}';
  const content = { text, fileName: "topology.json", deviceProfile: "npu" };
  const written = await topologies.create({ content });
  expect(written).toMatchObject({
    ok: true,
    version: {
      name: "topology",
      document: {
        nodes: [
          { id: "h1", kind: "host" },
          { id: "s1", kind: "device", profile: "npu" },
        ],
        links: [{ a: "h1", b: "s1", gbps: 0.1, delayUs: 5000, bPort: 1 }],
      },
    },
    diagnostics: [{ severity: "warning", code: "not-kept", span: { file: "topology.json", line: 1 } }],
  });
});

test("a fat tree is generated and stored", async () => {
  const { topologies } = await world.as("operator");
  const version = await topologies.generateFatTree({
    racks: 2,
    serversPerRack: 3,
    accelerators: ["npu"],
    name: "rack pair",
  });
  expect(version.name).toBe("rack pair");
  expect(version.document.nodes.filter((node) => node.profile === "npu")).toHaveLength(6);
});
