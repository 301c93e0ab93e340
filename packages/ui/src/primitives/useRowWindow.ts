"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useRef } from "react";

/** Height of a row in pixels: 2 rem and its border (`Td`). */
const ROW_PX = 33;
/** Up to so many rows are simply drawn (our choice). */
const FEW_ROWS = 100;
const OVERSCAN = 15;

export interface RowWindow {
  /** Drawn rows: from `first` up to, not including, `end`. */
  first: number;
  end: number;
  /** Pixels that the others would take. */
  before: number;
  after: number;
  /** Brings a row into view and gives it the focus. */
  focusRow: (index: number) => void;
}

function scrollParent(element: Element | null): Element | null {
  for (let at = element?.parentElement ?? null; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return null;
}

/**
 * The rows of a long table that are in view, with some around them; all of them when there are few or
 * `enabled` is false.
 */
export function useRowWindow(
  body: RefObject<HTMLTableSectionElement | null>,
  count: number,
  enabled: boolean,
): RowWindow {
  const isLong = enabled && count > FEW_ROWS;
  const wanted = useRef<number | null>(null);
  const virtualizer = useVirtualizer({
    count: isLong ? count : 0,
    // asked at every drawing, and to answer lays the page out: not for tables that draw all their rows
    getScrollElement: () => (isLong ? scrollParent(body.current) : null),
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  const first = isLong ? (items[0]?.index ?? 0) : 0;
  const end = isLong ? (items.at(-1)?.index ?? OVERSCAN) + 1 : count;

  const focus = (index: number): boolean => {
    const row = body.current?.querySelector<HTMLElement>(`tr[aria-rowindex="${index + 2}"]`);
    row?.focus();
    return !!row;
  };
  useEffect(() => {
    if (wanted.current !== null && focus(wanted.current)) wanted.current = null;
  });

  return {
    first,
    end: Math.min(count, end),
    before: first * ROW_PX,
    after: Math.max(0, count - end) * ROW_PX,
    focusRow(index) {
      if (focus(index)) return;
      wanted.current = index;
      virtualizer.scrollToIndex(index, { align: "auto" });
    },
  };
}
