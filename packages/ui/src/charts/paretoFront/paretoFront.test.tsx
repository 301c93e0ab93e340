// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ParetoFront } from "./ParetoFront.tsx";
import { prepareParetoFront } from "./prepareParetoFront.ts";

afterEach(cleanup);

const axes = [
  { label: "Delay", unit: "µs" },
  { label: "Power", unit: "W" },
] as const;
const points = [
  { id: "slow", x: 100, y: 65, detail: "1 npu", proven: true },
  { id: "fast", x: 10, y: 280, detail: "1 asic", proven: false },
];
const box = { left: 0, right: 100, top: 0, bottom: 100 };

test("points run from left to right, the smaller value lower", () => {
  const { points: placed, summary, twin } = prepareParetoFront(points, axes, box);
  expect(placed.map((point) => point.id)).toEqual(["fast", "slow"]);
  expect(placed[0]?.top).toBeLessThan(placed[1]?.top ?? 0);
  expect(summary).toBe("2 choices, delay 10.0 to 100 µs, power 65.0 to 280 W");
  expect(twin.rows[0]).toEqual(["10.0", "280", "1 asic", "no"]);
});

test("a predicted latency has both intervals in words and in the table", () => {
  const intervals = { meanLowUs: 8, meanHighUs: 12, lowUs: 5, highUs: 15 };
  const { points: placed, twin } = prepareParetoFront([{ ...points[1]!, intervals }], axes, box);
  expect(placed[0]?.title).toBe("10.0 ± 2.0, a packet 5.00 to 15.0 µs, 280 W: 1 asic");
  expect(twin.head.slice(1, 5).map(({ label }) => label)).toEqual([
    "mean from µs",
    "mean to µs",
    "packet from µs",
    "packet to µs",
  ]);
  expect(twin.rows).toEqual([["10.0", "8.00", "12.0", "5.00", "15.0", "280", "1 asic", "no"]]);
});

test.each([
  [[], "No answer to draw yet."],
  [points.slice(0, 1), null],
])("%# points can be drawn or say why not", (given, undrawable) => {
  expect(prepareParetoFront(given, axes, box).undrawable).toBe(undrawable);
});

test("a point is chosen by click, and reached by arrows", () => {
  const onSelect = vi.fn();
  render(<ParetoFront points={points} axes={axes} label="Power" selectedId="fast" onSelect={onSelect} />);
  const chosen = screen.getByRole("button", { pressed: true });
  expect(chosen.getAttribute("aria-label")).toBe("10.0 µs, 280 W: 1 asic");
  fireEvent.keyDown(chosen, { key: "ArrowRight" });
  expect(document.activeElement?.getAttribute("aria-label")).toContain("1 npu");
  fireEvent.keyDown(document.activeElement ?? chosen, { key: "Enter" });
  expect(onSelect).toHaveBeenLastCalledWith("slow");
});
