"use client";
import { cn } from "@p4twin/ui";
import { ChartFrame } from "@p4twin/ui/charts";
import { formatDateTime } from "@p4twin/ui/format";
import NextLink from "next/link";
import { type KeyboardEvent, useState } from "react";
import { prepareTimeline } from "./prepareTimeline.ts";
import type { Event } from "./useEvents.ts";

/** Lanes that are shown before the rest is asked for. */
const SHOWN = 8;
const STEP: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * When which segment was out of its budget, and which switch off its intent: a lane each, a bar an event. One tab stop;
 * arrows move, Enter opens.
 */
export function EventTimeline({
  events,
  fromMs,
  toMs,
}: {
  events: readonly Event[];
  fromMs: number;
  toMs: number;
}) {
  const [all, setAll] = useState(false);
  const [current, setCurrent] = useState<string | null>(null);
  const lanes = prepareTimeline(events, fromMs, toMs);
  const shown = all ? lanes : lanes.slice(0, SHOWN);
  const bars = shown.flatMap((lane) => lane.bars);
  const stop = bars.some((b) => b.id === current) ? current : bars[0]?.id;
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEP[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a")];
    const at = links.findIndex((link) => link.matches(":focus"));
    links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus();
  };
  return (
    <ChartFrame
      label="Events over time"
      undrawable={bars.length === 0 ? "No event was open in this range." : null}
      twin={{
        head: [{ label: "Where" }, { label: "Of" }, { label: "Event" }],
        rows: shown.flatMap((lane) => lane.bars.map((bar) => [lane.name, lane.of, bar.label])),
      }}
      legend={<Legend />}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a group of links, not a field set */}
      <div role="group" aria-label="Events over time" className="flex flex-col gap-1" onKeyDown={move}>
        {shown.map((lane) => (
          <div key={lane.key} className="grid grid-cols-[minmax(5rem,22%)_1fr] items-center gap-2">
            <span className="truncate text-xs" title={`${lane.name}, ${lane.of}`}>
              {lane.name}
            </span>
            <span className="relative h-5 rounded-sm bg-sunken">
              {lane.bars.map((bar) => (
                <NextLink
                  prefetch={false}
                  key={bar.id}
                  href={`/events/${bar.id}`}
                  aria-label={bar.label}
                  title={bar.label}
                  tabIndex={bar.id === stop ? 0 : -1}
                  onFocus={() => setCurrent(bar.id)}
                  style={{ left: `${100 * bar.left}%`, width: `max(5px, ${100 * bar.width}%)` }}
                  className={cn(
                    "absolute inset-y-0.5 rounded-sm border",
                    bar.critical ? "border-bad bg-bad-soft" : "border-warn bg-warn-soft",
                    bar.open && (bar.critical ? "bg-bad" : "bg-warn"),
                    bar.muted && "border-dashed opacity-60",
                  )}
                />
              ))}
            </span>
          </div>
        ))}
        <div className="grid grid-cols-[minmax(5rem,22%)_1fr] gap-2 text-2xs text-ink-3" aria-hidden>
          <span />
          <span className="flex justify-between gap-2">
            <span>{formatDateTime(fromMs)}</span>
            <span>{formatDateTime(toMs)}</span>
          </span>
        </div>
        {lanes.length > shown.length ? (
          <button
            type="button"
            className="cursor-pointer self-start text-xs text-ink-2 underline"
            onClick={() => setAll(true)}
          >
            Show all {lanes.length} lanes
          </button>
        ) : null}
      </div>
    </ChartFrame>
  );
}

function Legend() {
  return (
    <>
      {(
        [
          ["bg-bad border-bad", "critical, open"],
          ["bg-bad-soft border-bad", "critical, closed"],
          ["bg-warn border-warn", "warning, open"],
          ["bg-warn-soft border-warn", "warning, closed"],
          ["border-dashed border-bad", "muted"],
        ] as const
      ).map(([look, text]) => (
        <span key={text} className="inline-flex items-center gap-1">
          <span aria-hidden className={cn("inline-block h-2.5 w-4 rounded-sm border", look)} />
          {text}
        </span>
      ))}
    </>
  );
}
