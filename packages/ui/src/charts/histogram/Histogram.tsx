"use client";
import { scaleLinear, scaleLog } from "d3-scale";
import { formatLatency, formatPercent, LATENCY_UNIT_LABEL } from "../../format/index.ts";
import { ChartFrame } from "../shared/ChartFrame.tsx";
import { MeaningLegend } from "../shared/MeaningLegend.tsx";
import { useWidth } from "../shared/useWidth.ts";
import { XAxis } from "../shared/XAxis.tsx";
import { type HistogramInput, prepareHistogram } from "./prepareHistogram.ts";

export interface HistogramProps extends HistogramInput {
  /** What is distributed: "Latency of segment 2". */
  label: string;
  height?: number;
  className?: string;
}

const LEFT = 40;
const TOP = 30;
const MARKS = {
  pl: { line: "stroke-pl", text: "fill-pl-ink", dash: "6 3" },
  dl: { line: "stroke-dl", text: "fill-dl-ink", dash: "2 3" },
  quantile: { line: "stroke-observed", text: "fill-observed", dash: undefined },
};

/** Distribution of observed latency on a logarithmic scale, the predicted interval as a band behind it. */
export function Histogram({ label, height = 200, className, ...input }: HistogramProps) {
  const [ref, width] = useWidth<HTMLDivElement>(480);
  const model = prepareHistogram(input, Math.max(20, Math.floor(width / 6)));
  const bottom = height - 20;
  const x = scaleLog()
    .domain(model.domainUs)
    .range([LEFT, width - 8]);
  const y = scaleLinear().domain([0, model.maxShare]).nice(3).range([bottom, TOP]);
  const tickGap = 44;
  const ticks = model.ticksUs
    .map((us) => ({ x: x(us), text: formatLatency(us, model.unit) }))
    .filter((tick, index, all) => index === 0 || tick.x - (all[index - 1]?.x ?? 0) > tickGap / 2);

  return (
    <ChartFrame
      label={label}
      twin={model.twin}
      undrawable={model.undrawable}
      className={className}
      legend={<MeaningLegend meanings={model.predicted ? ["observed", "predicted"] : ["observed"]} />}
    >
      <div ref={ref}>
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`${label}: ${model.summary}`}
          className="block"
        >
          {y.ticks(3).map((share) => (
            <g key={share} transform={`translate(0,${y(share)})`}>
              <line x1={LEFT} x2={width - 8} className="stroke-line" />
              <text x={LEFT - 6} textAnchor="end" dominantBaseline="central" className="fill-ink-3 text-2xs">
                {formatPercent(share)}
              </text>
            </g>
          ))}
          <XAxis ticks={ticks} top={bottom} bottom={bottom} />
          <text x={4} y={bottom + 13} className="fill-ink-3 text-2xs">
            {LATENCY_UNIT_LABEL[model.unit]}
          </text>
          {model.predicted ? (
            <g className="fill-predicted stroke-predicted">
              <rect
                x={x(model.predicted.lowUs)}
                y={TOP}
                width={Math.max(2, x(model.predicted.highUs) - x(model.predicted.lowUs))}
                height={bottom - TOP}
                fillOpacity={0.16}
                stroke="none"
              />
              <line
                x1={x(model.predicted.meanUs)}
                x2={x(model.predicted.meanUs)}
                y1={TOP}
                y2={bottom}
                strokeWidth={1.5}
              />
            </g>
          ) : null}
          {model.bars.map((bar) => (
            <rect
              key={bar.fromUs}
              x={x(bar.fromUs)}
              y={y(bar.share)}
              width={Math.max(1, x(bar.toUs) - x(bar.fromUs) - 1)}
              height={Math.max(bar.share > 0 ? 1 : 0, bottom - y(bar.share))}
              className="fill-observed"
              fillOpacity={0.8}
            >
              <title>{bar.title}</title>
            </rect>
          ))}
          <line x1={LEFT} x2={width - 8} y1={bottom} y2={bottom} className="stroke-ink-3" />
          {model.marks.map((mark, index) => {
            const look = MARKS[mark.kind];
            const at = x(mark.us);
            const toLeft = at > width - 90;
            return (
              <g key={mark.text}>
                <line
                  x1={at}
                  x2={at}
                  y1={(index % 2) * 12 + 4}
                  y2={bottom}
                  className={look.line}
                  strokeWidth={1.25}
                  strokeDasharray={look.dash}
                />
                <text
                  x={toLeft ? at - 4 : at + 4}
                  y={(index % 2) * 12 + 11}
                  textAnchor={toLeft ? "end" : "start"}
                  className={`${look.text} text-2xs`}
                >
                  {mark.text}
                </text>
              </g>
            );
          })}
        </svg>
      </div>
    </ChartFrame>
  );
}
