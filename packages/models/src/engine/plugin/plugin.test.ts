import { describe, expect, it } from "vitest";
import { libraryFunctions } from "../../chain/index.ts";
import { libraryDevice, libraryDevices } from "../../device/index.ts";
import { estimateReportSchema, type LatencyProgram } from "../../latency/index.ts";
import { createCatalogue, parseProblem } from "../../placement/index.ts";
import { isEstimator, isPlacementSolver } from "../contract.ts";
import { createPluginEngine, type PluginHost } from "./pluginEngine.ts";
import { PluginError } from "./pluginFailure.ts";
import { estimateRequest, type PluginRequest } from "./pluginRequest.ts";

const features = { parse: 2, modify: 2, copy: 0, remove: 0, add: 0, table: 1 };
const program: LatencyProgram = {
  program: "l3fwd.p4",
  architecture: "v1model",
  paths: [
    { id: "p1", features, externs: [] },
    { id: "p2", features, externs: [] },
  ],
  truncated: false,
  min: features,
  max: features,
  walks: null,
};
const device = libraryDevice("agilio-cx")!;
const catalogue = createCatalogue(libraryDevices(), libraryFunctions());
const both = { id: "own:1", title: "Mine", estimates: true, places: true };
const answering = (answer: unknown): PluginHost => ({ call: async () => answer });

async function estimate(answer: unknown) {
  const engine = createPluginEngine(both, answering(answer));
  if (!isEstimator(engine)) throw new Error("the plug-in estimates");
  return engine.estimate(program, device, {});
}

describe("what an estimator is asked", () => {
  it("is plain JSON: the graph of all paths stays with us", () => {
    const request = estimateRequest(program, device, {}, 5);
    expect(request.program).not.toHaveProperty("walks");
    expect(JSON.parse(JSON.stringify(request))).toEqual(request);
    expect(request.options).toEqual({ packetBytes: 1500, timeLimitS: 5 });
  });
});

describe("the answer of an estimator", () => {
  it("is completed: who answered, for what, and the extremes", async () => {
    const report = await estimate({
      engine: "linear",
      estimates: [
        { pathId: "p2", meanUs: 3, lowUs: 2, highUs: 5 },
        { pathId: "p1", meanUs: 7, terms: [{ construct: "base", count: 1, unitUs: 7, totalUs: 7 }] },
      ],
    });
    expect(estimateReportSchema.parse(report)).toEqual(report);
    expect(report).toMatchObject({ engine: "own:1", device: "agilio-cx", minUs: 3, maxUs: 7 });
    expect(report.estimates.map((path) => path.pathId)).toEqual(["p1", "p2"]);
  });

  it("may have no answer for a path, and then knows no extremes", async () => {
    const report = await estimate({
      estimates: [
        { pathId: "p1", meanUs: 3 },
        { pathId: "p2", meanUs: null },
      ],
    });
    expect(report).toMatchObject({ minUs: null, maxUs: null });
    expect(report.estimates[1]?.notes).toEqual(["the engine has no answer for this path"]);
  });

  const p2 = { pathId: "p2", meanUs: 1 };
  const refused: [string, unknown, string][] = [
    ["nothing", null, "the answer: "],
    ["a number", 5, "the answer: "],
    ["no list", {}, "a list with one entry for each path"],
    ["another shape", { estimates: [{ path: "p1", us: 3 }, p2] }, "estimates[0].pathId: names a path"],
    ["a text for a number", { estimates: [{ pathId: "p1", meanUs: "3" }, p2] }, "estimates[0].meanUs"],
    ["a latency below zero", { estimates: [{ pathId: "p1", meanUs: -1 }, p2] }, "a latency is not negative"],
    ["nan", { estimates: [{ pathId: "p1", meanUs: Number.NaN }, p2] }, "estimates[0].meanUs"],
    ["a path too few", { estimates: [p2] }, "there is no answer for path p1"],
    ["a path twice", { estimates: [p2, p2] }, "path p2 is answered twice"],
    ["a strange path", { estimates: [p2, { pathId: "p9", meanUs: 1 }] }, 'no path "p9"'],
    ["an interval upside down", { estimates: [{ pathId: "p1", meanUs: 3, lowUs: 4 }, p2] }, "lowUs is above"],
    [
      "terms that do not add up",
      {
        estimates: [
          { pathId: "p1", meanUs: 3, terms: [{ construct: "base", count: 1, unitUs: 2, totalUs: 2 }] },
          p2,
        ],
      },
      "p1: the terms add up to 2 us, meanUs is 3",
    ],
  ];
  it.each(refused)("with %s is refused in words", async (_what, answer, message) => {
    const failed = await estimate(answer).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(PluginError);
    expect(failed).toMatchObject({ failure: { kind: "answer" } });
    expect((failed as PluginError).message).toContain(message);
  });

  it("cannot reach a prototype by its keys", async () => {
    const report = await estimate(
      JSON.parse(
        '{"__proto__":{"polluted":1},"estimates":[{"pathId":"p1","meanUs":1,"__proto__":{"notes":["x"]}},{"pathId":"p2","meanUs":2}]}',
      ),
    );
    expect(report.estimates[0]?.notes).toEqual([]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("of a program with unlisted paths gives no extremes, and says why", async () => {
    const engine = createPluginEngine(both, answering({ estimates: [p2, { pathId: "p1", meanUs: 1 }] }));
    if (!isEstimator(engine)) throw new Error("the plug-in estimates");
    const report = await engine.estimate({ ...program, truncated: true }, device, {});
    expect([report.minUs, report.maxUs]).toEqual([null, null]);
    expect(report.notes.join()).toContain("listed paths only");
  });
});

describe("the answer of a placement solver", () => {
  const text = JSON.stringify({
    devices: [
      { id: "npu1", profile: "npu" },
      { id: "npu2", profile: "npu" },
      { id: "cpu1", profile: "cpu" },
    ],
    switches: [{ id: "s1", delayUs: 1 }],
    links: [
      { a: "npu1", b: "npu2", gbps: 10 },
      { a: "npu1", b: "s1", gbps: 10 },
      { a: "s1", b: "cpu1", gbps: 10 },
    ],
    chains: [
      { id: "a1", functions: ["fw", "nat"], gbps: 1, maxDelayUs: 60 },
      { id: "a2", functions: ["l3fwd"], gbps: 1, maxDelayUs: 60 },
    ],
  });
  const { problem, diagnostics } = parseProblem(text, "problem.json", catalogue);

  async function place(
    answer: unknown,
    seen?: (request: PluginRequest) => void,
    asked: typeof problem = problem,
  ) {
    if (!asked) throw new Error(diagnostics.map((d) => d.message).join());
    let time = 0;
    const host: PluginHost = {
      async call(request) {
        seen?.(request);
        return answer;
      },
    };
    const engine = createPluginEngine(both, host);
    if (!isPlacementSolver(engine)) throw new Error("the plug-in places");
    return engine.place(asked, { catalogue, nowMs: () => (time += 5) });
  }

  it("needs hosts only: delays, power and routes over one link are worked out here", async () => {
    const placement = await place({
      chains: [
        { id: "a1", hosts: ["npu1", "npu2"] },
        { id: "a2", hosts: ["npu1"] },
      ],
    });
    expect(placement).toMatchObject({
      status: "feasible",
      engine: "own:1",
      embedded: 2,
      timeMs: 5,
      rejected: [],
    });
    expect(placement.chains[0]?.route).toEqual([["npu1", "npu2"]]);
    expect(placement.chains[0]?.delayUs).toBeGreaterThan(0);
    expect(placement.powerWatts).toBeGreaterThan(0);
  });

  describe("of an engine that knows no hosts", () => {
    const [a1] = problem!.chains;
    const links = [
      { a: "h1", b: "npu2", gbps: 10 },
      { a: "h2", b: "cpu1", gbps: 10 },
    ];
    const between = {
      ...problem!,
      hosts: [{ id: "h1" }, { id: "h2" }],
      links: [...problem!.links, ...links],
      chains: [{ ...a1!, maxDelayUs: null, from: "h1", to: "h2" }],
    };
    const answer = { chains: [{ id: "a1", hosts: ["npu1", "npu1"] }] };

    it("is completed by the fastest ways with room left", async () => {
      const placement = await place(answer, undefined, between);
      expect(placement.chains[0]).toMatchObject({
        hosts: ["npu1", "npu1"],
        entry: ["h1", "npu2", "npu1"],
        exit: ["npu1", "s1", "cpu1", "h2"],
      });
    });

    it("is refused in words where none is left, and where one way is given only", async () => {
      const thin = { ...between, links: between.links.map((l) => (l.a === "h2" ? { ...l, gbps: 0.5 } : l)) };
      const refusal = async (given: unknown, asked: typeof problem): Promise<string> =>
        place(given, undefined, asked).then(
          () => "",
          (error: Error) => error.message,
        );
      expect(await refusal(answer, thin)).toContain(
        "chain a1: the answer gives no entry and exit, and no way with room is left from host h1 and to host h2",
      );
      const half = { chains: [{ ...answer.chains[0], entry: ["h1", "npu2", "npu1"] }] };
      expect(await refusal(half, between)).toContain(
        "chain a1 ends at host h2, but the answer gives no way there (exit)",
      );
      const tight = { ...between, chains: [{ ...between.chains[0]!, maxDelayUs: 30 }] };
      expect(await refusal(answer, tight)).toContain("its budget is 30 us");
    });
  });

  it("that leaves a chain out is infeasible, and says which", async () => {
    const placement = await place({ chains: [{ id: "a2", hosts: ["cpu1"] }] });
    expect(placement).toMatchObject({ status: "infeasible", rejected: ["a1"] });
    expect(placement.conflicts[0]?.message).toContain("no place for chain a1");
  });

  it("is asked with what profiles cost and allow, worked out", async () => {
    let asked: PluginRequest | null = null;
    await place({ chains: [] }, (request) => {
      asked = request;
    });
    expect(asked).toMatchObject({
      call: "place",
      options: {
        profiles: { npu: { functionUs: { fw: expect.any(Number) } } },
        required: expect.arrayContaining(["l2fwd"]),
      },
    });
  });

  const a2 = { id: "a2", hosts: ["npu1"] };
  const refused: [string, unknown, string][] = [
    ["nothing", undefined, "the answer: "],
    ["no list", { chains: 3 }, "a list with an entry for each chain"],
    ["hosts too few", { chains: [{ id: "a1", hosts: ["npu1"] }, a2] }, "has 2 functions, the answer gives 1"],
    ["a strange device", { chains: [{ id: "a1", hosts: ["npu9", "npu9"] }, a2] }, "is not a device"],
    ["a strange chain", { chains: [{ id: "a9", hosts: ["npu1"] }] }, "there is no chain a9"],
    ["a chain twice", { chains: [a2, a2] }, "placed 2 times"],
    ["no link on the way", { chains: [{ id: "a1", hosts: ["npu2", "cpu1"] }, a2] }, "npu2"],
    [
      "a route that is none",
      { chains: [{ id: "a1", hosts: ["npu1", "cpu1"], route: [["npu1", "nowhere", "cpu1"]] }, a2] },
      "nowhere",
    ],
  ];
  it.each(refused)("with %s is refused in words", async (_what, answer, message) => {
    const failed = await place(answer).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(PluginError);
    expect((failed as PluginError).message).toContain(message);
  });
});
