"use client";
import { scaleLinear } from "d3-scale";
import { useId } from "react";
import { LATENCY_UNIT_LABEL } from "../../format/index.ts";
import { ChartFrame } from "../shared/ChartFrame.tsx";
import { TermHatches, termFill } from "../shared/TermHatches.tsx";
import { TermLegend } from "../shared/TermLegend.tsx";
import { tickText } from "../shared/tickText.ts";
import { useWidth } from "../shared/useWidth.ts";
import { Whisker } from "../shared/Whisker.tsx";
import { XAxis } from "../shared/XAxis.tsx";
import { prepareStackedTerms, type StackedTermsRow } from "./prepareStackedTerms.ts";

export interface StackedTermsProps {
  rows: readonly StackedTermsRow[];
  /** What is compared: "Latency of path p1 per device". */
  label: string;
  className?: string;
}

const ROW = 30;
const BAR = 14;
const LABEL = 132;
const VALUE = 56;

/** Latency as a bar of its terms, one bar per device, with the intervals of mean and packet as whiskers around it. */
export function StackedTerms({ rows, label, className }: StackedTermsProps) {
  const scope = useId();
  const [ref, width] = useWidth<HTMLDivElement>(560);
  const model = prepareStackedTerms(rows);
  const x = scaleLinear()
    .domain(model.domainUs)
    .range([LABEL, Math.max(LABEL + 60, width - VALUE)]);
  const bottom = model.rows.length * ROW;

  return (
    <ChartFrame
      label={label}
      twin={model.twin}
      undrawable={model.undrawable}
      legend={<TermLegend constructs={model.constructs} />}
      className={className}
    >
      <div ref={ref}>
        <svg
          width={width}
          height={bottom + 20}
          role="img"
          aria-label={`${label}. ${model.rows.map((row) => row.summary).join(". ")}`}
          className="block"
        >
          <TermHatches scope={scope} constructs={model.constructs} />
          <XAxis
            top={0}
            bottom={bottom}
            ticks={model.ticksUs.map((tick) => ({ x: x(tick), text: tickText(tick, model.unit) }))}
          />
          <text x={width} y={bottom + 13} textAnchor="end" className="fill-ink-3 text-2xs">
            {LATENCY_UNIT_LABEL[model.unit]}
          </text>
          {model.rows.map((row, index) => {
            const middle = index * ROW + ROW / 2;
            return (
              <g key={row.id}>
                <text x={0} y={middle} dominantBaseline="central" className="fill-ink text-xs">
                  <title>{row.label}</title>
                  {row.label.length > 20 ? `${row.label.slice(0, 19)}…` : row.label}
                </text>
                {row.unavailable ? (
                  <text x={x(0) + 6} y={middle} dominantBaseline="central" className="fill-bad text-xs">
                    ✕ {row.unavailable}
                  </text>
                ) : null}
                {row.bars.map((bar) => (
                  <rect
                    key={bar.construct + bar.fromUs}
                    x={x(bar.fromUs)}
                    y={middle - BAR / 2}
                    width={Math.max(1, x(bar.toUs) - x(bar.fromUs) - 1)}
                    height={BAR}
                    fill={termFill(scope, bar.construct)}
                  >
                    <title>{bar.title}</title>
                  </rect>
                ))}
                {row.intervals ? <Whisker intervals={row.intervals} x={x} y={middle} /> : null}
                {row.meanUs === null ? null : (
                  <line
                    x1={x(row.meanUs)}
                    x2={x(row.meanUs)}
                    y1={middle - 10}
                    y2={middle + 10}
                    className="stroke-ink"
                    strokeWidth={2}
                  >
                    <title>{row.summary}</title>
                  </line>
                )}
                <text
                  x={width}
                  y={middle}
                  textAnchor="end"
                  dominantBaseline="central"
                  className="fill-ink text-xs font-medium"
                >
                  {row.value}
                </text>
              </g>
            );
          })}
          <line x1={x(0)} x2={x(0)} y1={0} y2={bottom} className="stroke-ink-3" />
        </svg>
      </div>
    </ChartFrame>
  );
}
