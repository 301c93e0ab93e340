"use client";
import type { OutlineItem } from "@p4twin/models/p4";
import { cn, SkeletonRows } from "@p4twin/ui";
import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, memo, useMemo, useState } from "react";

export type OutlineProps = {
  /** null: not known yet */
  items: readonly OutlineItem[] | null;
  /** where the cursor is, from 1; null: not in this file */
  line: number | null;
  onGo: (line: number, column: number) => void;
};

/** What is opened from the start in an outline of so many declarations at most (our choice). */
const SHORT = 60;
const OPENED: ReadonlySet<string> = new Set(["parser", "control"]);

const isAround = ({ span }: OutlineItem, line: number | null): boolean =>
  line !== null && span.line <= line && line <= span.endLine;
const countAll = (items: readonly OutlineItem[]): number =>
  items.reduce((sum, item) => sum + 1 + countAll(item.children), 0);

/** The innermost item around a line. */
function innermost(items: readonly OutlineItem[], line: number | null): OutlineItem | null {
  const found = items.find((item) => isAround(item, line));
  return found ? (innermost(found.children, line) ?? found) : null;
}

/** Declarations as a tree; it follows the cursor, and a click goes to the line. Arrow keys move. */
export const Outline = memo(function Outline({ items, line, onGo }: OutlineProps) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isShort = useMemo(() => items !== null && countAll(items) <= SHORT, [items]);
  const current = innermost(items ?? [], line);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons: Element[] = [...event.currentTarget.querySelectorAll("button[data-item]")];
    const next = document.activeElement ? buttons[buttons.indexOf(document.activeElement) + step] : undefined;
    if (next instanceof HTMLElement) next.focus();
  };
  const list = (entries: readonly OutlineItem[], depth: number, above: string) => (
    <ul className="flex flex-col">
      {entries.map((item, index) => {
        // places move with every edit, so they are no names
        const key = `${above}/${index} ${item.kind} ${item.name}`;
        const isOpen = toggled.get(key) ?? ((isShort && OPENED.has(item.kind)) || isAround(item, line));
        const hasChildren = item.children.length > 0;
        return (
          <li key={key}>
            <div className="flex items-center" style={{ paddingLeft: `${depth * 0.75}rem` }}>
              {hasChildren ? (
                <button
                  type="button"
                  tabIndex={-1}
                  aria-label={`${isOpen ? "Close" : "Open"} ${item.name}`}
                  aria-expanded={isOpen}
                  onClick={() => setToggled(new Map([...toggled, [key, !isOpen]]))}
                  className="flex size-6 shrink-0 cursor-pointer items-center justify-center text-ink-3"
                >
                  <ChevronRight aria-hidden className={cn("size-3", isOpen && "rotate-90")} />
                </button>
              ) : (
                <span className="w-6 shrink-0" />
              )}
              <button
                type="button"
                data-item
                aria-current={item === current ? "location" : undefined}
                title={item.detail}
                onClick={() => onGo(item.nameSpan.line, item.nameSpan.column)}
                className={cn(
                  "flex min-w-0 grow cursor-pointer items-baseline gap-1.5 rounded px-1 py-1 text-left text-xs hover:bg-hover",
                  item === current && "bg-accent-soft text-accent",
                )}
              >
                <span className="truncate font-mono">{item.name}</span>
                <span className="shrink-0 text-2xs text-ink-3">{item.kind}</span>
              </button>
            </div>
            {hasChildren && isOpen ? list(item.children, depth + 1, key) : null}
          </li>
        );
      })}
    </ul>
  );
  return (
    <nav
      aria-label="Outline"
      onKeyDown={onKeyDown}
      className="overflow-auto p-1 contain-content will-change-transform"
    >
      {items === null ? (
        <SkeletonRows rows={6} label="Reading the outline" />
      ) : items.length > 0 ? (
        list(items, 0, "")
      ) : (
        <p className="p-2 text-xs text-ink-3">Nothing is declared here yet.</p>
      )}
    </nav>
  );
});
