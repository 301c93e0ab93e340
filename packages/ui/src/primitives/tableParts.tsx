import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

/** Scrolling frame; its header sticks to the frame's top. */
export function TableFrame({ className, ...rest }: ComponentProps<"table">) {
  return <table className={cn("w-full border-separate border-spacing-0 text-sm", className)} {...rest} />;
}

export interface CellProps {
  /** Numbers stand right-aligned. */
  numeric?: boolean;
}

export function Th({ numeric, className, ...rest }: ComponentProps<"th"> & CellProps) {
  return (
    <th
      scope="col"
      className={cn(
        "sticky top-0 z-10 h-8 border-b border-line bg-surface px-2.5 text-xs font-medium whitespace-nowrap text-ink-3 first:pl-3 last:pr-3",
        numeric ? "text-right" : "text-left",
        className,
      )}
      {...rest}
    />
  );
}

export function Td({ numeric, className, ...rest }: ComponentProps<"td"> & CellProps) {
  return (
    <td
      className={cn(
        "h-8 border-b border-line px-2.5 py-1 whitespace-nowrap group-last:border-b-0 first:pl-3 last:pr-3",
        numeric && "text-right tabular-nums",
        className,
      )}
      {...rest}
    />
  );
}
