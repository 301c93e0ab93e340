"use client";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { cn } from "../../lib/cn.ts";
import { type HeatCell, prepareHeatMap } from "./prepareHeatMap.ts";

export interface HeatMapProps<C extends HeatCell> {
  cells: readonly C[];
  /** What is drawn: "Loss over PL and DL". */
  label: string;
  xLabel: string;
  yLabel: string;
  /** "": this column has no heading */
  formatX: (x: number) => string;
  formatY: (y: number) => string;
  /** text in a cell; colour is never all that tells cells apart */
  formatValue: (cell: C) => string;
  /** the whole cell in words, its text among them (WCAG 2.5.3), for its tooltip and for assistive technology */
  describe: (cell: C) => string;
  bounds?: { low: number; high: number };
  /** cells inside the outlined region */
  isInside?: (cell: C) => boolean;
  /** a mark in the corner of a cell */
  mark?: (cell: C) => ReactNode;
  selected: C | null;
  onSelect: (cell: C) => void;
}

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/**
 * Percent of the colour in a cell; with more the figure in it would not be read, in light or dark (WCAG 2.2, 1.4.3).
 */
const [LEAST_SHARE, MOST_SHARE] = [8, 55];

/** A map over two quantities: darker is more. Arrow keys move between cells, Enter selects. */
export function HeatMap<C extends HeatCell>(props: HeatMapProps<C>) {
  const { cells, label, xLabel, yLabel, selected } = props;
  const { xs, ys, rows } = prepareHeatMap(cells, props.bounds);
  const table = useRef<HTMLTableElement>(null);
  const move = (event: KeyboardEvent, row: number, column: number): void => {
    const step = MOVES[event.key];
    if (!step) return;
    event.preventDefault();
    const [down, right] = step;
    table.current?.querySelector<HTMLButtonElement>(`[data-at="${row + down} ${column + right}"]`)?.focus();
  };
  return (
    <div className="overflow-x-auto p-0.5">
      <table ref={table} className="border-separate border-spacing-px text-2xs tabular-nums">
        <caption className="pb-1 text-left text-ink-2">
          {label}. Down: {yLabel}. To the right: {xLabel}.
        </caption>
        <tbody>
          {rows.map((row, r) => (
            <tr key={ys[r]}>
              <th scope="row" className="whitespace-nowrap pr-1 text-right font-normal text-ink-3">
                {props.formatY(ys[r])}
              </th>
              {row.map((entry, c) => (
                <td key={xs[c]} className="p-0">
                  {entry ? (
                    <button
                      type="button"
                      data-at={`${r} ${c}`}
                      aria-pressed={selected === entry.cell}
                      aria-label={props.describe(entry.cell)}
                      title={props.describe(entry.cell)}
                      onClick={() => props.onSelect(entry.cell)}
                      onKeyDown={(event) => move(event, r, c)}
                      className={cn(
                        "relative h-8 w-13 rounded-xs border text-center text-ink",
                        props.isInside?.(entry.cell) ? "border-2 border-ok" : "border-transparent",
                        selected === entry.cell && "outline-2 outline-accent outline-offset-1",
                      )}
                      style={{
                        backgroundColor:
                          entry.level === null
                            ? "var(--sunken)"
                            : `color-mix(in oklab, var(--bad) ${Math.round(LEAST_SHARE + (MOST_SHARE - LEAST_SHARE) * entry.level)}%, var(--surface))`,
                      }}
                    >
                      {props.formatValue(entry.cell)}
                      {props.mark ? (
                        <span aria-hidden className="absolute top-0 right-0.5">
                          {props.mark(entry.cell)}
                        </span>
                      ) : null}
                    </button>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            {xs.map((x) => {
              const heading = props.formatX(x);
              // a heading without text is none to assistive technology
              return heading === "" ? (
                <td key={x} />
              ) : (
                <th
                  key={x}
                  scope="col"
                  className="whitespace-nowrap pt-0.5 text-center font-normal text-ink-3"
                >
                  {heading}
                </th>
              );
            })}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
