"use client";
import { cn } from "../../lib/cn.ts";
import { ChartFrame } from "../shared/ChartFrame.tsx";
import { prepareRadar, type RadarAxis, type RadarSeries } from "./prepareRadar.ts";

export interface RadarProps {
  axes: readonly RadarAxis[];
  series: readonly RadarSeries[];
  /** What is compared: "Targets by Table 5.6". */
  label: string;
  /** The series that is drawn bold and filled. */
  selectedId?: string | null;
  className?: string;
}

const WIDTH = 440;
const HEIGHT = 300;
const RADIUS = 110;
/** Colour and dashes tell series apart. */
const LINES = [
  ["stroke-series-1", undefined],
  ["stroke-series-2", "6 3"],
  ["stroke-series-3", "2 3"],
  ["stroke-series-4", "8 3 2 3"],
] as const;

/** Quantities of a few things on axes around a centre, each as a share of the largest. */
export function Radar({ axes, series, label, selectedId = null, className }: RadarProps) {
  const model = prepareRadar(axes, series, RADIUS);
  const lineOf = (index: number) => LINES[index % LINES.length] ?? LINES[0];
  return (
    <ChartFrame
      label={label}
      twin={model.twin}
      undrawable={model.undrawable}
      className={className}
      legend={model.shapes.map((shape, index) => (
        <span
          key={shape.id}
          className={cn("inline-flex items-center gap-1", shape.id === selectedId && "font-medium text-ink")}
        >
          <svg width={24} height={8} aria-hidden>
            <line
              x2={24}
              y1={4}
              y2={4}
              strokeWidth={2}
              className={lineOf(index)[0]}
              strokeDasharray={lineOf(index)[1]}
            />
          </svg>
          {shape.label}
        </span>
      ))}
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="w-full max-w-lg"
        role="img"
        aria-label={`${label}: ${model.summary}`}
      >
        <g transform={`translate(${WIDTH / 2},${HEIGHT / 2})`}>
          {model.rings.map(({ radius, text }) => (
            <g key={text}>
              <circle r={radius} fill="none" className="stroke-line" />
              <text x={3} y={-radius + 10} className="fill-ink-3 text-2xs">
                {text}
              </text>
            </g>
          ))}
          {model.axes.map((axis) => (
            <g key={axis.label}>
              <line x2={axis.x} y2={axis.y} className="stroke-line" />
              <text
                x={axis.textX}
                y={axis.textY}
                dy="0.35em"
                textAnchor={axis.anchor}
                className="fill-ink-2 text-2xs"
              >
                {axis.label}
              </text>
            </g>
          ))}
          {model.shapes.map(({ id, points }, index) => (
            <polygon
              key={id}
              points={points}
              strokeWidth={id === selectedId ? 2.5 : 1.25}
              strokeDasharray={lineOf(index)[1]}
              fill={id === selectedId ? "currentColor" : "none"}
              fillOpacity={0.08}
              className={cn("text-ink", lineOf(index)[0])}
            />
          ))}
        </g>
      </svg>
    </ChartFrame>
  );
}
