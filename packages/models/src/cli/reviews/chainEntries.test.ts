import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";

const l3fwd = readFileSync(new URL("../../../library/programs/l3fwd.p4", import.meta.url), "utf8");
const router = (type: string) => ({
  ...{ type, program: "l3fwd.p4", externs: [], architectures: ["v1model"], rules: 0 },
  features: { parse: 9, modify: 9, copy: 9, remove: 9, add: 9, table: 9 },
});
/** One chain over two switches that run one program, each with entries of its own. */
const cloud = JSON.stringify({
  devices: [
    { id: "d1", profile: "npu" },
    { id: "d2", profile: "npu" },
  ],
  switches: [{ id: "s1", delayUs: 1 }],
  links: ["d1", "d2"].map((a) => ({ a, b: "s1", gbps: 10 })),
  hosts: [{ id: "h1" }],
  functions: [router("edge"), router("core")],
  chains: [{ id: "c1", functions: ["edge", "core"], gbps: 1, maxDelayUs: 100 }],
});
const placed = JSON.stringify({
  ...{ status: "feasible", engine: "hand", powerWatts: 0, bound: null, gap: null, timeMs: 0 },
  ...{ embedded: 1, rejected: [], conflicts: [] },
  chains: [{ id: "c1", hosts: ["d1", "d2"], route: [["d1", "s1", "d2"]], delayUs: 0, terms: [] }],
});
const plan = (entries: string, rules = "{}") =>
  `version: 1\nclouds: [{ file: cloud.json, placement: placed.json, entries: ${entries} }]\nrules: ${rules}\n`;
const DROPS = "table_add ipv4_lpm drop 10.0.0.0/8 =>\n";
const FORWARDS = "table_add ipv4_lpm ipv4_forward 10.0.0.0/8 => 00:00:00:00:01:01 1\n";

async function review(before: Record<string, string>, after: Record<string, string>, text: string) {
  const all = { "l3fwd.p4": l3fwd, "cloud.json": cloud, "placed.json": placed };
  const side = (folder: string, files: Record<string, string>) =>
    Object.entries({ ...all, ...files }).map(([name, body]) => [`${folder}/${name}`, body]);
  const files = {
    ...Object.fromEntries([...side("old", before), ...side("new", after)]),
    "new/p4twin.yaml": text,
  };
  const { code, out, err } = await runInProcess(["review", "old", "new", "--packets", "0", "--json"], {
    files,
  });
  return { code, err, findings: out === "" ? [] : JSON.parse(out).findings };
}
type Finding = { kind: string; message: string; rule: string | null; severity: string };
const messages = (findings: Finding[], kind: string) =>
  findings.filter((each) => each.kind === kind).map(({ message }) => message);
const npu = JSON.parse(readFileSync(new URL("../../../library/devices/npu.json", import.meta.url), "utf8"));
const modifyUs: number = npu.linear.slopesUs.modify.value;

test("entries of each switch of a chain decide what it takes, on both sides", async () => {
  const both = plan("{ edge: s1.txt, core: s2.txt }", "{ maxSlowdownPercent: 5 }");
  const one = { "s1.txt": DROPS, "s2.txt": FORWARDS };
  expect((await review(one, one, both)).findings).toEqual([]);

  const { code, findings } = await review(
    one,
    { ...one, "s1.txt": DROPS + FORWARDS.replace("/8", "/9") },
    both,
  );
  expect(code).toBe(3);
  const [said] = messages(findings, "latency").filter((message) => message.includes("chain c1"));
  const [, from, to] = /from ([\d.]+) us to ([\d.]+) us/.exec(said ?? "") ?? [];
  // a packet that is forwarded has two headers changed, one that is dropped none
  expect(Number(to) - Number(from)).toBeCloseTo(2 * modifyUs, 1);
});

test("a file that one side lacks is said; entries of what is no such function are refused", async () => {
  const { findings } = await review({}, { "s1.txt": DROPS }, plan("{ edge: s1.txt }"));
  expect(messages(findings, "not-comparable")).toContainEqual(
    expect.stringContaining("old has no s1.txt: edge counts the slowest of all its paths there"),
  );
  const { code, err } = await review({}, {}, plan("{ egde: s1.txt }"));
  expect(code).toBe(1);
  expect(err).toContain('the plan has entries for "egde"');
});
