"use client";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { cn } from "../lib/cn.ts";

export interface ScrollAreaProps {
  /** What scrolls, for whoever cannot see it: "Traffic classes". */
  label: string;
  className?: string;
  children: ReactNode;
}

/** A region that scrolls when its content is too large, and can be focused then, so that arrows scroll it. */
export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  const area = useRef<HTMLFieldSetElement>(null);
  const [overflows, setOverflows] = useState(false);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const measure = () =>
      setOverflows(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    // the observer answers with the next frame, and keys may come before it
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <fieldset
      ref={area}
      aria-label={label}
      tabIndex={overflows ? 0 : undefined}
      className={cn("min-w-0 overflow-auto", className)}
    >
      {children}
    </fieldset>
  );
}
