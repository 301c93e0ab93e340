"use client";
import { ChartNoAxesColumn, Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cn } from "../../lib/cn.ts";
import { IconButton } from "../../primitives/IconButton.tsx";
import { ScrollArea } from "../../primitives/ScrollArea.tsx";
import { TableFrame, Td, Th } from "../../primitives/tableParts.tsx";

/** The numbers of a chart as text. */
export interface TableTwin {
  /** Columns; those that hold numbers are right-aligned. */
  head: readonly { label: string; numeric?: boolean }[];
  rows: readonly (readonly string[])[];
}

export interface ChartFrameProps {
  /** What the chart shows; names the table twin. */
  label: string;
  /** The numbers, or how to get them when the table is asked for. */
  twin: TableTwin | (() => TableTwin);
  /** Why there is nothing to draw; takes the chart's place. */
  undrawable?: string | null;
  legend?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** Chart, legend and table twin. The drawing itself says what it shows through its own label. */
export function ChartFrame({ label, twin, undrawable, legend, children, className }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false);
  if (undrawable) {
    return (
      <div className={cn("flex min-h-20 items-center justify-center px-4 text-center text-ink-3", className)}>
        {undrawable}
      </div>
    );
  }
  return (
    <figure className={cn("flex min-w-0 flex-col gap-1", className)}>
      <div className="flex min-h-6 items-start justify-between gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 pt-1 text-2xs text-ink-2">
          {asTable ? null : legend}
        </div>
        <IconButton
          size="sm"
          label={asTable ? "Show chart" : "Show table"}
          aria-pressed={asTable}
          icon={asTable ? <ChartNoAxesColumn aria-hidden /> : <Table2 aria-hidden />}
          onClick={() => setAsTable(!asTable)}
        />
      </div>
      {asTable ? (
        <TwinTable label={label} twin={typeof twin === "function" ? twin() : twin} className="max-h-96" />
      ) : (
        children
      )}
    </figure>
  );
}

/** The table twin alone. */
export function TwinTable({
  label,
  twin,
  className,
}: {
  label: string;
  twin: TableTwin;
  className?: string;
}) {
  return (
    <ScrollArea label={label} className={className}>
      <TableFrame>
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {twin.head.map((column) => (
              <Th key={column.label} numeric={column.numeric}>
                {column.label}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {twin.rows.map((row, rowIndex) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a static table have no other identity
            <tr key={rowIndex} className="group">
              {row.map((cell, index) => (
                <Td key={twin.head[index]?.label ?? index} numeric={twin.head[index]?.numeric}>
                  {cell}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </ScrollArea>
  );
}
