// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { prepareRadar } from "./prepareRadar.ts";
import { Radar } from "./Radar.tsx";

afterEach(cleanup);

const axes = ["Throughput", "Power", "Cost", "Delay"].map((label) => ({ label, unit: "u" }));
const series = [
  { id: "a", label: "A", values: [100, 1, 2, 3], shares: [1, 0.5, 0.25, 0] },
  { id: "b", label: "B", values: [50, 2, 8, 6], shares: [0.5, 1, 1, 1] },
];

test("the first axis points up, the others follow clockwise", () => {
  const { axes: placed, shapes } = prepareRadar(axes, series, 100);
  expect(placed.map(({ x, y }) => [Math.round(x) + 0, Math.round(y) + 0])).toEqual([
    [0, -100],
    [100, 0],
    [0, 100],
    [-100, 0],
  ]);
  expect(placed.map(({ anchor }) => anchor)).toEqual(["middle", "start", "middle", "end"]);
  expect(shapes[0]?.points).toBe("0,-100 50,0 0,25 0,0");
});

test.each([
  [axes.slice(0, 2), series],
  [axes, []],
])("%# says why nothing is drawn", (given, shown) => {
  expect(prepareRadar(given, shown, 100).undrawable).toBe("Nothing to compare yet.");
});

test("its numbers stand in a table", () => {
  render(<Radar axes={axes} series={series} label="Targets" selectedId="a" />);
  expect(screen.getByRole("img", { name: "Targets: A, B" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Show table" }));
  expect(screen.getByRole("cell", { name: "50.0" })).toBeDefined();
});
