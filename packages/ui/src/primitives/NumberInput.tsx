"use client";
import { type ComponentProps, useState } from "react";
import { cn } from "../lib/cn.ts";
import { controlClasses } from "./Input.tsx";

export interface NumberInputProps
  extends Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "min" | "max" | "step"> {
  /** Null stands for empty: unknown, never 0. */
  value: number | null;
  onValueChange: (value: number | null) => void;
  /** Unit that stands after the number, e.g. "µs". */
  unit?: string;
  min?: number;
  max?: number;
  /** Size of one arrow-key step; ten times that with Shift. */
  step?: number;
}

const clamp = (value: number, min: number | undefined, max: number | undefined) =>
  Math.min(Math.max(value, min ?? Number.NEGATIVE_INFINITY), max ?? Number.POSITIVE_INFINITY);

/**
 * Text field for one number. Keeps what is being typed ("1.") until it is a number; arrows step, bounds hold on blur.
 */
export function NumberInput({
  value,
  onValueChange,
  unit,
  min,
  max,
  step = 1,
  className,
  onBlur,
  onKeyDown,
  ...rest
}: NumberInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? (value === null ? "" : String(value));
  const invalid = draft !== null && draft.trim() !== "" && !Number.isFinite(Number(draft));

  const stepBy = (direction: number, large: boolean) => {
    const next = clamp((value ?? min ?? 0) + direction * step * (large ? 10 : 1), min, max);
    setDraft(null);
    onValueChange(Number(next.toPrecision(12)));
  };

  return (
    <span className={cn("relative inline-flex w-32 items-center", className)}>
      <input
        inputMode="decimal"
        role="spinbutton"
        aria-valuenow={value ?? undefined}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-invalid={invalid || undefined}
        className={cn(controlClasses, "text-right")}
        style={unit ? { paddingRight: `calc(${unit.length}ch + 1.1rem)` } : undefined}
        value={shown}
        onChange={(event) => {
          const text = event.target.value;
          setDraft(text);
          const parsed = Number(text);
          if (text.trim() === "") onValueChange(null);
          else if (Number.isFinite(parsed)) onValueChange(parsed);
        }}
        onBlur={(event) => {
          setDraft(null);
          if (value !== null && clamp(value, min, max) !== value) onValueChange(clamp(value, min, max));
          onBlur?.(event);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowUp" || event.key === "ArrowDown") {
            event.preventDefault();
            stepBy(event.key === "ArrowUp" ? 1 : -1, event.shiftKey);
          }
          onKeyDown?.(event);
        }}
        {...rest}
      />
      {unit ? (
        <span aria-hidden className="pointer-events-none absolute right-2.5 text-ink-3">
          {unit}
        </span>
      ) : null}
    </span>
  );
}
