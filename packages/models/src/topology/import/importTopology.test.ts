import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatDiagnostic, hasErrors } from "../../core/index.ts";
import { parseTopology } from "../parseTopology.ts";
import { topologyYaml } from "../topologyText.ts";
import { importTopology } from "./importTopology.ts";

const fixtures = join(import.meta.dirname, "fixtures");
const filesOf = (folder: string): string[] =>
  readdirSync(join(fixtures, folder)).filter((name) => !name.endsWith(".expected"));
const read = (folder: string, name: string) =>
  importTopology(readFileSync(join(fixtures, folder, name), "utf8"), name);

/** Diagnostics and the topology as our own YAML, as `p4twin topology` prints them. */
const printed = ({ format, topology, diagnostics }: ReturnType<typeof importTopology>): string =>
  [
    `# ${format}`,
    ...diagnostics.map((d) => `# ${formatDiagnostic(d)}`),
    topology ? topologyYaml(topology) : "",
  ].join("\n");

const good = ["mininet", "containerlab", "graphml", "netbox"].flatMap((folder) =>
  filesOf(folder).map((name) => [folder, name] as const),
);

it.each(good)(
  "[T14] %s/%s becomes a topology; what is not kept or supposed is told",
  async (folder, name) => {
    const result = read(folder, name);
    expect(hasErrors(result.diagnostics)).toBe(false);
    expect(parseTopology(topologyYaml(result.topology!), "again.yaml")).toEqual({
      topology: result.topology,
      diagnostics: [],
    });
    await expect(printed(result)).toMatchFileSnapshot(join(fixtures, folder, `${name}.expected`));
  },
);

it.each(filesOf("bad"))("[T2] what is wrong in bad/%s is told with place and remedy", async (name) => {
  const result = read("bad", name);
  expect(result.topology).toBeNull();
  await expect(printed(result)).toMatchFileSnapshot(join(fixtures, "bad", `${name}.expected`));
});

describe("Mininet", () => {
  const linksOf = (...links: unknown[]) =>
    importTopology(JSON.stringify({ hosts: ["h1"], switches: { s1: {}, s2: {} }, links }), "t.json").topology
      ?.links;

  it.each([
    [["h1", "s1-p1"], { gbps: 10, bPort: 1 }],
    [["h1", "s1-p1", "5ms"], { gbps: 10, delayUs: 5000, bPort: 1 }],
    [["h1", "s1-p1", 5], { gbps: 10, delayUs: 5000, bPort: 1 }],
    [["h1", "s1-p1", "10us", 100], { gbps: 0.1, delayUs: 10, bPort: 1 }],
    [["h1", "s1", { delay: "1s", bw: 2500 }], { gbps: 2.5, delayUs: 1e6 }],
    [["h1", "s1", "7"], { gbps: 10, delayUs: 7 }],
  ])("[T10] %j", (link, expected) => {
    expect(linksOf(link)).toEqual([{ a: "h1", b: "s1", ...expected }]);
  });

  it("[T17] parallel links become one with their summed rate, and it is told", () => {
    const text = JSON.stringify({
      hosts: [],
      switches: { s1: {}, s2: {} },
      links: [
        ["s1-p1", "s2-p1", "1ms", 1000],
        ["s2-p2", "s1-p2", "3ms", 4000],
      ],
    });
    const { topology, diagnostics } = importTopology(text, "t.json");
    expect(topology?.links).toEqual([{ a: "s1", b: "s2", gbps: 5, delayUs: 3000, aPort: 1, bPort: 1 }]);
    expect(diagnostics.map((d) => d.code)).toContain("merged-links");
  });
});

describe("containerlab", () => {
  const kindsOf = (nodes: string) =>
    importTopology(
      `name: l\ntopology:\n  groups: { p4: { image: "p4lang/bmv2" } }\n  defaults: { kind: linux }\n  nodes:\n    n: ${nodes}\n`,
      "l.clab.yml",
    ).topology?.nodes[0];

  it.each([
    ["{}", { kind: "host" }],
    ["{ group: p4 }", { kind: "device", profile: "bmv2" }],
    ["{ kind: nokia_srlinux }", { kind: "switch" }],
    ["{ kind: bridge }", { kind: "switch" }],
    ["{ image: my/tofino-model }", { kind: "device" }],
    ["{ image: http4/proxy }", { kind: "host" }],
    ["{ labels: { p4twin-profile: npu }, image: p4lang/bmv2 }", { kind: "device", profile: "npu" }],
    ["{ labels: { p4twin-profile: npu } }", { kind: "device", profile: "npu" }],
    ["{ group: p4, labels: { p4twin-kind: switch } }", { kind: "switch" }],
  ])("[T11] a node %s", (node, expected) => {
    expect(kindsOf(node)).toEqual({ id: "n", ...expected });
  });
});

describe("NetBox", () => {
  const device = (id: number, more: object) => ({ id, name: `d${id}`, device_type: { model: "m" }, ...more });
  const port = (id: number, far: number, more: object) => ({
    ...{ device: { id, name: `d${id}` }, name: "p", ...more },
    connected_endpoints: [{ device: { id: far, name: `d${far}` }, name: "p" }],
  });
  const imported = (one: object, interfaceOfOne: object) =>
    importTopology(
      JSON.stringify({
        devices: [device(1, one), device(2, {})],
        interfaces: [port(1, 2, interfaceOfOne), port(2, 1, {})],
      }),
      "netbox.json",
    ).topology;

  it.each([
    [{ platform: { slug: "stratum" } }, { kind: "device" }],
    [{ device_role: { slug: "compute-node" } }, { kind: "host" }],
    [{ role: { slug: "spine" } }, { kind: "switch" }],
    [{ custom_fields: { p4twin_kind: "host" }, platform: { slug: "bmv2" } }, { kind: "host" }],
    [{ custom_fields: { p4twin_profile: "npu" } }, { kind: "device", profile: "npu" }],
  ])("[T19] a device %j", (given, expected) => {
    expect(imported(given, {})?.nodes[0]).toEqual({ id: "d1", ...expected });
  });

  it.each([
    [{ speed: 25_000_000, type: { value: "100gbase-x-qsfp28" } }, 25],
    [{ speed: "25000000" }, 25],
    [{ speed: null, type: { value: "100gbase-x-qsfp28" } }, 100],
    [{ type: { value: "2.5gbase-t" } }, 2.5],
    [{ type: { value: "1000base-t" } }, 1],
    [{ type: { value: "other" } }, 10],
  ])("[T19] an interface %j is %d Gbps", (given, gbps) => {
    expect(imported({}, given)?.links).toEqual([{ a: "d1", b: "d2", aPort: "p", bPort: "p", gbps }]);
  });
});

it.each([0.5, "0.5", "0.50"])("[T19] a cable's length %j of NetBox is its delay", (length) => {
  const end = (name: string) => [
    { object_type: "dcim.interface", object: { name: "p", device: { id: name, name } } },
  ];
  const cable = { length, length_unit: { value: "km" }, a_terminations: end("a"), b_terminations: end("b") };
  const { topology } = importTopology(JSON.stringify({ count: 1, results: [cable] }), "cables.json");
  expect(topology?.links[0]).toMatchObject({ delayUs: 2.5, delaySource: "distance" });
});

it("the profile of programmable nodes and the rate of links can be given", () => {
  const text = '{"hosts":["h1"],"switches":{"s1":{}},"links":[["h1","s1"]]}';
  const { topology, diagnostics } = importTopology(text, "t.json", { deviceProfile: "npu", linkGbps: 40 });
  expect(topology?.nodes[1]).toEqual({ id: "s1", kind: "device", profile: "npu" });
  expect(topology?.links[0]?.gbps).toBe(40);
  expect(diagnostics.map((d) => d.code)).toEqual(["assumed-rate"]);
});

it.each([
  ["version: 1\nname: a\nnodes: [{ id: h1, kind: host }]\nlinks: []", "p4twin"],
  ["hello", "p4twin"],
  ["", "p4twin"],
])("the content tells the format: %j", (text, format) => {
  expect(importTopology(text, "x").format).toBe(format);
});
