import { cn } from "../lib/cn.ts";

export interface SkeletonProps {
  className?: string;
}

/** Quiet stand-in of the size of what will come, so that nothing jumps. */
export function Skeleton({ className }: SkeletonProps) {
  return <div aria-hidden className={cn("h-4 animate-pulse rounded-sm bg-line", className)} />;
}

export interface SkeletonRowsProps {
  rows?: number;
  label?: string;
  className?: string;
}

/** Loading state of a table or list. */
export function SkeletonRows({ rows = 5, label = "Loading", className }: SkeletonRowsProps) {
  return (
    <div role="status" className={cn("flex flex-col gap-2.5 p-3", className)}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are interchangeable
        <Skeleton key={row} className={row % 3 === 1 ? "w-4/5" : row % 3 === 2 ? "w-11/12" : "w-full"} />
      ))}
    </div>
  );
}
