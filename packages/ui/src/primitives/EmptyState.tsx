import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";

export interface EmptyStateProps {
  icon?: ReactNode;
  /** What is not here: "No programs yet". */
  title: string;
  /** `h1` where it is all that the page holds. */
  titleAs?: "p" | "h1";
  /** Why, and what one gets from the next step. */
  children?: ReactNode;
  /** The next step: a button or link. */
  action?: ReactNode;
  className?: string;
}

export function EmptyState({
  icon,
  title,
  titleAs: Title = "p",
  children,
  action,
  className,
}: EmptyStateProps) {
  return (
    <div className={cn("flex flex-col items-center justify-center gap-2 px-6 py-10 text-center", className)}>
      {icon ? <div className="mb-1 text-ink-3 [&_svg]:size-6">{icon}</div> : null}
      <Title className="text-base font-medium text-ink">{title}</Title>
      {children ? <div className="max-w-md text-ink-2">{children}</div> : null}
      {action ? <div className="mt-2 flex gap-2">{action}</div> : null}
    </div>
  );
}
