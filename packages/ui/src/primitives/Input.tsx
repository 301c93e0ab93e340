"use client";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "../lib/cn.ts";

/** Looks shared by everything one types or picks into. */
export const controlClasses =
  "h-8 w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-sm text-ink placeholder:text-ink-3 hover:border-ink-3 disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-bad aria-invalid:bg-bad-soft/40";

export interface InputProps extends ComponentProps<"input"> {
  /** Small sign before the text, e.g. a magnifying glass. */
  leading?: ReactNode;
  /** Key hint or button after the text. */
  trailing?: ReactNode;
}

export function Input({ leading, trailing, className, ...rest }: InputProps) {
  if (!leading && !trailing) return <input className={cn(controlClasses, className)} {...rest} />;
  return (
    <span className={cn("relative inline-flex w-full items-center", className)}>
      {leading ? (
        <span className="pointer-events-none absolute left-2.5 text-ink-3 [&_svg]:size-4">{leading}</span>
      ) : null}
      <input className={cn(controlClasses, leading && "pl-8", trailing && "pr-9")} {...rest} />
      {trailing ? <span className="absolute right-2 flex items-center">{trailing}</span> : null}
    </span>
  );
}
