import { describe, expect, test } from "vitest";
import { prepareTermWaterfalls, type TermPanel } from "./prepareTermWaterfalls.ts";

const panel = (
  id: string,
  terms: [construct: string, totalUs: number][],
  more: Partial<TermPanel> = {},
): TermPanel => ({
  id,
  title: id,
  series: [
    {
      name: "p1",
      meanUs: terms.reduce((sum, [, us]) => sum + us, 0),
      meanLowUs: 4,
      meanHighUs: 10,
      lowUs: 1,
      highUs: 12,
      terms: terms.map(([construct, totalUs]) => ({ construct, totalUs })),
    },
  ],
  ...more,
});

const npu = panel("npu", [
  ["base", 8],
  ["table", 2],
  ["remove", -1],
]);

describe("prepareTermWaterfalls", () => {
  test("each term starts where the one above ended, in one order of rows for all panels", () => {
    const model = prepareTermWaterfalls([
      npu,
      panel("cpu", [
        ["parse", 3],
        ["base", 2],
      ]),
    ]);
    expect(model.constructs).toEqual(["base", "parse", "table", "remove"]);
    expect(model.panels[0]?.steps.map(([step]) => step && [step.fromUs, step.toUs])).toEqual([
      [0, 8],
      null,
      [8, 10],
      [10, 9],
    ]);
    expect(model.panels[1]?.steps.map(([step]) => step && [step.fromUs, step.toUs])).toEqual([
      [0, 2],
      [2, 5],
      null,
      null,
    ]);
  });

  test("one scale holds zero, every step and every interval", () => {
    const model = prepareTermWaterfalls([npu, panel("asic", [["base", 0.5]])]);
    expect(model.domainUs[0]).toBe(0);
    expect(model.domainUs[1]).toBeGreaterThanOrEqual(12);
  });

  test("the total carries the interval of its mean and that of a packet", () => {
    const model = prepareTermWaterfalls([npu]);
    expect(model.panels[0]?.totals[0]?.intervals).toEqual({
      mean: { lowUs: 4, highUs: 10 },
      packet: { lowUs: 1, highUs: 12 },
    });
    expect(model.panels[0]?.summary).toBe("npu: 9.00 (4.00–10.0), a packet 1.00 to 12.0 µs");
    expect(model.twin.head.slice(3, 7).map(({ label }) => label)).toEqual([
      "mean from µs",
      "mean to µs",
      "packet from µs",
      "packet to µs",
    ]);
    expect(model.twin.rows[0]?.slice(3, 7)).toEqual(["4.00", "10.0", "1.00", "12.0"]);
  });

  test("a device that cannot run it says so and draws nothing", () => {
    const remark = { tone: "bad", text: "has no room" } as const;
    const model = prepareTermWaterfalls([npu, panel("fpga", [["base", 900]], { remark })]);
    expect(model.panels[1]).toMatchObject({ totals: [], summary: "fpga: has no room" });
    expect(model.domainUs[1]).toBeLessThan(100);
    expect(model.twin.rows[1]?.slice(0, 3)).toEqual(["fpga (has no room)", "p1", "–"]);
  });

  test("two estimates of a device stand beside each other", () => {
    const [first] = npu.series;
    const second = {
      ...panel("", [["base", 8]]).series[0]!,
      name: "p2",
      ...{ meanLowUs: null, meanHighUs: null, lowUs: null, highUs: null },
    };
    const model = prepareTermWaterfalls([{ ...npu, series: [first!, second] }]);
    expect(model.panels[0]?.steps[1]?.map((step) => step?.text ?? null)).toEqual(["2.00", null]);
    expect(model.panels[0]?.summary).toMatch(/^npu: p1 9\.00.* µs, p2 8\.00 µs$/);
  });

  test.each([
    ["no device", [], /No device chosen/],
    ["none that runs it", [{ ...npu, remark: { tone: "bad", text: "no" } as const }], /npu: no/],
  ])("%s is said in words", (_title, panels, words) =>
    expect(prepareTermWaterfalls(panels).undrawable).toMatch(words),
  );
});
