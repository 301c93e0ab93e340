"use client";
import { ArrowDownRight, ChevronRight, TriangleAlert } from "lucide-react";
import { cn } from "../../lib/cn.ts";
import { ScrollArea } from "../../primitives/ScrollArea.tsx";
import { ChartFrame } from "../shared/ChartFrame.tsx";
import { type FlowStep, prepareFlowCounters } from "./prepareFlowCounters.ts";

export interface FlowCountersProps {
  steps: readonly FlowStep[];
  /** Whose counters: "Exporter 10.0.0.1". */
  label: string;
  className?: string;
}

/** Counters as a flow of bars: what went on, and below what fell out and why. Says so when they do not add up. */
export function FlowCounters({ steps, label, className }: FlowCountersProps) {
  const model = prepareFlowCounters(steps);
  return (
    <ChartFrame
      label={label}
      twin={model.twin}
      undrawable={model.undrawable}
      className={className}
      legend={
        model.addsUp ? null : (
          <span className="inline-flex items-center gap-1 text-bad">
            <TriangleAlert aria-hidden className="size-3.5" /> These counters do not add up.
          </span>
        )
      }
    >
      <ScrollArea label={label}>
        <ol aria-label={`${label}: ${model.summary}`} className="flex gap-1 pb-1">
          {model.steps.map((step, index) => (
            <li key={step.id} className="flex min-w-34 grow basis-0 gap-1">
              <div className="flex min-w-0 grow flex-col gap-1">
                <div className="flex items-baseline justify-between gap-2">
                  <span className="truncate text-xs text-ink-2">{step.label}</span>
                  <span className="text-2xs text-ink-3">{step.shareText}</span>
                </div>
                <span className="text-lg leading-5 font-semibold">{step.count}</span>
                <div className="h-2 overflow-hidden rounded-full bg-sunken">
                  <div
                    className="h-full bg-observed"
                    style={{ width: `${step.share * 100}%`, minWidth: step.share > 0 ? 2 : 0 }}
                  />
                </div>
                <ul className="flex flex-col gap-0.5 text-xs">
                  {step.losses.map((loss) => (
                    <li
                      key={loss.reason}
                      title={loss.shareText}
                      className="flex items-center gap-1 text-ink-2"
                    >
                      <ArrowDownRight aria-hidden className="size-3.5 shrink-0 text-warn" />
                      <span className="grow leading-4">{loss.reason}</span>
                      <span className="text-ink">{loss.count}</span>
                    </li>
                  ))}
                  {step.unaccounted === 0 ? null : (
                    <li className="flex items-center gap-1 text-bad">
                      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
                      <span className="grow">not accounted for</span>
                      {step.unaccounted}
                    </li>
                  )}
                </ul>
              </div>
              <ChevronRight
                aria-hidden
                className={cn(
                  "mt-6 size-4 shrink-0 text-ink-3",
                  index === model.steps.length - 1 && "invisible",
                )}
              />
            </li>
          ))}
        </ol>
      </ScrollArea>
    </ChartFrame>
  );
}
