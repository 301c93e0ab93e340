"use client";
import { Alert, cn, IconButton, Panel, SegmentedControl } from "@p4twin/ui";
import { formatDuration, formatLatencyInterval, formatSignificant, formatWords } from "@p4twin/ui/format";
import { Redo2, RotateCcw, Undo2, X } from "lucide-react";
import type { ReactNode } from "react";
import { countOf } from "@/lib/countOf.ts";
import { changeWords } from "./changeList.ts";
import { DeltaText } from "./DeltaText.tsx";
import type { WhatIfControls } from "./useWhatIf.ts";

export type ChangeBarProps = {
  whatIf: WhatIfControls;
  /** "Save as new version" and the like */
  actions: ReactNode;
};

const MODES = [
  { value: "base", label: "Empty network" },
  { value: "loaded", label: "Under load" },
] as const;

// two lines: the first change must not push what stands below from under the pointer
const STEADY = "min-h-10";
// the rest follows from these more often than not (our choice)
const MOST_SHOWN = 6;

/** What is changed, what it does in sum, and the ways back. */
export function ChangeBar({ whatIf, actions }: ChangeBarProps) {
  const { changes, prediction, paintMs, change: apply, set, undo, redo, unreadable } = whatIf;
  if (!prediction) return null;
  const { state, comparison, now, refused } = prediction;
  const refusedAt = new Map(refused.map(({ index, message }) => [index, message]));
  const added = new Set(comparison.violations.added);
  return (
    <Panel
      title="What if"
      subtitle={changes.length === 0 ? "nothing changed yet" : countOf(changes.length, "change")}
      actions={
        <div className="flex flex-wrap items-center gap-1.5">
          <IconButton
            label="Undo (Ctrl Z)"
            icon={<Undo2 aria-hidden />}
            disabled={!undo}
            onClick={() => undo?.()}
          />
          <IconButton
            label="Redo (Ctrl Shift Z)"
            icon={<Redo2 aria-hidden />}
            disabled={!redo}
            onClick={() => redo?.()}
          />
          <IconButton
            label="Back to the baseline"
            icon={<RotateCcw aria-hidden />}
            disabled={changes.length === 0}
            onClick={() => set([])}
          />
          {actions}
        </div>
      }
    >
      <div className="flex flex-col gap-2.5">
        {unreadable !== null ? (
          <Alert tone="bad" title="The changes in this address cannot be read">
            {unreadable}. The baseline is shown; the next change writes a new address.
          </Alert>
        ) : null}
        <dl className="flex flex-wrap gap-x-6 gap-y-1" aria-label="Sums after the change">
          <Sum label="Power" unit="W" value={now.powerWatts} delta={comparison.powerWatts.delta} />
          <Sum
            label="Delays"
            unit="µs"
            value={now.delayUs}
            shown={formatLatencyInterval(now.delayUs, now.meanLowUs, now.meanHighUs, "us")}
            delta={comparison.delayUs.delta}
          />
          <Sum label="Price" unit="$" value={now.costUsd} delta={comparison.costUsd.delta} />
          <div>
            <dt className="text-xs text-ink-3">Broken constraints</dt>
            <dd className={now.violations.length > 0 ? "font-semibold text-bad" : "font-semibold"}>
              {now.violations.length}
            </dd>
          </div>
        </dl>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <SegmentedControl
            aria-label="Which delays"
            size="sm"
            options={MODES}
            value={state.problem.options.latency ?? "base"}
            onValueChange={(latency) => apply({ kind: "latency", latency, load: null })}
          />
          {paintMs === null ? null : (
            <span className="text-xs text-ink-3">predicted and painted in {formatDuration(paintMs)}</span>
          )}
        </div>
        {changes.length > 0 ? (
          <ol aria-label="Changes" className={cn("flex flex-wrap content-start gap-1.5", STEADY)}>
            {changes.map((change, index) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: the same change may stand twice; the list is replaced as a whole
                key={index}
                className="inline-flex items-center gap-1 rounded-md bg-sunken py-0.5 pr-0.5 pl-2 text-xs"
              >
                {changeWords(change, state.problem)}
                {refusedAt.has(index) ? <span className="text-bad">: {refusedAt.get(index)}</span> : null}
                <IconButton
                  size="sm"
                  label={`Take back: ${changeWords(change, state.problem)}`}
                  icon={<X aria-hidden />}
                  onClick={() => set(changes.filter((_, at) => at !== index))}
                />
              </li>
            ))}
          </ol>
        ) : (
          <p className={cn("text-ink-3", STEADY)}>
            Move a function, swap or fail a device or a link, change load, budget, PL or DL. The baseline
            stays visible as a ghost, with the difference next to it.
          </p>
        )}
        {now.violations.length > 0 ? (
          <Alert tone="bad" title="This does not hold">
            <ul aria-label="Broken constraints" className="list-disc pl-5">
              {now.violations.slice(0, MOST_SHOWN).map(({ constraint, message }) => (
                <li key={message} className={added.has(message) ? undefined : "text-ink-3"}>
                  {formatWords(message)} <span className="text-xs text-ink-3">({constraint})</span>
                </li>
              ))}
            </ul>
            {now.violations.length > MOST_SHOWN ? (
              <p className="text-xs text-ink-3">and {now.violations.length - MOST_SHOWN} more</p>
            ) : null}
          </Alert>
        ) : null}
      </div>
    </Panel>
  );
}

type SumProps = { label: string; unit: string; value: number; shown?: string; delta: number | null };

function Sum({ label, unit, value, shown = formatSignificant(value), delta }: SumProps) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="flex items-baseline gap-1.5">
        <span className="font-semibold" title={`${value} ${unit}`}>
          {shown} <span className="font-normal text-ink-3">{unit}</span>
        </span>
        <DeltaText delta={delta} />
      </dd>
    </div>
  );
}
