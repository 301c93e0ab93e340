import { libraryFiles } from "@p4twin/models/library";
import { describe, expect, it } from "vitest";
import { createServerAnswers, type ServerAnswer, type ServerQuestion } from "./serverAnswers.ts";
import { isChainFile, isOffloadFile, type Source, sourceOfFiles } from "./source.ts";
import { exampleNames } from "./sources.ts";

/** The answers to questions that go to one worker, one after the other. */
function ask(...questions: ServerQuestion[]): ServerAnswer[] {
  const answer = createServerAnswers();
  return questions.map((question) => answer(question, () => {}));
}
const only = <K extends ServerAnswer["kind"]>(kind: K, replies: ServerAnswer[]) => {
  const found = replies.find((r): r is Extract<ServerAnswer, { kind: K }> => r.kind === kind);
  if (found === undefined) throw new Error(JSON.stringify(replies).slice(0, 400));
  return found;
};
const example = (name: string): Source => ({ kind: "example", name });
const text = (file: string, content: string): Source => ({ kind: "text", file, text: content });

describe("answers of the page of servers", () => {
  it("synthesises the example of the thesis: 18 operations and 2014 cycles become 5 and 695, as Mpps of a core in full batches", () => {
    const { view } = only("synthesis", ask({ kind: "synthesise", source: example("thesis-example") }));
    const dearest = view.classes.reduce((a, b) => (b.before.cycles > a.before.cycles ? b : a));
    expect(dearest.before).toMatchObject({ operations: 18, cycles: 2014 });
    expect(dearest.after).toMatchObject({ operations: 5, cycles: 695 });
    expect(dearest.after.mpps).toBeCloseTo(3200 / (100 + 291 + 404 / 32), 9);
    expect(dearest.why).toMatch(/^1319 cycles, 13 operations/);
    const ids = new Set(view.before.nodes.map((n) => n.id));
    expect(view.before.edges.every((e) => ids.has(e.from) && ids.has(e.to))).toBe(true);
    const after = new Set(view.after.nodes.map((n) => n.id));
    expect(view.after.edges.every((e) => after.has(e.from) && after.has(e.to))).toBe(true);
    expect(view.filters).toHaveLength(view.counted.compressed);
    expect(view.throughput.map((t) => t.frameBytes)).toEqual([60, 128, 256, 512, 1024, 1500]);
    expect(view.throughput[0]!.original).toHaveLength(16);
  });

  it.each(exampleNames("clicks", ".yaml"))("writes every output of the example %s", (name) => {
    const targets = ["click", "openflow", "p4", "entries"] as const;
    const replies = ask(
      { kind: "synthesise", source: example(name) },
      ...targets.map((target) => ({ kind: "output" as const, target })),
    );
    const outputs = replies.filter((r) => r.kind === "output");
    expect(outputs.map((o) => o.target)).toEqual(targets);
    for (const { text: made, diagnostics } of outputs)
      expect(made !== null || diagnostics.length > 0).toBe(true);
  });

  it.each(exampleNames("servers/counters", ".json"))("profiles the counters %s", (name) => {
    const { answer } = only(
      "profile",
      ask({ kind: "profile", source: example(name), packets: null, goal: "latency" }),
    );
    // the counters of this chain are not published: unknown is null
    if (name === "chain-b2b-8") expect(answer.report.chain.us).toBeNull();
    else expect(answer.report.chain.us).toBeGreaterThan(0);
    expect(answer.script).toMatch(/^#!/);
  });

  it("deploys a chain of one's own, with the access list that it names", () => {
    const offload = libraryFiles["metron/chains/isp.yaml"]!.replace("lib:isp", "my/chain.yaml");
    const chain = libraryFiles["clicks/isp.yaml"]!.replace("lib:isp-small", "mine.acl");
    const others = [
      { file: "chain.yaml", text: chain },
      { file: "mine.acl", text: "@10.0.0.0/8 0.0.0.0/0 0 : 65535 80 : 80 0x06/0xFF allow\n" },
    ];
    const files = [...others, { file: "offload.yaml", text: offload }];
    const source = sourceOfFiles(files, isOffloadFile)!;
    expect(source.file).toBe("offload.yaml");
    expect(sourceOfFiles(others, isChainFile)!.file).toBe("chain.yaml");
    const { answer } = only("deploy", ask({ kind: "deploy", source }));
    expect(answer.report.groups.length).toBeGreaterThan(0);
    const alone = ask({ kind: "deploy", source: text("offload.yaml", offload) });
    expect(only("problems", alone).diagnostics[0]!.message).toMatch(/give its file together/);
    const without = ask({ kind: "deploy", source: { ...source, others: [others[0]!] } });
    expect(only("problems", without).diagnostics[0]!.message).toMatch(/the ACL mine.acl cannot be read/);
  });

  it.each(exampleNames("metron/chains", ".yaml"))("deploys %s", (name) => {
    const { answer } = only("deploy", ask({ kind: "deploy", source: example(name) }));
    expect(answer.report.groups.length).toBeGreaterThan(0);
  });

  it("draws every system over its cores, and marks what calibrates it", () => {
    const { figure } = only("scale", ask({ kind: "scale", gbps: 40 }));
    // the cores for 40 Gbps through a firewall of 1000 rules: tags, RSS, a dispatcher (Fig. 8.4)
    const firewall = figure.workloads.find((w) => w.id === "firewall-40g")!;
    expect(firewall.systems.map((s) => s.coresFor)).toEqual([1, 9, 11]);
    for (const { systems } of figure.workloads) {
      for (const s of systems) {
        expect(s.points.some((p) => p.isAnchor)).toBe(true);
        expect(s.published.length).toBeGreaterThan(1);
      }
    }
  });

  it.each([
    ["a Click configuration", { kind: "synthesise", source: text("a.click", "FromDevice(in) -> Nonsense(") }],
    ["a chain file", { kind: "synthesise", source: text("a.yaml", "version: 1\nfunctions: 3\n") }],
    ["an example that is not there", { kind: "synthesise", source: example("nothing") }],
    ["counters", { kind: "profile", source: text("a.csv", "nothing here"), packets: null, goal: "latency" }],
    ["an offload file", { kind: "deploy", source: text("a.yaml", "version: 1\n") }],
    ["an output without a chain", { kind: "output", target: "p4" }],
  ] satisfies [string, ServerQuestion][])("says what is wrong with %s", (_, question) => {
    const { diagnostics } = only("problems", ask(question));
    expect(diagnostics[0]?.message.length).toBeGreaterThan(10);
  });
});
