"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from "react";
import { cn } from "../lib/cn.ts";
import { nextIndex } from "./nextIndex.ts";
import { TableFrame, Td, Th } from "./tableParts.tsx";
import { useRowWindow } from "./useRowWindow.ts";

export interface Column<Row> {
  id: string;
  header: ReactNode;
  /** Stands in the header in a lighter tone; one unit for the whole column. */
  unit?: string;
  numeric?: boolean;
  cell: (row: Row) => ReactNode;
  /** Hover text of the header: what the column means. */
  hint?: string;
  sortable?: boolean;
  className?: string;
}

export interface Sort {
  columnId: string;
  descending: boolean;
}

export interface TableProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Says what the table holds; read out, not shown. */
  caption: string;
  selectedKey?: string | null;
  /** Rows can be selected: by click, or by arrows and Enter. */
  onSelect?: (row: Row) => void;
  sort?: Sort;
  onSortChange?: (sort: Sort) => void;
  /** Stands in place of the rows when there are none. */
  empty?: ReactNode;
  /** Further classes of one row, e.g. to fade stale ones. */
  rowClassName?: (row: Row) => string | undefined;
  /** Draws only the rows in view of the scrolling parent: for thousands of one-line rows. */
  windowed?: boolean;
  className?: string;
}

const isInteractive = (target: EventTarget) =>
  target instanceof Element && target.closest("a,button,input,select,textarea,label") !== null;

function Header<Row>({
  column,
  sort,
  onSortChange,
}: { column: Column<Row> } & Pick<TableProps<Row>, "sort" | "onSortChange">) {
  const sorted = sort?.columnId === column.id ? sort : undefined;
  const label = (
    <>
      {column.header}
      {column.unit ? <span className="font-normal"> {column.unit}</span> : null}
    </>
  );
  const Arrow = sorted?.descending ? ArrowDown : ArrowUp;
  const arrow = <Arrow aria-hidden className={cn("size-3", !sorted && "invisible")} />;
  return (
    <Th
      numeric={column.numeric}
      title={column.hint}
      className={column.className}
      aria-sort={sorted ? (sorted.descending ? "descending" : "ascending") : undefined}
    >
      {column.sortable && onSortChange ? (
        <button
          type="button"
          className={cn(
            "inline-flex cursor-pointer items-center gap-0.5 hover:text-ink",
            sorted && "text-ink",
          )}
          onClick={() =>
            onSortChange({ columnId: column.id, descending: sorted ? !sorted.descending : !!column.numeric })
          }
        >
          {column.numeric ? arrow : null}
          {label}
          {column.numeric ? null : arrow}
        </button>
      ) : (
        label
      )}
    </Th>
  );
}

/** Dense table with a header that sticks. Put it into a scrolling parent (`overflow-auto`) for long lists. */
export function Table<Row>({
  columns,
  rows,
  rowKey,
  caption,
  selectedKey = null,
  onSelect,
  sort,
  onSortChange,
  empty,
  rowClassName,
  windowed = false,
  className,
}: TableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, end, before, after, focusRow } = useRowWindow(body, rows.length, windowed);
  const [focusKey, setFocusKey] = useState<string | null>(null);
  const keys = rows.slice(first, end).map(rowKey);
  const tabKey = [focusKey, selectedKey].find((key) => key !== null && keys.includes(key)) ?? keys[0];

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, row: Row, index: number) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onSelect?.(row);
      return;
    }
    const next = nextIndex(event.key, index, rows.length);
    if (next === null) return;
    event.preventDefault();
    focusRow(next);
  };

  return (
    <TableFrame className={className} aria-rowcount={rows.length + 1}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Header key={column.id} column={column} sort={sort} onSortChange={onSortChange} />
          ))}
        </tr>
      </thead>
      <Space px={before} />
      <tbody ref={body}>
        {rows.slice(first, end).map((row, offset) => {
          const index = first + offset;
          const key = rowKey(row);
          const selected = key === selectedKey;
          const interactive = onSelect
            ? {
                tabIndex: key === tabKey ? 0 : -1,
                "aria-selected": selected,
                onFocus: () => setFocusKey(key),
                onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => onKeyDown(event, row, index),
                onClick: (event: MouseEvent) => {
                  if (!isInteractive(event.target)) onSelect(row);
                },
              }
            : {};
          return (
            <tr
              key={key}
              aria-rowindex={index + 2}
              {...interactive}
              className={cn(
                "group -outline-offset-2",
                onSelect && "cursor-pointer hover:bg-hover/60",
                selected && "bg-accent-soft hover:bg-accent-soft",
                rowClassName?.(row),
              )}
            >
              {columns.map((column) => (
                <Td key={column.id} numeric={column.numeric} className={column.className}>
                  {column.cell(row)}
                </Td>
              ))}
            </tr>
          );
        })}
        {rows.length === 0 ? (
          <tr>
            <td colSpan={columns.length} className="p-3 text-center text-ink-3">
              {empty ?? "Nothing to show"}
            </td>
          </tr>
        ) : null}
      </tbody>
      <Space px={after} />
    </TableFrame>
  );
}

/** Room of rows that are not drawn. */
const Space = ({ px }: { px: number }) =>
  px > 0 ? (
    <tbody aria-hidden>
      <tr>
        <td style={{ height: px, padding: 0 }} />
      </tr>
    </tbody>
  ) : null;
