import { describe, expect, it } from "vitest";
import { compareTargets } from "./compareTargets.ts";
import { libraryControllers } from "./controllers.ts";
import { libraryDevice, libraryDevices } from "./library.ts";

describe("controllers and targets as data (thesis Secs. 3.5, 3.6, Fig. 5.3)", () => {
  it("[D25] ONOS: rates by protocol, and Table 3.5 with its 17 % of gain", () => {
    const [onos] = libraryControllers();
    const of = (protocol: string, quantity: string, where: string) =>
      onos!.numbers.find(
        (n) => n.protocol === protocol && n.quantity === quantity && n.where.startsWith(where),
      );
    expect(of("openflow", "lossFreeRate", "one switch")?.value).toBe(30_000);
    expect(of("p4runtime", "lossFreeRate", "one switch")?.value).toBe(1500);
    const [before, after] = ["original", "enhanced"].map((code) =>
      of("p4runtime", "received", `${code} code, whole way`),
    );
    expect([before, after]).toMatchObject([
      { value: 1471, std: 10, source: { place: "Table 3.5" } },
      { value: 1723, std: 30 },
    ]);
    expect(after!.value / before!.value).toBeCloseTo(1.171, 3);
    expect(onos!.numbers.filter(({ source }) => source.place === "Table 3.5")).toHaveLength(12);
  });

  it("[D26] Table 5.6 over its largest; who lacks a number is left out", () => {
    const { axes, targets } = compareTargets(libraryDevices());
    expect(targets.map(({ id }) => id)).toEqual(["asic", "cpu", "fpga", "npu"]);
    expect(axes.map(({ most }) => most)).toEqual([100, 1000, 184, 40_000, 45.9, 90, 20]);
    const shares = targets.find(({ id }) => id === "npu")!.shares.map((share) => Number(share.toFixed(3)));
    expect(shares).toEqual([0.1, 0.5, 0.353, 0.013, 0.162, 0.444, 0.38]);
  });

  it("[D26] Table 3.6: plus signs of the four targets", () => {
    const values = (id: string) => Object.values(libraryDevice(id)!.ratings!.values);
    expect(values("t4p4s")).toEqual([1, 1, 1, null, 1, 4, 4, 4]);
    expect(values("agilio-cx")).toEqual([2, 2, 2, 2, 2, 3, 3, 3]);
    expect(values("netfpga-sume")).toEqual([3, 3, 3, 3, 3, 2, 2, 2]);
    expect(values("asic")).toEqual([4, 4, null, null, 4, 1, 1, 1]);
  });
});
