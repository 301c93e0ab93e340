import { describe, expect, it } from "vitest";
import { importTopology } from "../src/topology/index.ts";
import { library, segment } from "./switch/deployed.ts";

const reporting = ["latency-control-uc1", "latency-control-uc2", "vqueue"];

describe.each([...reporting, "upf"])("deployment %s", (name) => {
  it("is a topology that is read without errors, and a segment that can be bound where it reports", () => {
    const { topology, diagnostics } = importTopology(
      library(`deployments/${name}/topology.json`),
      "topology.json",
    );
    expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
    expect(topology).not.toBeNull();
    if (reporting.includes(name)) expect(segment(name).flows).toHaveLength(1);
  });
});
