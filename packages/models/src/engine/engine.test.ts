import { describe, expect, it } from "vitest";
import { libraryDevice } from "../device/index.ts";
import { estimateReportSchema, type LatencyProgram } from "../latency/index.ts";
import type { PlacementSolver } from "../placement/index.ts";
import { builtInEngines } from "./builtInEngines.ts";
import { createEngineRegistry, unknownEngine } from "./registry.ts";

const features = { parse: 2, modify: 2, copy: 0, remove: 0, add: 0, table: 1 };
const program: LatencyProgram = {
  program: "l3fwd.p4",
  architecture: "v1model",
  paths: [{ id: "p1", features, externs: [] }],
  truncated: false,
  min: features,
  max: features,
};
const device = libraryDevice("agilio-cx")!;

const placer: PlacementSolver = {
  id: "never",
  title: "Never places",
  place: async () => ({
    status: "infeasible",
    engine: "never",
    powerWatts: 0,
    bound: null,
    gap: null,
    timeMs: 0,
    embedded: 0,
    rejected: [],
    chains: [],
    conflicts: [],
  }),
};

const builtIn = builtInEngines(() => {
  throw new Error("nothing is solved here");
});
const linear = builtIn.estimator("linear")!;

describe("engines", () => {
  it("lists estimators and placement solvers alike, in the order given, with what each does", () => {
    const estimator = { estimates: true, expects: true, places: false, instant: false };
    const solver = { estimates: false, expects: false, places: true };
    const entries = builtIn.entries.map(({ title: _, ...entry }) => entry);
    expect(entries).toEqual([
      { id: "linear", ...estimator },
      { id: "p8", ...estimator },
      { id: "exact", ...solver, instant: true },
      { id: "ilp", ...solver, instant: false },
      { id: "batch", ...solver, instant: false },
      { id: "greedy", ...solver, instant: true },
      { id: "agnostic", ...solver, instant: true },
    ]);
  });

  it("finds an engine by id only for what it does", () => {
    const both = { ...placer, ...linear, id: "both" };
    const registry = createEngineRegistry([linear, placer, both]);
    expect(registry.estimator("linear")?.id).toBe("linear");
    expect(registry.estimator("never")).toBeNull();
    expect(registry.solver("linear")).toBeNull();
    expect([registry.estimator("both")?.id, registry.solver("both")?.id]).toEqual(["both", "both"]);
    expect(registry.estimator("nothing")).toBeNull();
  });

  it("names those that can be asked when an id is unknown", () => {
    expect(unknownEngine("liner", "estimates", builtIn.entries)).toBe(
      'Unknown estimator "liner" (did you mean "linear"?). Available: linear, p8.',
    );
    expect(unknownEngine("oracle", "places", builtIn.entries)).toContain('placement solver "oracle"');
  });

  it("refuses two engines of one id", () => {
    expect(() => createEngineRegistry([placer, placer])).toThrow("two engines have the id never");
  });

  it.each([
    ["linear", 8.56],
    ["p8", 8.73],
  ])("%s estimates L3Fwd on the Agilio at %d us", async (id, meanUs) => {
    const report = await builtIn.estimator(id)!.estimate(program, device, {});
    expect(estimateReportSchema.parse(report)).toMatchObject({
      engine: id,
      packetBytes: 1500,
      maxUs: meanUs,
    });
  });

  it("an aborted estimate rejects", async () => {
    const options = { signal: AbortSignal.abort(new Error("stopped")) };
    await expect(linear.estimate(program, device, options)).rejects.toThrow("stopped");
  });
});
