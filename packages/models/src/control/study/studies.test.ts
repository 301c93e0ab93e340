import { describe, expect, it } from "vitest";
import { latencyControlStudies } from "./latencyControlFigures.ts";
import { sliceStudies } from "./sliceFigures.ts";

const studies = [...latencyControlStudies, ...sliceStudies].map((study) => {
  const fractions: number[] = [];
  const found = study.run({ nowMs: () => 0, onProgress: (fraction) => fractions.push(fraction) });
  return { name: study.figure, found, fractions };
});
const figure = (name: string) => {
  const study = studies.find((s) => s.name === name);
  if (!study) throw new Error(`no figure ${name}`);
  return study.found;
};
const lineOf = (found: ReturnType<typeof figure>, name: string) =>
  found.series.find((s) => s.name === name)?.points.map((p) => p.y) ?? [];

describe("figures of latency control", () => {
  it("[C33] every figure has lines and a published number beside ours", () => {
    for (const { found, fractions } of studies) {
      expect(found.series.every((s) => s.points.length > 0)).toBe(true);
      expect(found.comparisons.length).toBeGreaterThan(0);
      expect(found.comparisons.every((c) => c.ours !== "none")).toBe(true);
      expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    }
  });

  it("[C33] Fig. 17: the loss of LC falls from nearly all to nothing between DL 10.35 and 12.1 ms", () => {
    const found = figure("17");
    const losses = lineOf(found, "LC loss");
    expect(losses[0]).toBeGreaterThan(90);
    expect(losses.at(-1)).toBe(0);
    const settles = Number.parseFloat(found.comparisons[0].ours);
    expect(settles).toBeGreaterThan(10.35);
    expect(settles).toBeLessThan(12.1);
  });

  it("[C33] Fig. 23: the greatest latency follows DL", () => {
    const found = figure("23");
    const greatest = lineOf(found, "greatest LC latency");
    expect(greatest).toEqual([...greatest].sort((a, b) => a - b));
  });
});
