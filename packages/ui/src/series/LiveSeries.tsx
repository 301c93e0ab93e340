"use client";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import uPlot from "uplot";
import { ChartFrame } from "../charts/shared/ChartFrame.tsx";
import { formatClock, formatLatencyWithUnit, type LatencyUnit } from "../format/index.ts";
import { onThemeChange, readChartColours } from "./chartColours.ts";
import type { ColumnSource } from "./columnBuffer.ts";
import type { SeriesEvent } from "./drawOverlays.ts";
import { type LineSpec, QUANTILE_LINES } from "./lines.ts";
import { type Band, type PlotState, plotColumns, plotOptions } from "./plotOptions.ts";
import { type Aligned, nearestIndex, prepareAligned } from "./prepareAligned.ts";
import { ReadOut, type ReadOutRow } from "./ReadOut.tsx";
import { seriesTwin } from "./seriesTwin.ts";

export interface LiveSeriesProps {
  /** What is drawn: "Latency of segment 2". */
  label: string;
  /** Columns of microseconds over epoch seconds; a column buffer or `staticSource`. */
  source: ColumnSource;
  lines?: readonly LineSpec[];
  /** Columns of the predicted interval. */
  band?: Band | null;
  plUs?: number | null;
  dlUs?: number | null;
  /** p99 above it raises the alarm. */
  alarmUs?: number | null;
  events?: readonly SeriesEvent[];
  /** Fixed view in epoch seconds; null follows the newest data. */
  range?: readonly [number, number] | null;
  /** How much is in view while following; null: all there is. */
  windowSeconds?: number | null;
  /** Brushed range; null on double click: back to what it was. */
  onRange?: (range: [number, number] | null) => void;
  /** Rows further apart than this are not joined. */
  gapSeconds?: number;
  scale?: "linear" | "log";
  height?: number;
  /** Charts with the same key share the cursor. */
  syncKey?: string;
  /** Unit of the page; null: one that suits what is in view. */
  unit?: LatencyUnit | null;
  className?: string;
}

const NO_EVENTS: readonly SeriesEvent[] = [];

/**
 * Live latency over time on a canvas: one paint per animation frame however often the source changes, min/max per
 * pixel column when points are dense, holes where nothing was observed. Drag to zoom, arrows move the cursor.
 */
export function LiveSeries({
  label,
  source,
  lines = QUANTILE_LINES,
  band = null,
  plUs = null,
  dlUs = null,
  alarmUs = null,
  events = NO_EVENTS,
  range = null,
  windowSeconds = null,
  onRange,
  gapSeconds = 2.5,
  scale = "linear",
  height = 240,
  syncKey,
  unit = null,
  className,
}: LiveSeriesProps) {
  // state, not a ref: the element goes and comes back when the chart is shown as a table
  const [host, setHost] = useState<HTMLDivElement | null>(null);
  const plot = useRef<uPlot | null>(null);
  const repaint = useRef<() => void>(() => undefined);
  const [cursor, setCursor] = useState<number | null>(null);
  const [theme, setTheme] = useState(0);
  const state = useRef<PlotState>({
    ...{ plUs, dlUs, alarmUs, events, range, windowSeconds, onRange },
    onCursor: setCursor,
  });
  const shapeKey = JSON.stringify([lines, band]);
  // Lines and band often come as literals; the plot is built anew only when they differ in content.
  // biome-ignore lint/correctness/useExhaustiveDependencies: shapeKey stands for lines and band
  const shape = useMemo(() => ({ lines, band }), [shapeKey]);
  const columns = useMemo(() => plotColumns(shape.lines, shape.band), [shape]);
  const rowText = useSourceRow(source, shape.lines, shape.band, cursor, plot);

  useEffect(() => {
    state.current = { plUs, dlUs, alarmUs, events, range, windowSeconds, onRange, onCursor: setCursor };
    repaint.current();
  }, [plUs, dlUs, alarmUs, events, range, windowSeconds, onRange]);

  useEffect(() => onThemeChange(() => setTheme((count) => count + 1)), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: theme stands for the tokens the colours are read from
  useEffect(() => {
    if (!host) return;
    const data: Aligned = [[]];
    prepareAligned(source.read(), columns, gapSeconds, data);
    const options = plotOptions(
      { ...shape, scale, width: host.clientWidth || 600, height, syncKey, unit },
      readChartColours(host),
      () => state.current,
    );
    const chart = new uPlot(options, data as uPlot.AlignedData, host);
    plot.current = chart;

    let frame = 0;
    const schedule = () => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        prepareAligned(source.read(), columns, gapSeconds, data);
        chart.setData(data as uPlot.AlignedData);
      });
    };
    repaint.current = schedule;
    const stop = source.subscribe(schedule);
    const sizes = new ResizeObserver(() => chart.setSize({ width: host.clientWidth, height }));
    sizes.observe(host);
    return () => {
      cancelAnimationFrame(frame);
      stop();
      sizes.disconnect();
      repaint.current = () => undefined;
      plot.current = null;
      chart.destroy();
    };
  }, [host, source, columns, shape, gapSeconds, scale, height, syncKey, unit, theme]);

  const moveCursor = (event: KeyboardEvent) => {
    const chart = plot.current;
    const xs = chart?.data[0];
    if (!chart || !xs || xs.length === 0) return;
    if (event.key === "Escape") {
      chart.setCursor({ left: -10, top: -10 });
      return;
    }
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -60, PageDown: 60 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const last = xs.length - 1;
    const next = Math.min(last, Math.max(0, (chart.cursor.idx ?? last) + step));
    chart.setCursor({ left: chart.valToPos(xs[next] ?? 0, "x"), top: 1 });
  };

  const spoken = rowText
    ? `${formatClock(rowText.x * 1000)}: ${shape.lines.map((line, index) => `${line.label} ${formatLatencyWithUnit(rowText.values[index], unit)}`).join(", ")}`
    : "no data";

  return (
    <ChartFrame
      label={label}
      twin={() =>
        seriesTwin(
          source.read(),
          [...shape.lines, ...(shape.band?.mean ? [{ column: shape.band.mean, label: "predicted" }] : [])],
          unit,
        )
      }
      legend={
        <ReadOut
          lines={shape.lines}
          row={rowText}
          plUs={plUs}
          dlUs={dlUs}
          alarmUs={alarmUs}
          atCursor={cursor !== null}
          unit={unit}
        />
      }
      className={className}
    >
      <div
        ref={setHost}
        role="slider"
        tabIndex={0}
        aria-label={`${label}, time cursor`}
        aria-valuenow={rowText?.x ?? 0}
        aria-valuetext={spoken}
        onKeyDown={moveCursor}
        className="relative w-full overflow-hidden rounded-sm"
        style={{ height }}
      />
    </ChartFrame>
  );
}

/** The row under the cursor, or the latest, of a source that changes. */
function useSourceRow(
  source: ColumnSource,
  lines: readonly LineSpec[],
  band: Band | null,
  cursor: number | null,
  plot: { current: uPlot | null },
): ReadOutRow | null {
  const newest = useSyncExternalStore(
    source.subscribe,
    () => source.read().x[source.read().x.length - 1] ?? null,
    () => null,
  );
  const wanted = cursor === null ? newest : (plot.current?.data[0][cursor] ?? newest);
  const view = source.read();
  const index = wanted === null ? null : nearestIndex(view.x, wanted);
  if (index === null) return null;
  const at = (column: string | undefined) => {
    const value = column === undefined ? null : view.columns[column]?.[index];
    return value === undefined || value === null || Number.isNaN(value) ? null : value;
  };
  return {
    x: view.x[index] ?? 0,
    values: lines.map((line) => at(line.column)),
    band: band ? { lowUs: at(band.low), highUs: at(band.high), meanUs: at(band.mean) } : null,
  };
}
