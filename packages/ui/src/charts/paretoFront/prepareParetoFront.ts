import { scaleLinear } from "d3-scale";
import { formatPredicted, formatSignificant, type LatencyIntervals } from "../../format/index.ts";
import type { TableTwin } from "../shared/ChartFrame.tsx";
import { INTERVAL_ENDS } from "../shared/intervals.ts";

export interface ParetoPoint {
  id: string;
  x: number;
  y: number;
  /** What stands behind the point: "2 NPU, 1 CPU". */
  detail: string;
  /** Of a predicted latency on the x axis (us). */
  intervals?: LatencyIntervals;
  /** no better one exists; false: the best that was found in time */
  proven: boolean;
}

export interface ParetoAxis {
  label: string;
  unit: string;
}

export interface ParetoModel {
  /** in pixels, from left to right */
  points: (ParetoPoint & { left: number; top: number; title: string })[];
  /** steps: what is reachable lies above and to the right of it */
  path: string;
  xTicks: { x: number; text: string }[];
  yTicks: { y: number; text: string }[];
  summary: string;
  twin: TableTwin;
  undrawable: string | null;
}

export interface ParetoBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const TICKS = 5;
/** Room around the points, as a share of their range. */
const MARGIN = 0.08;

function domain(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = (high - low || Math.abs(high) || 1) * MARGIN;
  return [Math.max(0, low - margin), high + margin];
}

/** Pixels, ticks and words of a front of two quantities that are both better when smaller. */
export function prepareParetoFront(
  points: readonly ParetoPoint[],
  [xAxis, yAxis]: readonly [ParetoAxis, ParetoAxis],
  box: ParetoBox,
): ParetoModel {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const ends = points.some(({ intervals }) => intervals) ? INTERVAL_ENDS : [];
  const twin: TableTwin = {
    head: [
      { label: `${xAxis.label} ${xAxis.unit}`, numeric: true },
      ...ends.map(([title]) => ({ label: `${title} ${xAxis.unit}`, numeric: true })),
      { label: `${yAxis.label} ${yAxis.unit}`, numeric: true },
      { label: "Devices" },
      { label: "Proven" },
    ],
    rows: sorted.map(({ x, y, intervals, detail, proven }) => [
      formatSignificant(x),
      ...ends.map(([, end]) => formatSignificant(intervals?.[end] ?? null)),
      formatSignificant(y),
      detail,
      proven ? "yes" : "no",
    ]),
  };
  if (sorted.length === 0) {
    return {
      points: [],
      path: "",
      xTicks: [],
      yTicks: [],
      summary: "",
      twin,
      undrawable: "No answer to draw yet.",
    };
  }
  const x = scaleLinear()
    .domain(domain(sorted.map((point) => point.x)))
    .range([box.left, box.right]);
  const y = scaleLinear()
    .domain(domain(sorted.map((point) => point.y)))
    .range([box.bottom, box.top]);
  const placed = sorted.map((point) => ({
    ...point,
    left: x(point.x),
    top: y(point.y),
    title: `${point.intervals ? formatPredicted(point.x, point.intervals, "us") : formatSignificant(point.x)} ${xAxis.unit}, ${formatSignificant(point.y)} ${yAxis.unit}: ${point.detail}`,
  }));
  const path = placed.map(({ left, top }, i) => (i === 0 ? `M${left},${top}` : `H${left}V${top}`)).join("");
  const [xText, yText] = [x.tickFormat(TICKS), y.tickFormat(TICKS)];
  const range = (values: readonly number[]) =>
    `${formatSignificant(Math.min(...values))} to ${formatSignificant(Math.max(...values))}`;
  return {
    points: placed,
    path,
    xTicks: x.ticks(TICKS).map((value) => ({ x: x(value), text: xText(value) })),
    yTicks: y.ticks(TICKS).map((value) => ({ y: y(value), text: yText(value) })),
    summary: `${placed.length} ${placed.length === 1 ? "choice" : "choices"}, ${xAxis.label.toLowerCase()} ${range(sorted.map((p) => p.x))} ${xAxis.unit}, ${yAxis.label.toLowerCase()} ${range(sorted.map((p) => p.y))} ${yAxis.unit}`,
    twin,
    undrawable: null,
  };
}
