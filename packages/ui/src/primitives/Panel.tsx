import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";

export interface PanelProps {
  title?: ReactNode;
  /** Quiet words after the title: a count, "since 14:02". */
  subtitle?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  children?: ReactNode;
  className?: string;
  /** Classes of the body; pass "p-0" for tables and canvases that reach the edges. */
  bodyClassName?: string;
  id?: string;
}

/** A bordered region with an optional head; the building block of pages. */
export function Panel({
  title,
  subtitle,
  actions,
  footer,
  children,
  className,
  bodyClassName,
  id,
}: PanelProps) {
  return (
    <section
      id={id}
      className={cn("flex min-w-0 flex-col rounded-lg border border-line bg-surface", className)}
    >
      {title || actions ? (
        <header className="flex min-h-10 shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-3 py-1">
          <div className="flex min-w-0 items-baseline gap-2">
            {/* where both do not fit, the quiet words are cut */}
            <h2 className="max-w-full shrink-0 truncate text-sm font-semibold text-ink">{title}</h2>
            {subtitle ? <span className="min-w-0 truncate text-xs text-ink-3">{subtitle}</span> : null}
          </div>
          {actions ? <div className="flex min-w-0 flex-wrap items-center gap-1.5">{actions}</div> : null}
        </header>
      ) : null}
      <div className={cn("min-h-0 min-w-0 grow p-3", bodyClassName)}>{children}</div>
      {footer ? (
        <footer className="border-t border-line px-3 py-2 text-xs text-ink-3">{footer}</footer>
      ) : null}
    </section>
  );
}
