"use client";
import { scaleLinear, scaleLog } from "d3-scale";
import { LATENCY_UNIT_LABEL } from "../../format/index.ts";
import { ChartFrame } from "../shared/ChartFrame.tsx";
import { MeaningLegend } from "../shared/MeaningLegend.tsx";
import { placeLabels } from "../shared/placeLabels.ts";
import { tickText } from "../shared/tickText.ts";
import { useWidth } from "../shared/useWidth.ts";
import { XAxis } from "../shared/XAxis.tsx";
import { type HistogramInput, prepareHistogram } from "./prepareHistogram.ts";

export interface HistogramProps extends HistogramInput {
  /** What is distributed: "Latency of segment 2". */
  label: string;
  height?: number;
  className?: string;
}

/** As wide as "100 %" and the room before the axis. */
const LEFT = 44;
const RIGHT = 14;
const LINE = 12;
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
  const right = width - RIGHT;
  const x = scaleLog().domain(model.domainUs).range([LEFT, right]);
  const labels = placeLabels(
    model.marks.map((mark) => ({ x: x(mark.us) + 4, text: mark.text })),
    width,
  );
  const top = 6 + LINE * Math.max(1, ...labels.map((label) => label.row + 1));
  const y = scaleLinear().domain([0, model.maxShare]).nice(3).range([bottom, top]);

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
              <line x1={LEFT} x2={right} className="stroke-line" />
              <text x={LEFT - 6} textAnchor="end" dominantBaseline="central" className="fill-ink-3 text-2xs">
                {`${Number((share * 100).toPrecision(3))} %`}
              </text>
            </g>
          ))}
          <XAxis
            ticks={model.ticksUs.map((us) => ({ x: x(us), text: tickText(us, model.unit) }))}
            top={bottom}
            bottom={bottom + 3}
          />
          <text x={0} y={bottom + 16} className="fill-ink-3 text-2xs">
            {LATENCY_UNIT_LABEL[model.unit]}
          </text>
          {model.predicted ? (
            <g className="fill-predicted stroke-predicted">
              <rect
                x={x(model.predicted.lowUs)}
                y={top}
                width={Math.max(2, x(model.predicted.highUs) - x(model.predicted.lowUs))}
                height={bottom - top}
                fillOpacity={0.16}
                stroke="none"
              />
              <line
                x1={x(model.predicted.meanUs)}
                x2={x(model.predicted.meanUs)}
                y1={top}
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
          <line x1={LEFT} x2={right} y1={bottom} y2={bottom} className="stroke-ink-3" />
          {model.marks.map((mark, index) => (
            <line
              key={mark.text}
              x1={x(mark.us)}
              x2={x(mark.us)}
              y1={(labels[index]?.row ?? 0) * LINE + 2}
              y2={bottom}
              className={MARKS[mark.kind].line}
              strokeWidth={1.25}
              strokeDasharray={MARKS[mark.kind].dash}
            />
          ))}
          {model.marks.map((mark, index) => {
            const { row, toLeft } = labels[index] ?? { row: 0, toLeft: false };
            return (
              <text
                key={mark.text}
                x={x(mark.us) + (toLeft ? -4 : 4)}
                y={row * LINE + 10}
                textAnchor={toLeft ? "end" : "start"}
                className={`${MARKS[mark.kind].text} stroke-surface text-2xs`}
                strokeWidth={3}
                paintOrder="stroke"
              >
                {mark.text}
              </text>
            );
          })}
        </svg>
      </div>
    </ChartFrame>
  );
}
