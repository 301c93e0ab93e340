import { readFileSync } from "node:fs";
import { libraryDevices } from "@p4twin/models/device";
import { libraryFiles } from "@p4twin/models/library";
import { encodePcap } from "@p4twin/models/telemetry";
import { describe, expect, it } from "vitest";
import { answerRun } from "./answerRun.ts";
import type { RunQuestion } from "./runQuestions.ts";

const source = libraryFiles["programs/l3fwd_firewall.p4"];
const device = libraryDevices().find(({ id }) => id === "agilio-cx") ?? null;
const ENTRIES = "table_add ipv4_lpm ipv4_forward 10.0.0.0/8 => 02:00:00:00:00:09 2";

type Asked = { packet?: string; port?: number; source?: string; entries?: string };
async function run(asked: Asked = {}) {
  const question: RunQuestion = {
    kind: "run",
    program: {
      fileName: "p.p4",
      source: asked.source ?? source,
      includes: {},
      entries: { name: "entries", text: asked.entries ?? ENTRIES },
    },
    packet: asked.packet ?? "eth/ipv4/udp",
    port: asked.port ?? 0,
    device,
  };
  const answer = await answerRun(question);
  if (answer.kind !== "run") throw new Error("a run was asked for");
  return answer;
}

describe("a packet on the page", () => {
  it("steps with the entry that decided, and the time that the paper has for the path", async () => {
    const { run: ran } = await run();
    const table = ran?.steps.find(({ event }) => event.kind === "table");
    expect(table?.entry).toBe("hdr.ipv4.dst_addr=10.0.0.0/8");
    expect(ran?.sent.map(({ port }) => port)).toEqual([2]);
    // Table 5.5 of Harkous 2022 has 9.04 us for the longest path on the Agilio CX
    expect(ran?.times[0]?.us).toBeCloseTo(9.04, 2);
  });

  it("a drop leads to its statement", async () => {
    const { run: ran } = await run({ entries: "" });
    const dropped = ran?.steps.find(({ event }) => event.kind === "fate");
    expect(ran?.steps[dropped?.cause ?? -1]?.event).toMatchObject({ kind: "extern", name: "mark_to_drop" });
  });

  it("copies of a multicast group are branches with their steps, each with its port and rid", async () => {
    const entries =
      "mc_mgrp_create 5\nmc_node_create 3 1 2\nmc_node_associate 5 0\nmc_node_create 4 2\nmc_node_associate 5 1";
    const { run: ran } = await run({
      entries,
      source: source.replace("udp_firewall.apply();", "standard_metadata.mcast_grp = 5;"),
    });
    const copies = ["port 1, rid 3", "port 2, rid 3", "port 2, rid 4"].map(
      (to) => `copy of group 5 for ${to}`,
    );
    expect(ran?.branches.map(({ parent, cause }) => [parent, cause]).slice(1)).toEqual(
      copies.map((cause) => [0, cause]),
    );
    expect(ran?.sent.map(({ port, branch }) => [port, ran.branches[branch]?.cause])).toEqual(
      [1, 2, 2].map((port, i) => [port, copies[i]]),
    );
    for (const { step, branch } of ran!.sent) expect(ran!.steps[step!]?.branch).toBe(branch);
  });

  it.each([
    ["packet", { packet: "0g" }, /not a hexadecimal digit/],
    ["entries", { entries: "table_add nothing drop 1 =>" }, /nothing/],
    ["port", { port: 511 }, /from 0 to 510/],
    ["program", { source: "parser" }, /./],
    [
      "program",
      { source: '{"header_types": [], "pipelines": []}' },
      /compiled program cannot be written as P4/,
    ],
  ] as const)("what is wrong with the %s is said there", async (about, asked, words) => {
    const { run: ran, problems } = await run(asked);
    expect(ran).toBeNull();
    expect(problems[0]).toMatchObject({ about, message: expect.stringMatching(words) });
  });
});

describe("a compiled program", () => {
  it("runs as P4, and says where", async () => {
    const compiled = new URL(
      "../../../../../packages/models/src/program/fixtures/bmv2/l3fwd.json",
      import.meta.url,
    );
    const { run: ran, problems } = await run({
      source: readFileSync(compiled, "utf8"),
      entries: "",
      packet: "00",
    });
    expect(problems).toEqual([]);
    expect(ran?.steps[0]?.event.at?.line).toBeGreaterThan(1);
    const shown = await answerRun({
      kind: "source",
      fileName: "x.json",
      source: readFileSync(compiled, "utf8"),
    });
    expect(shown).toMatchObject({ kind: "source", source: expect.stringContaining("table ipv4_lpm") });
  });
});

describe("the coverage of a test set", () => {
  const program = { fileName: "p.p4", source, includes: {}, entries: { name: "entries", text: ENTRIES } };
  const cover = async (set: Partial<Extract<RunQuestion, { kind: "coverage" }>>) => {
    const answer = await answerRun({
      kind: "coverage",
      program,
      tests: [],
      packets: [],
      port: 0,
      everyPath: false,
      ...set,
    });
    if (answer.kind !== "coverage") throw new Error("coverage was asked for");
    const all = [...answer.statements, ...answer.actions, ...answer.states];
    return { ...answer, passed: all.filter(({ times }) => times > 0).length, all: all.length };
  };

  it("packets use the entries, tests their own; a packet for each path passes all", async () => {
    const packet = `${"00".repeat(12)}080045${"00".repeat(15)}0a000001`;
    const few = await cover({ packets: [packet] });
    expect(few.actions.find(({ name }) => name.endsWith("ipv4_forward"))?.times).toBe(1);
    const tests = await cover({ tests: [{ name: "t.stf", text: `packet 0 ${packet}\nexpect 3 *` }] });
    expect(tests.problems).toEqual([
      { name: "t.stf", message: expect.stringMatching(/no packet left port 3/) },
    ]);
    const every = await cover({ everyPath: true });
    expect([few, tests, every].map(({ packets }) => packets)).toEqual([1, 1, expect.any(Number)]);
    expect(few.passed).toBeLessThan(every.passed);
    expect(every.passed).toBe(every.all);
  });
});

describe("the paths of a capture", () => {
  const program = { fileName: "p.p4", source, includes: {}, entries: { name: "entries", text: ENTRIES } };
  const paths = async (bytes: Uint8Array, text = source) => {
    const answer = await answerRun({
      kind: "paths",
      program: { ...program, source: text },
      bytes,
      port: 0,
      device,
    });
    if (answer.kind !== "paths") throw new Error("paths were asked for");
    return answer;
  };
  const frame = (hex: string) => ({ timeNs: 0n, data: Uint8Array.from(Buffer.from(hex, "hex")) });

  it("are counted, with their time on the device and how often each way is taken", async () => {
    const routed = `${"00".repeat(12)}080045${"00".repeat(15)}0a000001`;
    const other = "00".repeat(60);
    const { counted, problem } = await paths(encodePcap([routed, routed, other, routed].map(frame)));
    expect(problem).toBeNull();
    expect(counted).toMatchObject({ packets: 4, unlisted: 0, clones: [] });
    expect(counted?.paths.map(({ packets, share }) => [packets, share])).toEqual([
      [3, 0.75],
      [1, 0.25],
    ]);
    for (const { us } of counted?.paths ?? []) expect(us).toBeGreaterThan(0);
    expect(counted?.probabilities.states).toMatchObject({ start: { parse_ipv4: 0.75 } });
  });

  it.each([
    ["no capture", Uint8Array.of(1, 2, 3, 4, 5), source, /not a pcap/],
    ["an empty one", encodePcap([]), source, /no packets/],
    ["a program with errors", encodePcap([frame("00")]), "parser", /./],
  ])("%s says so", async (_, bytes, text, words) => {
    expect(await paths(bytes, text)).toMatchObject({ counted: null, problem: expect.stringMatching(words) });
  });
});

describe.each(["psa", "pna", "tna"])("a program for %s", (name) => {
  const url = new URL(
    `../../../../../packages/models/src/program/fixtures/architectures/${name}.p4`,
    import.meta.url,
  );
  const program = { fileName: `${name}.p4`, source: readFileSync(url, "utf8"), includes: {}, entries: null };

  it("has its paths counted, and a packet for each of them in a test set", async () => {
    const bytes = encodePcap([{ timeNs: 0n, data: new Uint8Array(60) }]);
    const counts = await answerRun({ kind: "paths", program, bytes, port: 1, device });
    expect(counts).toMatchObject({ problem: null, counted: { packets: 1, unlisted: 0 } });
    const set = { tests: [], packets: [], port: 1, everyPath: true };
    const covered = await answerRun({ kind: "coverage", program, ...set });
    if (covered.kind !== "coverage") throw new Error("coverage was asked for");
    expect(covered.problems.filter((each) => each.name === "every path")).toEqual([]);
    expect(covered.packets).toBeGreaterThan(3);
  });
});

describe("a capture", () => {
  const answer = (bytes: Uint8Array) => answerRun({ kind: "capture", bytes });

  it("gives its first packets", async () => {
    const frames = Array.from({ length: 120 }, (_, i) => ({ timeNs: 0n, data: Uint8Array.of(i, 1) }));
    const read = await answer(encodePcap(frames));
    expect(read).toMatchObject({ kind: "capture", problem: null });
    expect(read.kind === "capture" && [read.packets.length, read.packets[99]]).toEqual([100, "6301"]);
  });

  it("that is none says so", async () => {
    expect(await answer(Uint8Array.of(1, 2, 3, 4, 5))).toMatchObject({
      packets: [],
      problem: expect.stringContaining("not a pcap"),
    });
  });
});
