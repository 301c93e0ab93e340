"use client";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";
import { controlClasses } from "./Input.tsx";

export interface TextareaProps extends ComponentProps<"textarea"> {
  /** Fixed-width text, for addresses, JSON and code fragments. */
  mono?: boolean;
}

export function Textarea({ mono, className, rows = 4, ...rest }: TextareaProps) {
  return (
    <textarea
      rows={rows}
      spellCheck={!mono}
      className={cn(controlClasses, "h-auto resize-y py-1.5", mono && "font-mono text-xs", className)}
      {...rest}
    />
  );
}
