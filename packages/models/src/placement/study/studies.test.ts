import { describe, expect, it } from "vitest";
import { solveBatch } from "../batch/solveBatch.ts";
import { catalogue, highsModule } from "../fixtures/clouds.ts";
import { figure516 } from "./onlineFigures.ts";
import { studies } from "./studies.ts";
import { chainOfLength, instanceOf, inTurn, mixedServers } from "./studyClouds.ts";
import { mayHold, slopeChange } from "./workloadFigures.ts";

const highs = await highsModule();
const tools = { catalogue, highs, nowMs: () => performance.now() };
const facts = (profile: string) => catalogue.device(profile)!;
const hashing = (profile: string, gbps: number): number =>
  Math.floor(facts(profile).externs.get("siphash-2-4")! / gbps);

describe("figures of the thesis, computed here", () => {
  it("[PA28] every figure says where it is from and how long it takes", () => {
    expect(studies.map((s) => s.figure)).toEqual([
      ...["Table 4.1", "Table II", "4.5", "4.7", "4.9"],
      ...["5.4", "5.5", "5.10", "5.12", "5.14", "5.16", "5.17"],
    ]);
    for (const { title, source, typicalMs, standing } of studies) {
      expect(standing.why).not.toBe("");
      expect(title.length).toBeGreaterThan(0);
      expect(source).toMatch(/^Harkous(, thesis, (Table|Figs?\.) [45]\.| et al\., P8, Table II)/);
      expect(typicalMs).toBeGreaterThan(0);
    }
  });

  it.each([
    ["100 us", 100, 21],
    ["best effort", null, 27],
  ])(
    "[PA28] C6, Exp. 1, %s: as many chains as printed find a place, and no more do",
    (_, maxDelayUs, most) => {
      const workload = { network: mixedServers(), functions: chainOfLength[6], gbps: 3, maxDelayUs };
      const chains = inTurn([{ functions: chainOfLength[6], gbps: 3, maxDelayUs }], most);
      const instance = instanceOf({ ...mixedServers(), chains }, catalogue);
      const answer = solveBatch(instance, { timeLimitMs: null, nowMs: tools.nowMs }, highs);
      expect(answer).toMatchObject({ status: "optimal", embedded: most });
      expect(mayHold(workload, most + 1, tools)).toBe(false);
    },
  );

  it.each([
    [568, { asic: 2, fpga: 2 }],
    [280, { asic: 1, npu: 2, cpu: 1 }],
  ])("[PA28] C7: %d W is the power of devices that hash for 10 chains of 3 Gbps", (watts, used) => {
    const devices = Object.entries(used);
    expect(devices.reduce((sum, [p, n]) => sum + n * facts(p).powerWatts, 0)).toBe(watts);
    expect(devices.reduce((sum, [p, n]) => sum + n * hashing(p, 3), 0)).toBeGreaterThanOrEqual(10);
  });

  it.each([
    ["10 us", 10, 568],
    ["100 us", 100, 280],
  ])(
    "[PA28] C7, Exp. 1, %s: both printed powers are proven optimal for one chain of six functions",
    (_, maxDelayUs, watts) => {
      const chain = { functions: chainOfLength[6], gbps: 3, maxDelayUs };
      const instance = instanceOf({ ...mixedServers(), chains: inTurn([chain], 10) }, catalogue);
      expect(solveBatch(instance, { timeLimitMs: null, nowMs: tools.nowMs }, highs)).toMatchObject({
        ...{ status: "optimal", powerWatts: watts, embedded: 10 },
      });
    },
  );

  it("[PA28] C8, Exp. 2: the change of slope is read off the series", () => {
    const line = (...y: number[]) => y.map((each, i) => ({ x: 15 * (i + 1), y: each }));
    // as Fig. 5.12 computes them for r = 0, 0.25 and 0.5
    const without = line(250, 500, 750, 1000, 1250);
    expect(slopeChange(line(200, 300, 550, 800, 1050), without)).toBe(30);
    expect(slopeChange(line(200, 300, 450, 550, 800), without)).toBe(60);
    expect(slopeChange(line(200, 300, 450, 550, 700), without)).toBeNull();
  });

  it("[PA31] Table 4.1 within 0.05 of the printed estimates; Table II where P(n) is known", () => {
    for (const [name, most] of [
      ["Table 4.1", 0.0501],
      ["Table II", 0.0501],
    ] as const) {
      const { series, comparisons } = studies.find(({ figure }) => figure === name)!.run(tools);
      const [, printed, ours] = series;
      expect(comparisons).toHaveLength(9);
      expect(ours!.points).toHaveLength(9);
      ours!.points.forEach(({ y }, i) => {
        expect(Math.abs(y - printed!.points[i]!.y)).toBeLessThan(most);
      });
    }
  });

  it("[PA31] Fig. 4.9: the loads above which the text calls a target over-utilised, and who serves Eq. 4.13", () => {
    const { comparisons } = studies.find(({ figure }) => figure === "4.9")!.run(tools);
    expect(comparisons.slice(0, 3).map((c) => c.ours)).toEqual(["0.2011", "0.6073", "0.8715"]);
    expect(comparisons.slice(3).map((c) => c.ours.replace(/^.*: /, ""))).toEqual([
      "Agilio CX, NetFPGA-SUME",
      "Agilio CX, NetFPGA-SUME",
      "t4p4s, Agilio CX, NetFPGA-SUME",
      "t4p4s, Agilio CX, NetFPGA-SUME",
    ]);
  });

  it("[PA28] C9, Exp. 4: with and without a delay model the power is the same, the time is not", () => {
    const { series, comparisons } = figure516.run(tools);
    const [aware, baseline] = series;
    expect(aware?.points).toEqual(baseline?.points);
    expect(comparisons.map((c) => c.target)).toEqual(["C9", "C9", "C9"]);
    expect(comparisons.every((c) => c.assumption !== null)).toBe(true);
  });
});
