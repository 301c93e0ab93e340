import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../../library/index.ts";
import { runInProcess } from "../../../testing/cli/testIo.ts";

const simulate = (argv: readonly string[], stdin = "") => runInProcess(["simulate", ...argv], { stdin });
const congestion = ["--rate", "transit=7000", "--seconds", "2"];

describe("p4twin simulate", () => {
  it("runs test 2 of Paolucci et al.: LC without loss below 1 ms, everybody else waits 11 ms", async () => {
    const argv = ["lib:paolucci-uc1", ...congestion, "--pl", "8000", "--dl", "15000", "--json"];
    const { code, out, err } = await simulate(argv);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const report = JSON.parse(out);
    expect(report).toMatchObject({ kind: "latencyControl", seconds: 2, seed: 1, holds: true });
    const [lc, be] = report.flows;
    expect(lc).toMatchObject({ flowId: "lc", loss: 0 });
    expect(lc.p99Us).toBeLessThan(1000);
    expect(be.meanUs).toBeGreaterThan(10_500);
    expect(report.segments[0]).toMatchObject({ segmentId: "uc1", plUs: 8000, dlUs: 15_000, dropped: 0 });
    expect((await simulate(argv)).out).toBe(out);
  });

  it("prints flows and segments for people", async () => {
    const { code, out } = await simulate(["lib:paolucci-uc2", "--seconds", "1"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^flow +sent +lost %/m);
    expect(out).toMatch(/^uc2 +12000 +15000 +\d+ +0\.00 +0\.00 +\d+\.\d\d/m);
    expect(out).toMatch(/^transit +0 +0\.00 +0 +0 +0 +- /m);
  });

  it("runs slices with their bounds", async () => {
    const { code, out } = await simulate(["lib:vqueue-priorities", "--seconds", "2", "--json"]);
    expect(code).toBe(0);
    const report = JSON.parse(out);
    expect(report).toMatchObject({ kind: "slices", control: "vQueue" });
    expect(report.slices.map((s: { sliceId: string }) => s.sliceId)).toEqual(["dc", "enterprise", "peering"]);
    expect(report.slices[2].worstCaseUs).toBeCloseTo(35_789.5, 0);
    expect((await simulate(["lib:vqueue-priorities", "--seconds", "1"])).out).toMatch(/^slice +sent/m);
  });

  it("exits 3 when a bound does not hold: meters, and a DL below the time of one pass", async () => {
    const meters = libraryFiles["simulations/vqueue-priorities.json"].replace(
      '"control": "vQueue"',
      '"control": "meter"',
    );
    expect((await simulate(["-", "--seconds", "2"], meters)).code).toBe(3);
    const { code, out } = await simulate([
      "lib:paolucci-uc1",
      "--seconds",
      "1",
      "--pl",
      "uc1=350",
      "--dl",
      "uc1=350",
    ]);
    expect(code).toBe(3);
    expect(out).toMatch(/above DL/);
  });

  it("adds a delay to a VNF", async () => {
    const { out } = await simulate([
      "lib:paolucci-uc1",
      "--seconds",
      "1",
      "--vnf-delay",
      "reflector=5000",
      "--json",
    ]);
    // BE takes 379 us without (Table 2); a VNF that keeps the order adds a little
    expect(Math.abs(JSON.parse(out).flows[1].meanUs / 5379 - 1)).toBeLessThan(0.01);
  });

  it.each([
    ["{ version: 1, name: x, switches: [], flows: [] }", /switches is \[\]/],
    [
      libraryFiles["simulations/paolucci-uc1.json"].replace('"plUs": 12000', '"plUs": 16000'),
      /PL must not be above DL/,
    ],
    [
      libraryFiles["simulations/paolucci-uc1.json"].replace('"vnf": "reflector"', '"vnf": "reflektor"'),
      /there is no vnf 'reflektor'/,
    ],
    [libraryFiles["simulations/paolucci-uc1.json"].replace('"capacity"', '"capcity"'), /no "capcity"/],
    [
      libraryFiles["simulations/vqueue-priorities.json"].replace('"enterprise"', '"dc"'),
      /already slices\[0\]/,
    ],
    ["{ nothing", /bad-syntax/],
  ])("exits 1 with the place of what is wrong (%#)", async (text, message) => {
    const { code, out, err } = await simulate(["-"], text);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^<stdin>:\d+:\d+: error: /);
    expect(err).toMatch(message);
  });

  it.each([
    [["lib:paolucci-uc1", "--rate", "trasit=7000"], /no such id \(did you mean "transit"\?\)/],
    [["lib:paolucci-uc1", "--rate", "7000"], /--rate takes ID=NUMBER/],
    [["lib:paolucci-uc1", "--pl", "20000"], /PL 20000 us is above DL 15000 us/],
    [["lib:paolucci-uc1", "--seconds", "0"], /greater than 0/],
    [["lib:vqueue-priorities", "--pl", "1"], /--pl is for clouds/],
    [[], /scenario file is missing/],
  ])("exits 2 on %j", async (argv, message) => {
    const { code, err } = await simulate(argv);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});
