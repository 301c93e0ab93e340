import { describe, expect, it } from "vitest";
import { libraryDevice } from "../device/index.ts";
import { estimateReportSchema, type LatencyProgram } from "../latency/index.ts";
import type { PlacementSolver } from "../placement/index.ts";
import { builtInEstimators } from "./builtInEstimators.ts";
import { createEngineRegistry } from "./registry.ts";

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

describe("engines", () => {
  it("lists built-in ones and others alike, in the order given", () => {
    expect(createEngineRegistry([...builtInEstimators, placer]).entries).toEqual([
      { id: "linear", title: "Linear (thesis, Eq. 4.6)", estimates: true, places: false },
      { id: "p8", title: "P8 (Eq. 5, look-up of parsed headers)", estimates: true, places: false },
      { id: "never", title: "Never places", estimates: false, places: true },
    ]);
  });

  it("finds an engine by id only for what it does", () => {
    const both = { ...placer, ...builtInEstimators[0]!, id: "both" };
    const registry = createEngineRegistry([...builtInEstimators, placer, both]);
    expect(registry.estimator("p8")?.id).toBe("p8");
    expect(registry.estimator("never")).toBeNull();
    expect(registry.solver("linear")).toBeNull();
    expect([registry.estimator("both")?.id, registry.solver("both")?.id]).toEqual(["both", "both"]);
    expect(registry.estimator("nothing")).toBeNull();
  });

  it("refuses two engines of one id", () => {
    expect(() => createEngineRegistry([placer, placer])).toThrow("two engines have the id never");
  });

  it.each([
    ["linear", 8.56],
    ["p8", 8.73],
  ])("%s estimates L3Fwd on the Agilio at %d us", async (id, meanUs) => {
    const report = await createEngineRegistry(builtInEstimators).estimator(id)!.estimate(program, device, {});
    expect(estimateReportSchema.parse(report)).toMatchObject({
      engine: id,
      packetBytes: 1500,
      maxUs: meanUs,
    });
  });

  it("an aborted estimate rejects", async () => {
    const options = { signal: AbortSignal.abort(new Error("stopped")) };
    await expect(builtInEstimators[0]!.estimate(program, device, options)).rejects.toThrow("stopped");
  });
});
