import { extent, max, min } from "d3-array";
import { scaleLinear } from "d3-scale";
import {
  chooseLatencyUnit,
  formatLatency,
  formatPredicted,
  formatSignificant,
  LATENCY_UNIT_LABEL,
  type LatencyIntervals,
  type LatencyUnit,
} from "../../format/index.ts";
import type { TableTwin } from "../shared/ChartFrame.tsx";
import { type DrawnIntervals, drawnIntervals, edgesOf, INTERVAL_ENDS } from "../shared/intervals.ts";
import { compareTerms, termPaint } from "../shared/termPaint.ts";

export interface LatencyTerm {
  construct: string;
  count?: number;
  unitUs?: number;
  /** May be negative: a correction. */
  totalUs: number;
}

/** One bar: a device, a path or a version. All latencies in microseconds. */
export interface StackedTermsRow extends LatencyIntervals {
  id: string;
  label: string;
  meanUs: number | null;
  terms: readonly LatencyTerm[];
  /** Why there is no estimate, e.g. the program cannot run there. */
  unavailable?: string;
}

interface StackedBar {
  construct: string;
  fromUs: number;
  toUs: number;
  title: string;
}

export interface StackedTermsModel {
  rows: {
    id: string;
    label: string;
    bars: StackedBar[];
    meanUs: number | null;
    intervals: DrawnIntervals | null;
    value: string;
    unavailable: string | null;
    summary: string;
  }[];
  domainUs: [number, number];
  ticksUs: number[];
  unit: LatencyUnit;
  constructs: string[];
  undrawable: string | null;
  twin: TableTwin;
}

/** A term in words, with its formula where it has one. */
export function termTitle(term: LatencyTerm, unit: LatencyUnit): string {
  const total = `${formatLatency(term.totalUs, unit)} ${LATENCY_UNIT_LABEL[unit]}`;
  const formula =
    term.count !== undefined && term.unitUs !== undefined && term.construct !== "base"
      ? ` = ${term.count} × ${formatSignificant(term.unitUs)} µs`
      : "";
  return `${termPaint(term.construct).label}: ${total}${formula}`;
}

/** Stacks terms outward from zero: costs to the right, negative corrections to the left. */
function stack(terms: readonly LatencyTerm[], unit: LatencyUnit): StackedBar[] {
  let right = 0;
  let left = 0;
  const bars: StackedBar[] = [];
  for (const term of [...terms].sort((a, b) => compareTerms(a.construct, b.construct))) {
    if (term.totalUs === 0 || !Number.isFinite(term.totalUs)) continue;
    const fromUs = term.totalUs > 0 ? right : left + term.totalUs;
    const toUs = term.totalUs > 0 ? right + term.totalUs : left;
    if (term.totalUs > 0) right = toUs;
    else left = fromUs;
    bars.push({ construct: term.construct, fromUs, toUs, title: termTitle(term, unit) });
  }
  return bars;
}

/**
 * Ready model of the stacked latency terms. Bars share one scale that holds zero; the mean stands as a mark of
 * its own because with negative terms it is not where the bar ends.
 */
export function prepareStackedTerms(rows: readonly StackedTermsRow[]): StackedTermsModel {
  const unit = chooseLatencyUnit(rows.map((row) => row.meanUs));
  const label = LATENCY_UNIT_LABEL[unit];
  const prepared = rows.map((row) => {
    const drawable = row.unavailable === undefined;
    const value = drawable ? formatLatency(row.meanUs, unit) : "–";
    return {
      id: row.id,
      label: row.label,
      bars: drawable ? stack(row.terms, unit) : [],
      meanUs: drawable ? row.meanUs : null,
      intervals: drawable ? drawnIntervals(row) : null,
      value,
      unavailable: row.unavailable ?? null,
      summary: row.unavailable
        ? `${row.label}: ${row.unavailable}`
        : `${row.label}: ${formatPredicted(row.meanUs, row, unit)} ${label}`,
    };
  });
  const edges = prepared.flatMap((row) => [
    ...row.bars.flatMap((bar) => [bar.fromUs, bar.toUs]),
    ...(row.intervals ? edgesOf(row.intervals) : []),
    ...(row.meanUs === null ? [] : [row.meanUs]),
  ]);
  const [lowest, highest] = extent([0, ...edges]);
  const scale = scaleLinear()
    .domain([min([0, lowest ?? 0]) ?? 0, max([0, highest ?? 0]) ?? 0])
    .nice(5);
  const [from = 0, to = 1] = scale.domain();
  const constructs = [...new Set(prepared.flatMap((row) => row.bars.map((bar) => bar.construct)))].sort(
    compareTerms,
  );

  return {
    rows: prepared,
    domainUs: [from, to],
    ticksUs: scale.ticks(5),
    unit,
    constructs,
    undrawable:
      rows.length === 0
        ? "No device chosen. Pick one to see its latency."
        : edges.length === 0
          ? prepared.map((row) => row.summary).join(" · ")
          : null,
    twin: {
      head: [
        { label: "" },
        { label: `mean ${label}`, numeric: true },
        ...INTERVAL_ENDS.map(([title]) => ({ label: `${title} ${label}`, numeric: true })),
        ...constructs.map((construct) => ({ label: termPaint(construct).label, numeric: true })),
      ],
      rows: rows.map((row) => [
        row.unavailable ? `${row.label} (${row.unavailable})` : row.label,
        formatLatency(row.unavailable ? null : row.meanUs, unit),
        ...INTERVAL_ENDS.map(([, end]) => formatLatency(row.unavailable ? null : row[end], unit)),
        ...constructs.map((construct) => {
          const found = row.unavailable ? [] : row.terms.filter((term) => term.construct === construct);
          return found.length === 0
            ? "–"
            : formatLatency(
                found.reduce((sum, term) => sum + term.totalUs, 0),
                unit,
              );
        }),
      ]),
    },
  };
}
