import { describe, expect, it } from "vitest";
import { meanWait } from "./wait.ts";

const sojournUs = (load: number, serviceUs: number, sigmaUs: number): number => {
  const wait = meanWait((load * 1e6) / serviceUs, serviceUs, sigmaUs);
  return wait.stable ? serviceUs + wait.waitUs : Number.NaN;
};

describe("M/G/1 wait", () => {
  it.each([
    { target: "NetFPGA L3Fwd", load: 0.05, serviceUs: 3.7, sigmaUs: 0.39, refined: 3.8 },
    { target: "NetFPGA L3Fwd", load: 0.5, serviceUs: 3.7, sigmaUs: 0.39, refined: 5.57 },
    { target: "NetFPGA L3Fwd", load: 0.95, serviceUs: 3.7, sigmaUs: 0.39, refined: 39.24 },
    { target: "Agilio L3Fwd", load: 0.8, serviceUs: 8.2, sigmaUs: 0.21, refined: 24.61 },
    { target: "Agilio VxLAN", load: 0.5, serviceUs: 15.2, sigmaUs: 0.21, refined: 22.8 },
    { target: "t4p4s", load: 0.95, serviceUs: 45.9, sigmaUs: 4.55, refined: 486.23 },
  ])("[W1] $target at load $load takes $refined us", ({ load, serviceUs, sigmaUs, refined }) => {
    expect(Math.abs(sojournUs(load, serviceUs, sigmaUs) - refined)).toBeLessThan(0.0051);
  });

  it.each([1, 1.2])("[W2] load %s has no steady state", (load) => {
    expect(meanWait((load * 1e6) / 10, 10, 1).stable).toBe(false);
  });

  it.each([0.05, 0.5, 0.95])("[W3] exponential service at load %s is M/M/1", (load) => {
    expect(sojournUs(load, 8.2, 8.2)).toBeCloseTo(8.2 / (1 - load), 9);
  });
});
