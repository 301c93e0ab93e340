import { cn } from "@p4twin/ui";
import type { ReactNode } from "react";

/** A part of a report under its heading; keeps together on paper where it fits. */
export function ReportSection({
  title,
  children,
  whole = false,
}: {
  title: string;
  children: ReactNode;
  /** true: never broken over two pages */
  whole?: boolean;
}) {
  return (
    <section className={cn("flex flex-col gap-2", whole && "break-inside-avoid")}>
      <h2 className="break-after-avoid border-b pb-1 text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** A figure with its caption, never broken over two pages. */
export function Figure({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className="break-inside-avoid">
      {children}
      <p className="mt-1 text-xs text-ink-3">{caption}</p>
    </div>
  );
}
