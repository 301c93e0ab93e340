"use client";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

export interface SliderProps extends Omit<ComponentProps<"input">, "type" | "value" | "onChange"> {
  value: number;
  onValueChange: (value: number) => void;
  /** the value in words, e.g. "7000 packets/s" */
  valueText: string;
}

/** One number on a line, by mouse or arrow keys; the value stands beside it. */
export function Slider({ value, onValueChange, valueText, className, ...rest }: SliderProps) {
  return (
    <span className={cn("inline-flex items-center gap-2", className)}>
      <input
        type="range"
        value={value}
        aria-valuetext={valueText}
        onChange={(event) => onValueChange(Number(event.target.value))}
        className="h-8 min-w-32 grow accent-accent"
        {...rest}
      />
      <output className="whitespace-nowrap text-ink-2 text-xs tabular-nums">{valueText}</output>
    </span>
  );
}
