import {
  addCounts,
  type Histogram,
  noCounts,
  type WindowCounts,
  type WindowView,
} from "@p4twin/models/telemetry";
import type { LiveRow, WindowRow } from "../bus/windowRow.ts";
import type { SeriesPlace } from "./series.ts";

/** The counts of a window, without the view's own fields. */
function countsOf(view: WindowView): WindowCounts {
  const counts = noCounts();
  addCounts(counts, view);
  return counts;
}

const finite = (us: number): number | null => (Number.isNaN(us) ? null : us);

/** A window as watchers see it; `mergeable`: with its histogram, null of an empty one. */
export function liveRow(place: SeriesPlace, w: WindowView, closed: boolean, mergeable: boolean): LiveRow {
  const h: Histogram = w.histogram;
  return {
    segmentId: place.segmentId,
    part: place.part,
    startMs: w.startUs / 1000,
    closed,
    count: w.count,
    meanUs: h.meanUs(),
    p50Us: h.quantileUs(0.5),
    p95Us: h.quantileUs(0.95),
    p99Us: h.quantileUs(0.99),
    maxUs: finite(w.maxUs),
    abovePl: w.abovePl,
    aboveDl: w.aboveDl,
    dropped: w.dropped,
    sequenceGaps: w.sequenceGaps,
    ...(mergeable && { histogram: w.count > 0 ? h.encode() : null }),
  };
}

/** A closed window as it is stored. */
export function windowRow(
  place: SeriesPlace,
  w: WindowView,
  windowUs: number,
  id: Pick<WindowRow, "collectorId" | "sequence">,
): WindowRow {
  return {
    deploymentId: place.deploymentId,
    segmentId: place.segmentId,
    part: place.part,
    partLabel: place.label,
    startMs: w.startUs / 1000,
    lengthS: windowUs / 1e6,
    count: w.count,
    sumUs: w.sumUs,
    minUs: finite(w.minUs),
    maxUs: finite(w.maxUs),
    histogram: w.count > 0 ? w.histogram.encode() : null,
    ...countsOf(w),
    ...id,
  };
}
