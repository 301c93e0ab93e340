import { scaleLinear } from "d3-scale";
import {
  chooseLatencyUnit,
  formatLatency,
  formatPredicted,
  LATENCY_UNIT_LABEL,
  type LatencyIntervals,
  type LatencyUnit,
} from "../../format/index.ts";
import type { TableTwin } from "../shared/ChartFrame.tsx";
import { type DrawnIntervals, drawnIntervals, edgesOf, INTERVAL_ENDS } from "../shared/intervals.ts";
import { compareTerms, termPaint } from "../shared/termPaint.ts";
import { type LatencyTerm, termTitle } from "../stackedTerms/prepareStackedTerms.ts";

/** One estimate of a panel, e.g. of one path. Latencies in microseconds. */
interface TermSeries extends LatencyIntervals {
  /** "p1" */
  name: string;
  meanUs: number | null;
  terms: readonly LatencyTerm[];
}

/** One device of the small multiples. */
export interface TermPanel {
  id: string;
  title: string;
  /** One estimate, or two to compare. */
  series: readonly TermSeries[];
  /**
   * Something to know beside the numbers (`warn`), or why there are none: it cannot be (`bad`), or nobody
   * knows (`quiet`).
   */
  remark?: {
    tone: "warn" | "bad" | "quiet";
    text: string;
    /** Stands beside the title. */
    word?: string;
  };
}

interface TermStep {
  fromUs: number;
  toUs: number;
  title: string;
  text: string;
}

interface PanelModel {
  id: string;
  title: string;
  remark: TermPanel["remark"] | null;
  /** By row (a construct), then by series; null where the estimate has no such term. */
  steps: (TermStep | null)[][];
  totals: {
    name: string;
    meanUs: number | null;
    intervals: DrawnIntervals;
    text: string;
  }[];
  summary: string;
}

export interface TermWaterfallsModel {
  panels: PanelModel[];
  /** The rows of every panel, in one order. */
  constructs: string[];
  domainUs: [number, number];
  ticksUs: number[];
  unit: LatencyUnit;
  undrawable: string | null;
  twin: TableTwin;
}

const isSilent = (panel: TermPanel): boolean => panel.remark !== undefined && panel.remark.tone !== "warn";

/**
 * Ready model of latency terms as waterfalls, one panel a device: each term starts where the one above ended,
 * so a correction goes back to the left and the last step ends at the mean. All panels share rows and scale,
 * which holds zero. A panel without numbers draws nothing.
 */
export function prepareTermWaterfalls(panels: readonly TermPanel[]): TermWaterfallsModel {
  const drawn = panels.filter((panel) => !isSilent(panel));
  const series = drawn.flatMap((panel) => panel.series);
  const unit = chooseLatencyUnit(series.map(({ meanUs }) => meanUs));
  const constructs = [
    ...new Set(series.flatMap(({ terms }) => terms.filter(isPresent).map(({ construct }) => construct))),
  ].sort(compareTerms);
  const prepared = panels.map((panel) => preparePanel(panel, constructs, unit));
  const edges = prepared.flatMap(({ steps, totals }) => [
    ...steps.flat().flatMap((step) => (step ? [step.fromUs, step.toUs] : [])),
    ...totals.flatMap(({ intervals }) => edgesOf(intervals)),
  ]);
  const scale = scaleLinear()
    .domain([Math.min(0, ...edges), Math.max(0, ...edges)])
    .nice(4);
  const [from = 0, to = 1] = scale.domain();
  return {
    panels: prepared,
    constructs,
    domainUs: [from, to],
    ticksUs: scale.ticks(4),
    unit,
    undrawable:
      panels.length === 0
        ? "No device chosen. Pick one to see its latency."
        : edges.length === 0
          ? prepared.map(({ summary }) => summary).join(" · ")
          : null,
    twin: twinOf(panels, constructs, unit),
  };
}

const isPresent = ({ totalUs }: LatencyTerm): boolean => totalUs !== 0 && Number.isFinite(totalUs);

function preparePanel(panel: TermPanel, constructs: readonly string[], unit: LatencyUnit): PanelModel {
  const series = isSilent(panel) ? [] : panel.series;
  const label = LATENCY_UNIT_LABEL[unit];
  const ladders = series.map(({ terms }) => ladder(terms, constructs, unit));
  return {
    id: panel.id,
    title: panel.title,
    remark: panel.remark ?? null,
    steps: constructs.map((_construct, row) => ladders.map((steps) => steps[row] ?? null)),
    totals: series.map((each) => ({
      name: each.name,
      meanUs: each.meanUs,
      intervals: drawnIntervals(each),
      text: formatLatency(each.meanUs, unit),
    })),
    summary: isSilent(panel)
      ? `${panel.title}: ${panel.remark?.text ?? "no estimate"}`
      : `${panel.title}: ${series
          .map((each) => {
            const value = `${formatPredicted(each.meanUs, each, unit)} ${label}`;
            return series.length > 1 ? `${each.name} ${value}` : value;
          })
          .join(", ")}`,
  };
}

/** Terms of one construct together are a step from where the last one ended. */
function ladder(
  terms: readonly LatencyTerm[],
  constructs: readonly string[],
  unit: LatencyUnit,
): (TermStep | null)[] {
  let at = 0;
  return constructs.map((construct) => {
    const own = terms.filter((term) => term.construct === construct && isPresent(term));
    if (own.length === 0) return null;
    const fromUs = at;
    const totalUs = own.reduce((sum, term) => sum + term.totalUs, 0);
    at += totalUs;
    return {
      fromUs,
      toUs: at,
      title: own.map((term) => termTitle(term, unit)).join("\n"),
      text: formatLatency(totalUs, unit),
    };
  });
}

function twinOf(panels: readonly TermPanel[], constructs: readonly string[], unit: LatencyUnit): TableTwin {
  const label = LATENCY_UNIT_LABEL[unit];
  return {
    head: [
      { label: "device" },
      { label: "of" },
      { label: `mean ${label}`, numeric: true },
      ...INTERVAL_ENDS.map(([title]) => ({ label: `${title} ${label}`, numeric: true })),
      ...constructs.map((construct) => ({ label: termPaint(construct).label, numeric: true })),
    ],
    rows: panels.flatMap((panel) =>
      panel.series.map(({ name, meanUs, terms, ...ends }) => {
        const silent = isSilent(panel);
        const number = (us: number | null) => formatLatency(silent ? null : us, unit);
        const steps = ladder(silent ? [] : terms, constructs, unit);
        return [
          panel.remark ? `${panel.title} (${panel.remark.text})` : panel.title,
          name,
          number(meanUs),
          ...INTERVAL_ENDS.map(([, end]) => number(ends[end])),
          ...steps.map((step) => step?.text ?? "–"),
        ];
      }),
    ),
  };
}
