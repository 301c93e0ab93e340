// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import {
  chainHops,
  chainNodes,
  flowSteps,
  histogram,
  stackedRows,
  waterfallHops,
} from "../gallery/chartData.ts";
import { ChainStrip } from "./chainStrip/ChainStrip.tsx";
import { FlowCounters } from "./flowCounters/FlowCounters.tsx";
import { Histogram } from "./histogram/Histogram.tsx";
import { Sparkline } from "./sparkline/Sparkline.tsx";
import { StackedTerms } from "./stackedTerms/StackedTerms.tsx";
import { TermWaterfalls } from "./termWaterfalls/TermWaterfalls.tsx";
import { Waterfall } from "./waterfall/Waterfall.tsx";

afterEach(cleanup);

test.each([
  [
    "stacked terms",
    <StackedTerms key="s" label="Latency" rows={stackedRows} />,
    /Agilio CX: 8.56 ± 0.23, a packet 8.10 to 9.00 µs/,
    "8.56",
  ],
  [
    "waterfall",
    <Waterfall key="w" label="Delay" hops={waterfallHops} budgetUs={40} />,
    /predicted 28.8 µs, observed – µs, budget 40.0 µs/,
    "+6.90",
  ],
  [
    "histogram",
    <Histogram key="h" label="Latency" {...histogram} />,
    /packets, p50 0.660 ms, PL 5.00 ms/,
    "packets",
  ],
])("%s says what it shows and turns into a table", (_name, chart, summary, cell) => {
  render(chart);
  expect(screen.getByRole("img", { name: summary })).toBeDefined();
  expect(screen.queryByRole("table")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show table" }));
  expect(screen.getByRole("table").textContent).toContain(cell);
  expect(screen.queryByRole("img")).toBeNull();
});

test("an undrawable chart says why and offers no table", () => {
  render(<StackedTerms label="Latency" rows={[]} />);
  expect(screen.getByText("No device chosen. Pick one to see its latency.")).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});

test("counters that do not add up are said to", () => {
  render(
    <FlowCounters label="Exporter" steps={flowSteps.slice(0, 2).map((step) => ({ ...step, losses: [] }))} />,
  );
  expect(screen.getByText(/do not add up/)).toBeDefined();
});

test("a sparkline is an image with a summary", () => {
  render(<Sparkline label="p99 of segment 2" valuesUs={[412]} />);
  expect(screen.getByRole("img", { name: "p99 of segment 2: latest 412 µs, highest 412 µs" })).toBeDefined();
});

test("arrows move along a chain strip and select", () => {
  const onSelectHop = vi.fn();
  render(
    <ChainStrip
      label="Chain"
      nodes={chainNodes}
      hops={chainHops}
      selectedHopId="h1"
      onSelectHop={onSelectHop}
    />,
  );
  const selected = screen.getByRole("button", { pressed: true });
  expect(selected.getAttribute("aria-label")).toBe(
    "s1 to VNF1, +5.00 %, 210 µs observed, 200 µs predicted, 2.00 Gbps, holds",
  );
  selected.focus();
  fireEvent.keyDown(selected, { key: "ArrowRight" });
  expect(onSelectHop).toHaveBeenLastCalledWith("h2");
  expect(document.activeElement?.getAttribute("aria-label")).toContain("VNF1 to s1");
});

test("waterfalls of terms stand beside each other and say what they show", () => {
  const terms = [
    { construct: "base", totalUs: 7 },
    { construct: "table", totalUs: 2 },
  ];
  const series = [{ name: "p1", meanUs: 9, meanLowUs: 8.5, meanHighUs: 9.5, lowUs: 8, highUs: 10, terms }];
  render(
    <TermWaterfalls
      label="Latency of p1 per device"
      panels={[
        { id: "npu", title: "npu", series },
        { id: "fpga", title: "fpga", series, remark: { tone: "bad", text: "has no room" } },
      ]}
    />,
  );
  const chart = screen.getByRole("img", {
    name: /^Latency of p1 per device\. npu: 9\.0.*fpga: has no room$/,
  });
  expect(chart.textContent).toContain("has no room");
  for (const of of ["mean", "packet"]) expect(chart.querySelector(`[data-interval=${of}]`)).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show table" }));
  expect(screen.getByRole("table", { name: "Latency of p1 per device" }).textContent).toContain("9.00");
});
