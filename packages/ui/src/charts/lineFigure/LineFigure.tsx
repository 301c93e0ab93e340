"use client";
import { ChartFrame } from "../shared/ChartFrame.tsx";
import { useWidth } from "../shared/useWidth.ts";
import { XAxis } from "../shared/XAxis.tsx";
import { type FigureSeries, lineFigureTwin, prepareLineFigure } from "./prepareLineFigure.ts";

export interface LineFigureProps {
  series: readonly FigureSeries[];
  /** What runs to the right: "functions". */
  xLabel: string;
  /** What is drawn: "Devices bought under a budget". */
  label: string;
  className?: string;
}

const HEIGHT = 220;
const BOX = { left: 56, top: 22, bottom: HEIGHT - 36 };
/** Lines differ by dash, too, so that colour is not all that tells them apart. */
const DASHES = [undefined, "6 3", "2 3", "8 3 2 3", "1 4", "10 4", "4 2 1 2", "3 6"];

const colour = (index: number) => `var(--series-${(index % 8) + 1})`;
const dash = (index: number) => DASHES[index % DASHES.length];

/** Lines over a common x, one panel for each unit; an uncertain point reaches down to its bound. */
export function LineFigure({ series, xLabel, label, className }: LineFigureProps) {
  const [ref, width] = useWidth<HTMLDivElement>(520);
  const panels = prepareLineFigure(series, { ...BOX, right: width - 12 });
  return (
    <ChartFrame
      label={label}
      twin={() => lineFigureTwin(xLabel, series)}
      undrawable={panels.length === 0 ? "No points to draw." : null}
      className={className}
      legend={series.map(({ name }, index) => (
        <span key={name} className="inline-flex items-center gap-1">
          <svg width={22} height={8} aria-hidden="true">
            <line
              x1={1}
              x2={21}
              y1={4}
              y2={4}
              stroke={colour(index)}
              strokeWidth={2}
              strokeDasharray={dash(index)}
            />
          </svg>
          {name}
        </span>
      ))}
    >
      <div ref={ref} className="flex flex-col gap-2">
        {panels.map((panel) => (
          <svg
            key={panel.unit}
            width={width}
            height={HEIGHT}
            role="img"
            aria-label={`${label}: ${panel.summary}`}
          >
            <XAxis ticks={panel.xTicks} top={BOX.top} bottom={BOX.bottom} />
            <g aria-hidden>
              {panel.yTicks.map((tick) => (
                <g key={tick.y} transform={`translate(0,${tick.y})`}>
                  <line x1={BOX.left} x2={width - 12} className="stroke-line" />
                  <text x={BOX.left - 6} dy="0.35em" textAnchor="end" className="fill-ink-3 text-2xs">
                    {tick.text}
                  </text>
                </g>
              ))}
              <text x={4} y={12} className="fill-ink-2 text-2xs">
                {panel.unit}
              </text>
              <text x={width - 12} y={HEIGHT - 6} textAnchor="end" className="fill-ink-2 text-2xs">
                {xLabel}
              </text>
            </g>
            {panel.gaps.map((gap) => (
              <line
                key={gap.key}
                x1={gap.x}
                x2={gap.x}
                y1={gap.from}
                y2={gap.to}
                className="stroke-ink-3"
                strokeDasharray="1 2"
              />
            ))}
            {panel.lines.map((line) => (
              <g key={line.name}>
                <path
                  d={line.path}
                  fill="none"
                  stroke={colour(line.index)}
                  strokeWidth={1.75}
                  strokeDasharray={dash(line.index)}
                />
                {line.marks.map((mark) => (
                  <circle key={mark.x} cx={mark.x} cy={mark.y} r={3} fill={colour(line.index)}>
                    <title>{mark.title}</title>
                  </circle>
                ))}
              </g>
            ))}
          </svg>
        ))}
      </div>
    </ChartFrame>
  );
}
