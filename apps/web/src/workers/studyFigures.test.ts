import loadHighs from "highs";
import { expect, it } from "vitest";
import { computeFigure } from "./studyFigures.ts";

const ignore = (): void => {};

it("says which figure cannot be computed", async () => {
  const asked = computeFigure({ source: "Nobody, Fig. 9.9" }, { load: loadHighs, nowMs: () => 0 }, ignore);
  await expect(asked).rejects.toThrow("Nobody, Fig. 9.9 is not among the figures that are computed.");
});

it("computes a figure of latency control without the solver", async () => {
  const load = () => Promise.reject(new Error("not needed"));
  const figure = await computeFigure(
    { source: "Paolucci et al., Table 2" },
    { load, nowMs: () => 0 },
    ignore,
  );
  expect(figure.costMs).toBe(0);
});
