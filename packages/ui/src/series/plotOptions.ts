import type uPlot from "uplot";
import { tickText } from "../charts/shared/tickText.ts";
import {
  chooseLatencyUnit,
  formatClock,
  formatLatencyWithUnit,
  LATENCY_UNIT_LABEL,
  type LatencyUnit,
} from "../format/index.ts";
import type { ChartColours } from "./chartColours.ts";
import { drawEvents, drawLimits, type Limits, type SeriesEvent } from "./drawOverlays.ts";
import { latencyRange, timeRange } from "./latencyRange.ts";
import { colourOf, dashOf, LINE_WIDTH, type LineSpec } from "./lines.ts";

export interface Band {
  /** Columns of the predicted interval and mean. */
  low: string;
  high: string;
  mean?: string;
}

/** What may change from paint to paint without building the plot anew. */
export interface PlotState extends Limits {
  events: readonly SeriesEvent[];
  range: readonly [number, number] | null;
  windowSeconds: number | null;
  onRange: ((range: [number, number] | null) => void) | undefined;
  onCursor: (index: number | null) => void;
}

export interface PlotShape {
  lines: readonly LineSpec[];
  band: Band | null;
  scale: "linear" | "log";
  width: number;
  height: number;
  syncKey: string | undefined;
  /** null: one that suits what is in view */
  unit: LatencyUnit | null;
}

/** Columns in the order in which the plot takes them. */
export function plotColumns(lines: readonly LineSpec[], band: Band | null): string[] {
  return [
    ...(band ? [band.high, band.low, ...(band.mean ? [band.mean] : [])] : []),
    ...lines.map((line) => line.column),
  ];
}

const DAY = 86_400;
const FONT = "11px ui-sans-serif, system-ui, sans-serif";

/** Times of the axis without more digits than its steps need. */
function timeTexts(splits: readonly number[], step: number): string[] {
  return splits.map((seconds) => {
    if (step >= DAY)
      return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" }).format(seconds * 1000);
    const clock = formatClock(seconds * 1000);
    return step >= 60 ? clock.slice(0, 5) : clock;
  });
}

/** Options of a latency plot; `state` is asked at every paint, so that live changes never rebuild the plot. */
export function plotOptions(shape: PlotShape, colours: ChartColours, state: () => PlotState): uPlot.Options {
  const { lines, band, scale } = shape;
  const clear = "rgba(0,0,0,0)";
  const series: uPlot.Series[] = [
    {},
    ...(band
      ? [
          { stroke: clear, width: 0, points: { show: false } },
          { stroke: clear, width: 0, points: { show: false } },
          ...(band.mean
            ? [{ stroke: colours.predicted, width: 1.5, dash: [4, 3], points: { show: false } }]
            : []),
        ]
      : []),
    ...lines.map((line) => ({
      stroke: colourOf(line, colours),
      width: line.width ?? LINE_WIDTH,
      dash: dashOf(line),
      points: { show: false },
      spanGaps: false,
    })),
  ];
  const limits = () =>
    [state().plUs, state().dlUs, state().alarmUs].filter((us): us is number => us !== null);
  const axis: uPlot.Axis = {
    stroke: colours.quiet,
    font: FONT,
    grid: { stroke: colours.grid, width: 1 },
    ticks: { show: false },
  };

  return {
    width: shape.width,
    height: shape.height,
    padding: [8, 12, 0, 0],
    legend: { show: false },
    series,
    ...(band
      ? {
          bands: [
            {
              series: [1, 2] as uPlot.Band.Bounds,
              fill: `color-mix(in srgb, ${colours.predicted} 22%, transparent)`,
            },
          ],
        }
      : {}),
    scales: {
      x: {
        time: true,
        range: (plot) => {
          const xs = plot.data[0];
          const { range, windowSeconds } = state();
          return timeRange(range, windowSeconds, xs[0] ?? null, xs[xs.length - 1] ?? null, Date.now() / 1000);
        },
      },
      y: {
        distr: scale === "log" ? 3 : 1,
        range: (_plot, min, max) => latencyRange(min, max, limits(), scale),
      },
    },
    axes: [
      {
        ...axis,
        space: 70,
        size: 28,
        values: (_plot, splits, _index, _space, step) => timeTexts(splits, step),
      },
      {
        ...axis,
        size: 60,
        values: (plot, splits) => {
          const unit = shape.unit ?? chooseLatencyUnit([plot.scales.y?.max ?? 1]);
          return splits.map((us) => (us === null ? "" : `${tickText(us, unit)} ${LATENCY_UNIT_LABEL[unit]}`));
        },
      },
    ],
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false },
      points: { size: 6 },
      ...(shape.syncKey ? { sync: { key: shape.syncKey } } : {}),
      bind: {
        dblclick: () => () => {
          state().onRange?.(null);
          return null;
        },
      },
    },
    hooks: {
      setCursor: [(plot) => state().onCursor(plot.cursor.idx ?? null)],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width > 4) state().onRange?.([plot.posToVal(left, "x"), plot.posToVal(left + width, "x")]);
          if (width > 0) plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
      draw: [
        (plot) => {
          drawEvents(plot, state().events, colours);
          drawLimits(plot, state(), (us) => formatLatencyWithUnit(us, shape.unit), colours);
        },
      ],
    },
  };
}
