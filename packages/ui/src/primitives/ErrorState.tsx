"use client";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import { Button } from "./Button.tsx";

export interface ErrorStateProps {
  /** What happened: "The segments could not be loaded". */
  title: string;
  /** `h1` where it is all that the page holds */
  titleAs?: "p" | "h1";
  /** What to try. */
  children?: ReactNode;
  /** Details, folded away unless `detailsOpen`. */
  details?: string;
  detailsOpen?: boolean;
  onRetry?: () => void;
  action?: ReactNode;
  className?: string;
}

export function ErrorState({
  title,
  titleAs: Title = "p",
  children,
  details,
  detailsOpen,
  onRetry,
  action,
  className,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cn("flex flex-col items-center justify-center gap-2 px-6 py-10 text-center", className)}
    >
      <CircleAlert aria-hidden className="mb-1 size-6 text-bad" />
      <Title className="text-base font-medium text-ink">{title}</Title>
      {children ? <div className="max-w-md text-ink-2">{children}</div> : null}
      {onRetry || action ? (
        <div className="mt-2 flex gap-2">
          {onRetry ? <Button onClick={onRetry}>Try again</Button> : null}
          {action}
        </div>
      ) : null}
      {details ? (
        <details open={detailsOpen} className="mt-2 max-w-full text-left text-xs text-ink-2">
          <summary className="cursor-pointer text-center">Details</summary>
          <pre className="mt-2 max-h-48 overflow-auto rounded-md bg-sunken p-2 font-mono whitespace-pre-wrap">
            {details}
          </pre>
        </details>
      ) : null}
    </div>
  );
}
