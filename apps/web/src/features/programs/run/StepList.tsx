"use client";
import { cn, IconButton } from "@p4twin/ui";
import { formatLatency } from "@p4twin/ui/format";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from "react";
import type { PacketRun, RunStep } from "@/workers/run/runQuestions.ts";
import { branchDepths, stepGroups } from "./model/stepGroups.ts";
import { KIND_WORDS, stepTitle } from "./model/stepWords.ts";
import { endOfTimes, StepTimeBar } from "./StepTimeBar.tsx";

export type StepListProps = { run: PacketRun; index: number; onIndex: (index: number) => void };

/** The steps of each copy of the packet, copies below what they come from; arrow keys go back and forth. */
export function StepList({ run, index, onIndex }: StepListProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const depths = branchDepths(run.branches);
  const last = run.steps.length - 1;
  const endUs = useMemo(() => endOfTimes(run.steps), [run.steps]);
  const go = (next: number): void => {
    if (next !== index && next >= 0 && next <= last) onIndex(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowRight: index + 1,
      ArrowUp: index - 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: last,
    };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    go(next);
  };
  useEffect(() => {
    const { current } = list;
    const option = current?.querySelector<HTMLElement>(`[data-step="${index}"]`);
    if (!current || !option) return;
    const [top, bottom] = [option.offsetTop, option.offsetTop + option.offsetHeight];
    if (top < current.scrollTop) current.scrollTop = top - option.offsetHeight;
    else if (bottom > current.scrollTop + current.clientHeight)
      current.scrollTop = bottom - current.clientHeight;
  }, [index]);
  return (
    <>
      <div className="flex items-center gap-1 border-b px-2 py-1">
        <IconButton
          size="sm"
          label="Step back"
          disabled={index === 0}
          icon={<ChevronLeft aria-hidden />}
          onClick={() => go(index - 1)}
        />
        <IconButton
          size="sm"
          label="Step forth"
          disabled={index === last}
          icon={<ChevronRight aria-hidden />}
          onClick={() => go(index + 1)}
        />
        <span className="text-xs text-ink-3">or the arrow keys</span>
        {run.leftOut > 0 ? (
          <span className="ml-auto text-xs text-ink-3">{run.leftOut} more are not listed</span>
        ) : null}
      </div>
      {endUs > 0 ? (
        <div className="border-b px-3 py-0.5 text-2xs text-ink-3">
          <p>
            Bar: time of the step. Lines: time so far, one standard deviation, of the mean (thick) and of a
            packet (thin).
          </p>
          <p className="flex justify-between gap-2 tabular-nums">
            <span>0 µs</span>
            <span>{formatLatency(endUs, "us")} µs</span>
          </p>
        </div>
      ) : null}
      <div
        ref={list}
        role="listbox"
        aria-label="Steps"
        tabIndex={0}
        aria-activedescendant={`${id}-${index}`}
        onKeyDown={onKeyDown}
        className="relative min-h-0 grow overflow-auto -outline-offset-2"
      >
        {stepGroups(run.steps).map(({ branch, steps }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box
          <div key={branch} role="group" aria-label={run.branches[branch]?.cause}>
            {run.branches.length > 1 ? (
              <p
                aria-hidden
                className="bg-sunken px-3 py-1 text-xs font-medium text-ink-2"
                style={{ paddingLeft: `${0.75 + (depths[branch] ?? 0)}rem` }}
              >
                {run.branches[branch]?.cause}
              </p>
            ) : null}
            {steps.map(({ index: at, step }) => (
              <StepOption
                key={at}
                id={`${id}-${at}`}
                index={at}
                step={step}
                depth={depths[branch] ?? 0}
                endUs={endUs}
                isSelected={at === index}
                onSelect={() => go(at)}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

type StepOptionProps = {
  id: string;
  index: number;
  step: RunStep;
  depth: number;
  /** where the time axis ends; 0: there is none */
  endUs: number;
  isSelected: boolean;
  onSelect: () => void;
};

function StepOption({ id, index, step, depth, endUs, isSelected, onSelect }: StepOptionProps) {
  const { event, time } = step;
  const isDrop = event.kind === "parserError" || (event.kind === "fate" && event.fate === "dropped");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list box has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      data-step={index}
      onClick={onSelect}
      className={cn(
        "cursor-pointer px-3 py-0.5 text-xs hover:bg-hover",
        event.kind === "enter" && "pt-2 font-medium",
        isSelected && "bg-accent-soft text-ink hover:bg-accent-soft",
      )}
    >
      <span
        className="flex items-baseline gap-2"
        style={{ paddingLeft: `${depth + (event.kind === "enter" ? 0 : 0.75)}rem` }}
      >
        <span className={cn("w-12 shrink-0", isSelected ? "text-ink-2" : "text-ink-3")}>
          {KIND_WORDS[event.kind]}
        </span>
        <span className={cn("min-w-0 grow font-mono break-words", isDrop && "text-bad")}>
          {stepTitle(event)}
        </span>
        {time === null ? null : (
          <span className={cn("shrink-0 tabular-nums", isSelected ? "text-ink-2" : "text-ink-3")}>
            {formatLatency(time.us, "us")} µs
          </span>
        )}
      </span>
      {event.kind === "table" && event.members ? (
        <span
          aria-hidden
          className="block font-mono break-words text-ink-3"
          style={{ paddingLeft: `${depth + 4.5}rem` }}
        >
          {event.members.all.map((member, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: members stand in the order of their handles
            <span key={place} className={cn("block", place === event.members?.chosen && "text-ink")}>
              {place === event.members?.chosen ? "→" : "or"} {member}
            </span>
          ))}
        </span>
      ) : null}
      {time === null || time.us === 0 ? null : <StepTimeBar time={time} endUs={endUs} />}
    </div>
  );
}
