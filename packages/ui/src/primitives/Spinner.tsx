import { LoaderCircle } from "lucide-react";
import { cn } from "../lib/cn.ts";

export interface SpinnerProps {
  /** What is being waited for; read out to assistive technology. */
  label?: string;
  className?: string;
}

/** Small turning mark for waits under a second or two; longer work shows `Progress`. */
export function Spinner({ label = "Working", className }: SpinnerProps) {
  return (
    <span role="status" className="inline-flex">
      <LoaderCircle aria-hidden className={cn("size-4 animate-spin text-ink-3", className)} />
      <span className="sr-only">{label}</span>
    </span>
  );
}
