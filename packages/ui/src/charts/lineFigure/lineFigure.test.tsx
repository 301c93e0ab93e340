// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { LineFigure } from "./LineFigure.tsx";
import { lineFigureTwin, prepareLineFigure } from "./prepareLineFigure.ts";

afterEach(cleanup);

const series = [
  {
    name: "delay",
    unit: "us",
    points: [
      { x: 1, y: 10 },
      { x: 2, y: 20, bound: 15 },
    ],
  },
  { name: "cost", unit: "$", points: [{ x: 2, y: 500 }] },
];
const box = { left: 0, right: 100, top: 0, bottom: 100 };

test("each unit has a panel of its own, and an unproven point hangs on its bound", () => {
  const panels = prepareLineFigure(series, box);
  expect(panels.map(({ unit, lines }) => [unit, lines.map(({ index }) => index)])).toEqual([
    ["us", [0]],
    ["$", [1]],
  ]);
  expect(panels[0]?.lines[0]?.path).toBe("M0,50L100,0");
  expect(panels[0]?.gaps).toMatchObject([{ x: 100, from: 0, to: 25 }]);
});

test("the table has a row for each x and a gap where a series has no point", () => {
  expect(lineFigureTwin("functions", series).rows).toEqual([
    ["1.00", "10.0", "–"],
    ["2.00", "20.0", "500"],
  ]);
});

test.each([
  [series, "img", "Figure: delay ends at 20.0 us"],
  [[], "text", "No points to draw."],
] as const)("%# is drawn, or says why not", (given, kind, words) => {
  render(<LineFigure series={given} xLabel="functions" label="Figure" />);
  const found = kind === "img" ? screen.getByRole("img", { name: words }) : screen.getByText(words);
  expect(found).toBeDefined();
});
