"use client";
import { scaleLinear } from "d3-scale";
import { useId } from "react";
import {
  formatLatency,
  LATENCY_UNIT_LABEL,
  type LatencyIntervals,
  type LatencyUnit,
} from "../../format/index.ts";
import { ChartFrame } from "../shared/ChartFrame.tsx";
import { MeaningLegend } from "../shared/MeaningLegend.tsx";
import { TermHatches, termFill } from "../shared/TermHatches.tsx";
import { TermLegend } from "../shared/TermLegend.tsx";
import { tickText } from "../shared/tickText.ts";
import { useWidth } from "../shared/useWidth.ts";
import { Whisker } from "../shared/Whisker.tsx";
import { XAxis } from "../shared/XAxis.tsx";
import { prepareWaterfall, type WaterfallBar, type WaterfallHop } from "./prepareWaterfall.ts";

export interface WaterfallProps {
  hops: readonly WaterfallHop[];
  budgetUs: number | null;
  /** Both intervals of the whole; those of hops do not add up to them. */
  totalIntervals?: LatencyIntervals | undefined;
  /** What is broken down: "Delay of chain web-edge". */
  label: string;
  /** Nothing is observed yet, as for a placement: no lane, no columns and no words for it. */
  predictedOnly?: boolean;
  /** Unit of the page; left out, one that suits the hops. */
  unit?: LatencyUnit | null;
  className?: string;
}

const ROW = 40;
const BAR = 11;
const LABEL = 116;
/** A column of numbers is as wide as its longest text and a gap: a "–" beside a number would read as its minus. */
const DIGIT = 7;
const GAP = 14;
const HEADS = ["pred.", "obs.", "diff."];
const TOP = 18;
/** Room that the words "not observed" take. */
const UNSEEN = 76;

/** Delay of a chain, hop by hop, predicted above observed, against its budget. */
export function Waterfall({
  hops,
  budgetUs,
  totalIntervals,
  label,
  predictedOnly = false,
  unit: inUnit,
  className,
}: WaterfallProps) {
  const scope = useId();
  const [ref, width] = useWidth<HTMLDivElement>(720);
  const model = prepareWaterfall(hops, budgetUs, inUnit, totalIntervals);
  const unit = LATENCY_UNIT_LABEL[model.unit];
  const heads = predictedOnly ? [`pred. ${unit}`] : [...HEADS.slice(0, 2), `${HEADS[2]} ${unit}`];
  const widths = heads.map(
    (head, i) =>
      GAP + DIGIT * Math.max(head.length, ...model.twin.rows.map((row) => row[i + 1]?.length ?? 0)),
  );
  const right = Math.max(LABEL + 80, width - widths.reduce((sum, w) => sum + w, 0));
  const x = scaleLinear().domain(model.domainUs).range([LABEL, right]);
  const bottom = TOP + (model.rows.length + 1) * ROW;
  const fill = (bar: WaterfallBar) =>
    bar.what === "observed" ? "var(--observed)" : termFill(scope, bar.what);
  const over = model.slackUs !== null && model.slackUs < 0;
  const totalMiddle = TOP + model.rows.length * ROW + ROW / 2;
  const columns = widths.map((_, i) => width - widths.slice(i + 1).reduce((sum, w) => sum + w, 0));

  return (
    <ChartFrame
      label={label}
      twin={model.twin}
      undrawable={model.undrawable}
      className={className}
      legend={
        <>
          <MeaningLegend meanings={predictedOnly ? ["predicted"] : ["predicted", "observed"]} />
          <TermLegend constructs={model.constructs} />
          {model.hasIntervals ? <span>one standard deviation: mean (thick line), packet (thin)</span> : null}
        </>
      }
    >
      <div ref={ref}>
        <svg
          width={width}
          height={bottom + 20}
          role="img"
          aria-label={`${label}: ${model.summary}`}
          className="block"
        >
          <TermHatches scope={scope} constructs={model.constructs} />
          <XAxis
            top={TOP}
            bottom={bottom}
            ticks={model.ticksUs.map((tick) => ({ x: x(tick), text: tickText(tick, model.unit) }))}
          />
          <g className="fill-ink-3 text-2xs" textAnchor="end">
            {heads.map((head, index) => (
              <text key={head} x={columns[index]} y={11}>
                {head}
              </text>
            ))}
          </g>
          {model.rows.map((row, index) => {
            const middle = TOP + index * ROW + ROW / 2;
            return (
              <g key={row.id}>
                <line x1={0} x2={width} y1={middle + ROW / 2} y2={middle + ROW / 2} className="stroke-line" />
                <text x={0} y={middle} dominantBaseline="central" className="fill-ink text-xs">
                  <title>{row.label}</title>
                  {row.label.length > 17 ? `${row.label.slice(0, 16)}…` : row.label}
                </text>
                {row.predicted.bars.map((bar) => (
                  <rect
                    key={`p${bar.what}`}
                    x={x(bar.fromUs)}
                    y={middle - BAR - 1.5}
                    width={Math.max(1, x(bar.toUs) - x(bar.fromUs))}
                    height={BAR}
                    fill={fill(bar)}
                  >
                    <title>{bar.title}</title>
                  </rect>
                ))}
                <Whisker intervals={row.intervals} x={x} y={middle - 15} reach={3} />
                {row.observed.bars.map((bar) => (
                  <rect
                    key={`o${bar.what}`}
                    x={x(bar.fromUs)}
                    y={middle + 1.5}
                    width={Math.max(1, x(bar.toUs) - x(bar.fromUs))}
                    height={BAR}
                    fill={fill(bar)}
                  >
                    <title>{bar.title}</title>
                  </rect>
                ))}
                {row.observed.totalUs === null && !predictedOnly ? (
                  <text
                    x={x(row.observed.fromUs) + (x(row.observed.fromUs) > right - UNSEEN ? -6 : 4)}
                    textAnchor={x(row.observed.fromUs) > right - UNSEEN ? "end" : "start"}
                    y={middle + 8}
                    dominantBaseline="central"
                    className="fill-ink-3 text-2xs"
                  >
                    not observed
                  </text>
                ) : null}
                <LaneMark x={x(row.predicted.fromUs)} y={middle - BAR - 1.5} className="fill-predicted" />
                {predictedOnly ? null : (
                  <LaneMark x={x(row.observed.fromUs)} y={middle + 1.5} className="fill-observed" />
                )}
                <Values
                  columns={columns}
                  y={middle}
                  texts={
                    predictedOnly
                      ? [row.predictedText]
                      : [row.predictedText, row.observedText, row.residualText]
                  }
                />
              </g>
            );
          })}
          <text x={0} y={totalMiddle} dominantBaseline="central" className="fill-ink text-xs font-semibold">
            Total
          </text>
          {(["predicted", "observed"] as const).map((lane) => {
            const us = lane === "predicted" ? model.total.predictedUs : model.total.observedUs;
            return us === null ? null : (
              <rect
                key={lane}
                x={x(0)}
                y={lane === "predicted" ? totalMiddle - BAR - 1.5 : totalMiddle + 1.5}
                width={Math.max(1, x(us) - x(0))}
                height={BAR}
                className={lane === "predicted" ? "fill-predicted" : "fill-observed"}
              />
            );
          })}
          <Whisker intervals={model.total.intervals} x={x} y={totalMiddle - 15} reach={3} />
          <Values
            strong
            columns={columns}
            y={totalMiddle}
            texts={[
              model.twin.rows[model.rows.length]?.[1] ?? "",
              ...(predictedOnly
                ? []
                : [
                    model.twin.rows[model.rows.length]?.[2] ?? "",
                    model.twin.rows[model.rows.length]?.[3] ?? "",
                  ]),
            ]}
          />
          {model.budgetUs === null ? null : (
            <g>
              <line
                x1={x(model.budgetUs)}
                x2={x(model.budgetUs)}
                y1={TOP}
                y2={bottom}
                className={over ? "stroke-bad" : "stroke-ink"}
                strokeWidth={1.5}
                strokeDasharray="5 3"
              />
              <text
                x={x(model.budgetUs) - 4}
                y={11}
                textAnchor="end"
                className={over ? "fill-bad text-2xs font-medium" : "fill-ink text-2xs font-medium"}
              >
                budget {formatLatency(model.budgetUs, model.unit)}
                {model.slackUs === null
                  ? ""
                  : over
                    ? `, over by ${formatLatency(-model.slackUs, model.unit)}`
                    : `, ${formatLatency(model.slackUs, model.unit)} left`}
              </text>
            </g>
          )}
        </svg>
      </div>
    </ChartFrame>
  );
}

/** Says at the start of a bar which lane it is. */
function LaneMark({ x, y, className }: { x: number; y: number; className: string }) {
  return <rect x={x - 3} y={y} width={3} height={BAR} className={className} />;
}

function Values({
  columns,
  y,
  texts,
  strong,
}: {
  columns: number[];
  y: number;
  texts: string[];
  strong?: boolean;
}) {
  return (
    <g textAnchor="end" className={strong ? "fill-ink text-xs font-semibold" : "fill-ink text-xs"}>
      {texts.map((text, index) => (
        <text key={columns[index]} x={columns[index]} y={y} dominantBaseline="central">
          {text}
        </text>
      ))}
    </g>
  );
}
