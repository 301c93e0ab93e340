"use client";
import { ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";

interface SegmentedOption<T extends string> {
  value: T;
  label: ReactNode;
  /** Accessible name when the label is a sign. */
  name?: string;
  disabled?: boolean;
}

export interface SegmentedControlProps<T extends string> {
  value: T;
  onValueChange: (value: T) => void;
  options: readonly SegmentedOption<T>[];
  size?: "sm" | "md";
  "aria-label": string;
  className?: string;
}

/** One of a few, all in view: ranges, chart or table. Arrow keys move. */
export function SegmentedControl<T extends string>({
  value,
  onValueChange,
  options,
  size = "md",
  className,
  ...rest
}: SegmentedControlProps<T>) {
  return (
    <ToggleGroup.Root
      type="single"
      value={value}
      aria-label={rest["aria-label"]}
      onValueChange={(next) => {
        const option = options.find((candidate) => candidate.value === next);
        if (option) onValueChange(option.value);
      }}
      className={cn("inline-flex shrink-0 rounded-md border border-line bg-sunken p-0.5", className)}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled}
          aria-label={option.name}
          className={cn(
            "inline-flex cursor-pointer items-center justify-center gap-1 rounded-sm text-ink-2 hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 data-[state=on]:bg-surface data-[state=on]:font-medium data-[state=on]:text-ink data-[state=on]:shadow-[0_0_0_1px_var(--line-strong)] dark:data-[state=on]:bg-hover [&_svg]:size-3.5",
            size === "sm" ? "h-5 px-1.5 text-xs" : "h-6.5 px-2.5 text-sm",
          )}
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
