"use client";
import { scaleLinear } from "d3-scale";
import { useId } from "react";
import { LATENCY_UNIT_LABEL } from "../../format/index.ts";
import { cn } from "../../lib/cn.ts";
import { ChartFrame } from "../shared/ChartFrame.tsx";
import { TermHatches, termFill } from "../shared/TermHatches.tsx";
import { termPaint } from "../shared/termPaint.ts";
import { tickText } from "../shared/tickText.ts";
import { useWidth } from "../shared/useWidth.ts";
import { Whisker } from "../shared/Whisker.tsx";
import { XAxis } from "../shared/XAxis.tsx";
import { prepareTermWaterfalls, type TermPanel, type TermWaterfallsModel } from "./prepareTermWaterfalls.ts";

export interface TermWaterfallsProps {
  panels: readonly TermPanel[];
  /** What is compared: "Latency of p1 per device". */
  label: string;
  className?: string;
}

const ROW = 17;
/** Room for a second bar below the first. */
const SECOND = 9;
const BAR = 10;
const SECOND_BAR = 6;
const LABEL = 54;
const VALUE = 42;

/** Latency as waterfalls of its terms, one panel a device, all on one scale; both intervals stand on the total. */
export function TermWaterfalls({ panels, label, className }: TermWaterfallsProps) {
  const scope = useId();
  const model = prepareTermWaterfalls(panels);
  const names = panels.find((panel) => panel.series.length > 1)?.series.map(({ name }) => name);
  return (
    <ChartFrame
      label={label}
      twin={model.twin}
      undrawable={model.undrawable}
      className={className}
      legend={
        <>
          <span>{LATENCY_UNIT_LABEL[model.unit]}, one scale</span>
          <span>thick: interval of the mean; thin: of a packet</span>
          {names ? <span>{`upper bar ${names[0]}, lower ${names[1]}`}</span> : null}
        </>
      }
    >
      <div
        role="img"
        aria-label={`${label}. ${model.panels.map((panel) => panel.summary).join(". ")}`}
        className="grid grid-cols-[repeat(auto-fill,minmax(13.5rem,1fr))] gap-x-5 gap-y-3"
      >
        <svg width={0} height={0} className="absolute" aria-hidden>
          <TermHatches scope={scope} constructs={model.constructs} />
        </svg>
        {model.panels.map((panel) => (
          <Panel key={panel.id} panel={panel} model={model} scope={scope} />
        ))}
      </div>
    </ChartFrame>
  );
}

type PanelProps = {
  panel: TermWaterfallsModel["panels"][number];
  model: TermWaterfallsModel;
  scope: string;
};

function Panel({ panel, model, scope }: PanelProps) {
  const [ref, width] = useWidth<HTMLDivElement>(220);
  const { remark, totals, steps } = panel;
  const row = totals.length > 1 ? ROW + SECOND : ROW;
  const x = scaleLinear()
    .domain(model.domainUs)
    .range([LABEL, Math.max(LABEL + 40, width - VALUE)]);
  const bottom = (model.constructs.length + 1) * row;
  const bars = totals.map((_total, index) => ({
    height: index === 0 ? BAR : SECOND_BAR,
    middle: index === 0 ? ROW / 2 : ROW + SECOND / 2 - 2,
  }));
  return (
    <div ref={ref} className="min-w-0">
      <p className="flex items-baseline gap-2 border-b border-line pb-0.5 text-xs font-medium">
        <span className="truncate" title={panel.title}>
          {panel.title}
        </span>
        {remark?.word ? (
          <span title={remark.text} className="ml-auto shrink-0 text-2xs font-normal text-warn">
            {remark.word}
          </span>
        ) : null}
      </p>
      {totals.length === 0 ? (
        <p className={cn("py-2 text-xs", remark?.tone === "bad" ? "text-bad" : "text-ink-3")}>
          {remark?.text ?? "no estimate"}
        </p>
      ) : (
        <svg width={width} height={bottom + 18} className="block" aria-hidden>
          <XAxis
            top={2}
            bottom={bottom}
            ticks={model.ticksUs.map((tick) => ({ x: x(tick), text: tickText(tick, model.unit) }))}
          />
          <line x1={x(0)} x2={x(0)} y1={2} y2={bottom} className="stroke-ink-3" />
          {model.constructs.map((construct, index) => (
            <g key={construct} transform={`translate(0,${index * row})`}>
              <RowText text={termPaint(construct).label} />
              {(steps[index] ?? []).map((step, at) => {
                const bar = bars[at];
                return step && bar ? (
                  <rect
                    // biome-ignore lint/suspicious/noArrayIndexKey: the series of a panel are told apart by their place
                    key={at}
                    x={x(Math.min(step.fromUs, step.toUs))}
                    y={bar.middle - bar.height / 2}
                    width={Math.max(1.5, Math.abs(x(step.toUs) - x(step.fromUs)))}
                    height={bar.height}
                    fill={termFill(scope, construct)}
                    fillOpacity={at === 0 ? 1 : 0.55}
                  >
                    <title>{step.title}</title>
                  </rect>
                ) : null;
              })}
              {steps[index]?.[0] ? <ValueText x={width} text={steps[index][0].text} /> : null}
            </g>
          ))}
          <g transform={`translate(0,${model.constructs.length * row})`}>
            <line x1={0} x2={width} y1={0.5} y2={0.5} className="stroke-line" />
            <RowText text="total" strong />
            {totals.map(({ name, meanUs, intervals }, at) => {
              const bar = bars[at];
              if (meanUs === null || !bar) return null;
              return (
                <g key={name}>
                  <rect
                    x={x(0)}
                    y={bar.middle - bar.height / 2 + 1}
                    width={Math.max(1.5, x(meanUs) - x(0))}
                    height={bar.height - 2}
                    className="fill-predicted"
                    fillOpacity={at === 0 ? 0.35 : 0.2}
                  />
                  <Whisker intervals={intervals} x={x} y={bar.middle} reach={bar.height / 2} />
                </g>
              );
            })}
            {totals.map(({ name, text }, at) => (
              <ValueText key={name} x={width} y={bars[at]?.middle} text={text} strong={at === 0} />
            ))}
          </g>
        </svg>
      )}
    </div>
  );
}

const RowText = ({ text, strong = false }: { text: string; strong?: boolean }) => (
  <text
    x={0}
    y={ROW / 2}
    dominantBaseline="central"
    className={cn("text-2xs", strong ? "fill-ink font-semibold" : "fill-ink-2")}
  >
    {text}
  </text>
);

type ValueTextProps = { x: number; y?: number | undefined; text: string; strong?: boolean };

const ValueText = ({ x, y = ROW / 2, text, strong = false }: ValueTextProps) => (
  <text
    x={x}
    y={y}
    textAnchor="end"
    dominantBaseline="central"
    className={cn("text-2xs tabular-nums", strong ? "fill-ink font-semibold" : "fill-ink-2")}
  >
    {text}
  </text>
);
