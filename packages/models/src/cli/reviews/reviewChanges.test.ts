import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";

const library = (path: string) => readFileSync(new URL(`../../../library/${path}`, import.meta.url), "utf8");
const l3fwd = library("programs/l3fwd.p4");
const npu = JSON.parse(library("devices/npu.json"));
const at = (folder: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

type Finding = {
  kind: string;
  severity: string;
  rule: string | null;
  message: string;
  device: string | null;
  witness: string | null;
};
async function compare(
  before: Record<string, string>,
  after: Record<string, string>,
  more: string[] = [],
): Promise<{ code: number; findings: Finding[]; err: string }> {
  const files = { ...at("old", before), ...at("new", after) };
  const argv = ["review", "old", "new", "--packets", "0", "--json", ...more];
  const { code, out, err } = await runInProcess(argv, { files });
  expect(out, err).not.toBe("");
  return { code, findings: JSON.parse(out).findings, err };
}
const messages = (findings: readonly Finding[], kind: string) =>
  findings.flatMap((each) => (each.kind === kind ? [each.message] : []));

describe("entries of files", () => {
  const cli = (port: number, more = "") =>
    `table_add ipv4_lpm ipv4_forward 10.0.1.0/24 => 00:00:00:00:01:01 ${port}\n${more}`;
  const tutorial = (port: number) =>
    JSON.stringify({
      target: "bmv2",
      table_entries: [
        {
          table: "IngressImpl.ipv4_lpm",
          match: { "hdr.ipv4.dst_addr": ["10.0.1.0", 24] },
          action_name: "IngressImpl.ipv4_forward",
          action_params: { next_hop: "00:00:00:00:01:01", port },
        },
      ],
    });
  const shells = { "l3fwd.p4": l3fwd };

  it("that came, went and changed are findings, whatever format each file has", async () => {
    const same = await compare({ ...shells, "r.txt": cli(1) }, { ...shells, "r.txt": tutorial(1) });
    expect(same.findings).toEqual([]);
    const changed = await compare(
      { ...shells, "r.txt": cli(1, "table_add ipv4_lpm drop 10.0.3.0/24 =>\n") },
      { ...shells, "r.txt": cli(7, "table_add ipv4_lpm drop 10.0.4.0/24 =>\n") },
    );
    expect(messages(changed.findings, "entry-changed")).toEqual([
      expect.stringMatching(/10\.0\.1\.0\/24: .*port=0x7\), was .*port=0x1\)/),
    ]);
    expect(messages(changed.findings, "entry-added")).toEqual([expect.stringContaining("10.0.4.0/24")]);
    expect(messages(changed.findings, "entry-removed")).toEqual([expect.stringContaining("10.0.3.0/24")]);
  });

  it("keep the priority of their file: one more does not change the others", async () => {
    const acl = `#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> a; } struct H { h_t h; } struct M {}
parser P(packet_in p, out H h, inout M m, inout standard_metadata_t s) { state start { p.extract(h.h); transition accept; } }
control V(inout H h, inout M m) { apply {} }
control I(inout H h, inout M m, inout standard_metadata_t s) {
  action to(bit<9> port) { s.egress_spec = port; }
  table acl { key = { h.h.a: ternary; } actions = { to; } }
  apply { acl.apply(); } }
control E(inout H h, inout M m, inout standard_metadata_t s) { apply {} }
control C(inout H h, inout M m) { apply {} }
control D(packet_out p, in H h) { apply { p.emit(h.h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`;
    const one = "table_add acl to 1&&&1 => 1 10\ntable_add acl to 2&&&2 => 2 20\n";
    const { findings } = await compare(
      { "acl.p4": acl, "acl.txt": one },
      { "acl.p4": acl, "acl.txt": `${one}table_add acl to 4&&&4 => 3 15\n` },
    );
    expect(findings.map(({ kind, message }) => [kind, message])).toEqual([
      ["entry-added", "I.acl h.h.a=0x4&&&0x4 priority 15: I.to(port=0x3)"],
    ]);
  });

  it("that the program after the change does not take are an error, with their place", async () => {
    const renamed = l3fwd.replaceAll("ipv4_forward", "route_on");
    const { code, findings } = await compare(
      { ...shells, "r.txt": cli(1) },
      { "l3fwd.p4": renamed, "r.txt": cli(1) },
    );
    expect(code).toBe(3);
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: "readable", message: expect.stringContaining("ipv4_forward") }),
    );
  });

  it("that only HEAD has are compared with none", async () => {
    const { code, findings } = await compare(shells, { ...shells, "r.txt": cli(1) });
    expect(code).toBe(0);
    expect(messages(findings, "entry-added")).toHaveLength(1);
    expect(messages(findings, "not-comparable")).toEqual([expect.stringContaining("has no r.txt")]);
  });
});

describe("device profiles", () => {
  const profile = (baseUs: number) => {
    const { linear, ...rest } = structuredClone(npu);
    return JSON.stringify({
      ...{ ...rest, id: "my-npu" },
      linear: { ...linear, baseUs: { ...linear.baseUs, value: baseUs } },
    });
  };
  const plan = (rules: string) =>
    `version: 1\nprograms:\n  - { file: l3fwd.p4, devices: [npu.json] }\nrules: ${rules}\n`;

  it.each(["my-npu", "npu.json"])("each side has its own, and a budget under %s is held", async (name) => {
    const files = { "l3fwd.p4": l3fwd, "p4twin.yaml": plan(`{ maxUs: { ${name}: 10 } }`) };
    const { code, findings } = await compare(
      { ...files, "npu.json": profile(7.45) },
      { ...files, "npu.json": profile(9.45) },
    );
    expect(code).toBe(3);
    expect(findings).toContainEqual(
      expect.objectContaining({ kind: "budget", device: "my-npu", severity: "error" }),
    );
    expect(messages(findings, "latency")).toEqual([
      "profile my-npu: linear.baseUs 9.45, was 7.45",
      expect.stringMatching(/goes from 8\.\d+ us to 10\.\d+ us/),
    ]);
  });

  it("a budget of a device that no program names holds for all of them", async () => {
    const files = {
      "l3fwd.p4": l3fwd,
      "p4twin.yaml": "version: 1\nprograms: [{ file: l3fwd.p4 }]\nrules: { maxUs: { npu: 3 } }\n",
    };
    const { code, findings } = await compare(files, files);
    expect([code, messages(findings, "budget").length]).toEqual([3, 1]);
  });
});

describe("clouds", () => {
  // two equal devices behind one switch: what breaks on one finds room on the other
  const cloud = (of: { links?: string[]; budgetUs?: number; gbps?: number; extra?: string } = {}) =>
    JSON.stringify({
      devices: [
        { id: "d1", profile: "npu" },
        { id: "d2", profile: "npu" },
      ],
      switches: [{ id: "s1", delayUs: 1 }],
      links: (of.links ?? ["d1", "d2"]).map((a) => ({ a, b: "s1", gbps: 10 })),
      hosts: [{ id: "h1" }],
      chains: [{ id: "c1", functions: ["fw", "l3fwd"], gbps: of.gbps ?? 1, maxDelayUs: of.budgetUs ?? 100 }],
    });
  const placed = (hosts: string[]) =>
    JSON.stringify({
      ...{ status: "feasible", engine: "hand", powerWatts: 0, bound: null, gap: null, timeMs: 0 },
      ...{ embedded: 1, rejected: [], conflicts: [] },
      chains: [{ id: "c1", hosts, route: routeOf(hosts), delayUs: 0, terms: [] }],
    });
  const routeOf = ([a, b]: string[]) => (a === b ? [[a]] : [[a, "s1", b]]);

  it("that are the same have no findings", async () => {
    const files = { "cloud.json": cloud(), "placed.json": placed(["d1", "d2"]) };
    expect((await compare(files, files)).findings).toEqual([]);
  });

  it("a link that goes takes a chain's way, and the place that is left is named", async () => {
    const { code, findings } = await compare(
      { "cloud.json": cloud(), "placed.json": placed(["d1", "d2"]) },
      { "cloud.json": cloud({ links: ["d1"] }) },
    );
    expect(code).toBe(3);
    expect(findings.map(({ severity, rule, message }) => [severity, rule, message])).toEqual([
      ["info", null, "link d2 - s1 goes"],
      ["error", "chains", "chain c1: no way is left from s1 to d2"],
      ["info", null, expect.stringMatching(/^c1 on d1, d1 \(\d+\.\d+ us\)/)],
    ]);
  });

  it("a budget that is cut, and a placement that costs more, break it", async () => {
    const tight = await compare(
      { "cloud.json": cloud(), "placed.json": placed(["d1", "d2"]) },
      { "cloud.json": cloud({ budgetUs: 12 }), "placed.json": placed(["d1", "d2"]) },
    );
    expect([tight.code, messages(tight.findings, "budget")]).toEqual([
      3,
      [expect.stringMatching(/^chain c1 takes .* more than its budget of 12 us$/)],
    ]);
    const moved = await compare(
      { "cloud.json": cloud({ budgetUs: 12 }), "placed.json": placed(["d1", "d1"]) },
      { "cloud.json": cloud({ budgetUs: 12 }), "placed.json": placed(["d1", "d2"]) },
    );
    expect(moved.code).toBe(3);
    expect(messages(moved.findings, "placement")).toEqual(["chain c1 moves from d1, d1 to d1, d2"]);
    expect(messages(moved.findings, "latency")).toHaveLength(1);
  });

  it("more load than a link takes breaks a placement, and that there is none is said with why", async () => {
    const { code, findings } = await compare(
      { "cloud.json": cloud(), "placed.json": placed(["d1", "d2"]) },
      { "cloud.json": cloud({ gbps: 11 }) },
    );
    expect(code).toBe(3);
    const broken = messages(findings, "placement");
    expect(broken).toContainEqual(expect.stringMatching(/^link d1 - s1 is asked for 11 Gbps, it has 10$/));
    expect(broken.at(-1)).toMatch(/^no placement of all chains (exists|was found): /);
  });

  it("without a placement each side is solved; rules may allow what breaks", async () => {
    const files = at("old", { "cloud.json": cloud() });
    const rules = "version: 1\nrules: { chains: allow, maxChainUs: { c1: 1 } }\n";
    const ran = await runInProcess(["review", "old", "new", "--json", "--rules", "r.yaml"], {
      files: { ...files, ...at("new", { "cloud.json": cloud({ budgetUs: 3 }) }), "r.yaml": rules },
    });
    const errors = JSON.parse(ran.out).findings.filter(({ severity }: Finding) => severity === "error");
    expect([ran.code, errors.map(({ rule }: Finding) => rule)]).toEqual([3, ["maxChainUs"]]);
  });

  it("two problems or topologies are compared as files, too", async () => {
    const files = { "a.json": cloud(), "b.json": cloud({ links: ["d1"] }) };
    const ran = await runInProcess(["review", "a.json", "b.json"], { files });
    expect(ran.out).toContain("note topology: link d2 - s1 goes");
    const mininet = (links: string[][]) =>
      JSON.stringify({ hosts: { h1: {}, h2: {} }, switches: { s1: {} }, links });
    const topologies = {
      "a.json": mininet([
        ["h1", "s1-p1"],
        ["h2", "s1-p2"],
      ]),
      "b.json": mininet([["h1", "s1-p1"]]),
    };
    const cut = await runInProcess(["review", "a.json", "b.json"], { files: topologies });
    expect(cut.out).toMatch(/link h2 - s1 goes/);
    expect(cut.out).toMatch(/h1 no longer reaches h2/);
  });

  it("names what is wrong in a plan, a placement and a pair of files", async () => {
    const files = {
      ...at("new", { "cloud.json": cloud(), "bad.json": "{}", "p.txt": "table_add t a => 1\n" }),
      "new/p4twin.yaml": "version: 1\nclouds: [{ file: cloud.json, placement: bad.json }]\n",
      "typo.yaml": "version: 1\nrules: { chain: forbid }\n",
    };
    const bad = await runInProcess(["review", "new", "new"], { files });
    expect([bad.code, bad.err]).toEqual([1, expect.stringContaining("bad.json")]);
    const typo = await runInProcess(["review", "new", "new", "--rules", "typo.yaml"], { files });
    expect([typo.code, typo.err]).toEqual([1, expect.stringMatching(/typo\.yaml:2:\d+: error: .*chain/)]);
    const pair = await runInProcess(["review", "new/p.txt", "new/p.txt"], { files });
    expect([pair.code, pair.err]).toEqual([2, expect.stringContaining("--base-entries OLD --entries NEW")]);
  });
});
