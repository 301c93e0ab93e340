import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";

export interface PageHeaderProps {
  title: ReactNode;
  /** Badge beside the title: a verdict, a version. */
  status?: ReactNode;
  /** One line: what this is, how it is now. */
  summary?: ReactNode;
  /** What one can do, the main action last. */
  actions?: ReactNode;
  /** Second row: filters, tabs. */
  children?: ReactNode;
  className?: string;
}

/** Head of a page: answers what it is, how it is now, what one can do. */
export function PageHeader({ title, status, summary, actions, children, className }: PageHeaderProps) {
  return (
    <div className={cn("flex flex-col gap-2 px-4 pt-4 pb-3 md:px-6", className)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <div className="flex items-center gap-2.5">
            <h1 className="truncate text-xl font-semibold tracking-tight">{title}</h1>
            {status}
          </div>
          {summary ? <p className="text-ink-2">{summary}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}
