import { scaleLinear } from "d3-scale";
import { formatSignificant } from "../../format/index.ts";
import type { TableTwin } from "../shared/ChartFrame.tsx";

interface FigurePoint {
  x: number;
  y: number;
  /** Least value of the point, where it is uncertain (a proven bound, the lower end of an interval). */
  bound?: number;
}

export interface FigureSeries {
  name: string;
  unit: string;
  points: readonly FigurePoint[];
}

export interface FigureBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface FigurePanel {
  unit: string;
  /** `index` is the place among all series, for its colour and dash */
  lines: { name: string; index: number; path: string; marks: { x: number; y: number; title: string }[] }[];
  /** from an uncertain point down to its bound */
  gaps: { x: number; from: number; to: number; key: string }[];
  xTicks: { x: number; text: string }[];
  yTicks: { y: number; text: string }[];
  summary: string;
}

const TICKS = 5;

/** One panel for each unit, so that no two scales share an axis. */
export function prepareLineFigure(series: readonly FigureSeries[], box: FigureBox): FigurePanel[] {
  const xs = series.flatMap(({ points }) => points.map(({ x }) => x));
  if (xs.length === 0) return [];
  const x = scaleLinear()
    .domain([Math.min(...xs), Math.max(...xs)])
    .range([box.left, box.right]);
  const xText = x.tickFormat(TICKS);
  const xTicks = x.ticks(TICKS).map((value) => ({ x: x(value), text: xText(value) }));
  return [...new Set(series.map(({ unit }) => unit))].map((unit) => {
    const here = series.flatMap((entry, index) => (entry.unit === unit ? [{ ...entry, index }] : []));
    const values = here.flatMap(({ points }) => points.flatMap(({ y, bound }) => [y, bound ?? y]));
    const y = scaleLinear()
      .domain([Math.min(0, ...values), Math.max(...values, 1e-9)])
      .nice(TICKS)
      .range([box.bottom, box.top]);
    const yText = y.tickFormat(TICKS);
    return {
      unit,
      lines: here.map(({ name, index, points }) => ({
        name,
        index,
        path: points.map((point, i) => `${i === 0 ? "M" : "L"}${x(point.x)},${y(point.y)}`).join(""),
        marks: points.map((point) => ({
          x: x(point.x),
          y: y(point.y),
          title: `${name}: ${formatSignificant(point.y)} ${unit} at ${formatSignificant(point.x)}`,
        })),
      })),
      gaps: here.flatMap(({ name, points }) =>
        points.flatMap((point) =>
          point.bound === undefined || point.bound === point.y
            ? []
            : [{ x: x(point.x), from: y(point.y), to: y(point.bound), key: `${name} ${point.x}` }],
        ),
      ),
      xTicks,
      yTicks: y.ticks(TICKS).map((value) => ({ y: y(value), text: yText(value) })),
      summary: here
        .map(({ name, points }) => {
          const last = points.at(-1);
          return last ? `${name} ends at ${formatSignificant(last.y)} ${unit}` : `${name} is empty`;
        })
        .join(", "),
    };
  });
}

/** The numbers of all series, one row for each x. */
export function lineFigureTwin(xLabel: string, series: readonly FigureSeries[]): TableTwin {
  const xs = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  return {
    head: [
      { label: xLabel, numeric: true },
      ...series.map(({ name, unit }) => ({ label: `${name} ${unit}`, numeric: true })),
    ],
    rows: xs.map((x) => [
      formatSignificant(x),
      ...series.map(({ points }) => formatSignificant(points.find((point) => point.x === x)?.y)),
    ]),
  };
}
