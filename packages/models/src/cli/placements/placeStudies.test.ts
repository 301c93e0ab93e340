import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import {
  failureSweepSchema,
  paretoFrontSchema,
  placementSchema,
  relaxationsSchema,
} from "../../placement/index.ts";

const place = (argv: readonly string[], stdin = "") => runInProcess(["place", ...argv], { stdin });

/** One chain, four kinds of devices, a plain switch between two of them. */
const open = `
version: 1
devices: [{ id: cpu1, profile: cpu }, { id: npu1, profile: npu }, { id: fpga1, profile: fpga }]
switches: [{ id: core, delayUs: 1 }]
links: [{ a: npu1, b: core, gbps: 10 }, { a: fpga1, b: core, gbps: 10 }]
chains: [{ id: a, functions: [fw, nat, l3fwd], gbps: 2, maxDelayUs: 10 }]
`;

describe("p4twin place --pareto", () => {
  it("lists the trade-offs with their placements", async () => {
    const { code, out, err } = await place(["-", "--pareto", "cost", "--json"], open);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const front = paretoFrontSchema.parse(JSON.parse(out));
    expect(front).toMatchObject({ against: "cost", measure: "total", engine: "ilp", complete: true });
    expect(front.points.map((p) => [p.value, p.placement.chains[0]!.hosts[0]])).toEqual([
      [500, "npu1"],
      [5000, "fpga1"],
    ]);
  });

  it("prints them for people", async () => {
    const { code, out } = await place(
      ["-", "--pareto", "power", "--measure", "slowest", "--engine", "exact"],
      open,
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^2 trade-offs of power and delay \(exact, 3 solves, .*\), complete/);
    expect(out).toMatch(/ 65 +10\.00 +9\.60 \.\. 10\.40 +9\.55 \.\. 10\.45 +yes +a npu1/);
  });

  it("exits 3 with the reasons when nothing fits", async () => {
    const { code, out } = await place(["lib:infeasible-budget", "--pareto", "cost"]);
    expect(code).toBe(3);
    expect(out).toMatch(/Conflicting constraints:\n {2}chain a1 needs 9 us/);
  });
});

describe("p4twin place --relax", () => {
  it("exits 3 and says what would make it fit", async () => {
    const { code, out } = await place(["lib:infeasible-budget", "--relax"]);
    expect(code).toBe(3);
    expect(out).toMatch(/Any one of these makes it fit:\n {2}chain a1: a budget of 10 us instead of 9 us/);
    expect(out).toMatch(/profile fpga instead of npu, 5000 \$ \[profile\]/);
  });

  it("prints the changes as JSON", async () => {
    const { code, out } = await place(["lib:infeasible-budget", "--relax", "--json"]);
    expect(code).toBe(3);
    const [first] = relaxationsSchema.parse(JSON.parse(out)).relaxations;
    expect(first).toMatchObject({ proven: true, changes: [{ kind: "budget", chain: "a1", maxDelayUs: 10 }] });
  });

  it("exits 0 when no relaxation is needed", async () => {
    const { code, out } = await place(["-", "--relax"], open);
    expect({ code, out }).toEqual({ code: 0, out: "feasible (ilp): no relaxation needed\n" });
  });
});

describe("p4twin place --sweep", () => {
  it("places, then fails what is in use", async () => {
    const { code, out } = await place(["-", "--sweep", "--json"], open);
    expect(code).toBe(0);
    const { placement, ...sweep } = JSON.parse(out);
    expect(placementSchema.parse(placement)).toMatchObject({ status: "optimal", powerWatts: 65 });
    const [first] = failureSweepSchema.parse(sweep).cases;
    expect(first).toMatchObject({ ids: ["npu1"], reembedding: { engine: "exact", lost: [] } });
  });

  it("prints the worst first for people", async () => {
    const alone = open.replace("{ id: fpga1, profile: fpga }", "{ id: fpga1, profile: cpu }");
    const { code, out } = await place(["-", "--sweep"], alone);
    expect(code).toBe(0);
    expect(out).toMatch(/^1 failures, 1 of them lose chains/);
    expect(out).toMatch(/device npu1 +a +- +no place for a/);
  });

  it("exits 3 when the chains find no place to begin with", async () => {
    const { code, out } = await place(["lib:infeasible-budget", "--sweep"]);
    expect(code).toBe(3);
    expect(out).toMatch(/^without a1, which could not be placed\n0 failures/);
  });
});

describe("p4twin place: questions that do not fit", () => {
  it.each([
    [["--pareto", "delay"], /--pareto takes cost or power, not "delay"/],
    [["--pareto", "cost", "--measure", "mean"], /--measure takes total or slowest, not "mean"/],
    [["--measure", "slowest"], /--measure goes with --pareto only/],
    [["--relax", "--sweep"], /exclude each other/],
    [["--relax", "--online"], /--online places one chain at a time, --relax all of them/],
    [["--pareto", "cost", "--online"], /--pareto all of them/],
    [["--pareto"], /'--pareto <value>' argument missing/],
  ])("exits 2 for %j", async (argv, message) => {
    const { code, out, err } = await place(["lib:small-cloud", ...argv]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(message);
  });

  it.each([["--relax"], ["--sweep"]])("exits 1 with places for a bad problem: %s", async (option) => {
    const { code, out, err } = await place(["-", option], open.replace("profile: npu", "profile: npuu"));
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^<stdin>:3:\d+: error: there is no device profile "npuu"/);
  });
});

describe("p4twin place under load", () => {
  const loaded = (load: string): string => `${open}options: { latency: loaded${load} }\n`;

  it("says under which load the delays hold", async () => {
    const roomy = (load: string): string => loaded(load).replace("maxDelayUs: 10 }", "maxDelayUs: 20 }");
    const json = await place(["-", "--engine", "exact", "--json"], roomy(""));
    expect(json.code).toBe(0);
    const answer = placementSchema.parse(JSON.parse(json.out));
    expect(answer.load).toMatchObject({ model: "refined", service: "rate", controller: null });
    expect(answer.chains[0]!.terms.map((t) => t.kind)).toContain("wait");
    const text = await place(["-", "--engine", "exact"], roomy(", load: { model: simple }"));
    expect(text.out).toMatch(/delays under load: simple model, service by rate, fullest npu1 at 20\.0 %/);
  });

  it("keeps budgets under load, and exits 3 where a queue grows without limit", async () => {
    // 10 us without load leave nothing to wait for on the NPU
    const moved = await place(["-", "--engine", "exact", "--json"], loaded(""));
    expect(placementSchema.parse(JSON.parse(moved.out)).chains[0]!.hosts[0]).toBe("fpga1");
    const over = await place(
      ["-", "--engine", "exact"],
      loaded(", load: { service: latency }").replace("gbps: 2", "gbps: 9"),
    );
    expect(over.code).toBe(3);
    expect(over.out).toMatch(/serves \d+: utilisation \d+\.\d+, its queue grows without limit \[4\.13\]/);
  });

  it("exits 1 when new flows have no controller", async () => {
    const { code, err } = await place(["-"], loaded(", load: { newFlowShare: 0.1 }"));
    expect(code).toBe(1);
    expect(err).toMatch(/^<stdin>:7:\d+: error: .*new flows visit a controller/);
  });
});
