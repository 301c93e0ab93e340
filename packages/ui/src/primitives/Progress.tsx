"use client";
import { Progress as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { formatDuration } from "../format/index.ts";
import { cn } from "../lib/cn.ts";
import { Button } from "./Button.tsx";

export interface ProgressProps {
  /** What is being done: "Placing 12 chains". */
  label: string;
  /** 0..1; null when nobody can tell. */
  fraction: number | null;
  /** Expected time left in milliseconds; null when unknown. */
  remainingMs?: number | null;
  /** Further facts, e.g. incumbent and bound of a solver. */
  detail?: ReactNode;
  onCancel?: () => void;
  className?: string;
}

export function Progress({
  label,
  fraction,
  remainingMs = null,
  detail,
  onCancel,
  className,
}: ProgressProps) {
  const percent = fraction === null ? null : Math.round(Math.min(1, Math.max(0, fraction)) * 100);
  const facts = [
    percent === null ? null : `${percent} %`,
    remainingMs === null ? null : `about ${formatDuration(remainingMs)} left`,
  ]
    .filter((fact) => fact !== null)
    .join(" · ");
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <div className="flex items-center justify-between gap-3">
        <span className="truncate">{label}</span>
        <span className="flex shrink-0 items-center gap-2 text-xs text-ink-3">
          {facts}
          {onCancel ? (
            <Button size="sm" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
        </span>
      </div>
      <Radix.Root
        value={percent}
        aria-label={label}
        className="relative h-1.5 overflow-hidden rounded-full bg-sunken ring-1 ring-line"
      >
        <Radix.Indicator
          className={cn(
            "h-full rounded-full bg-accent transition-[width]",
            percent === null && "w-1/3 animate-sweep",
          )}
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </Radix.Root>
      {detail ? <div className="text-xs text-ink-2">{detail}</div> : null}
    </div>
  );
}
