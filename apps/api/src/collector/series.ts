import type { Matcher, SegmentPart } from "@p4twin/models/telemetry";
import type { CollectorSegment } from "./bindings.ts";

/** Where the windows of one series of the matcher belong. */
export type SeriesPlace = { deploymentId: string; segmentId: string; part: number; label: string | null };

/** Which element of its segment a part is; -1 for one that the binding does not name. */
export const elementOf = ({ elements }: CollectorSegment, part: SegmentPart): number =>
  elements.findIndex(
    (e) => e.kind === part.kind && e.nodeId === part.nodeId && e.occurrence === part.occurrence,
  );

/**
 * From the matcher's series to parts of segments: 0 the segment, i its i-th element. A part that the path has but the
 * binding does not name gets a number behind the elements and a label of its own, so that nothing observed is lost.
 */
export function createPlaces(matcher: Matcher, segments: readonly CollectorSegment[]) {
  const places: SeriesPlace[] = [];
  const extra = segments.map((s) => s.elements.length);

  const placeOf = (index: number): SeriesPlace => {
    const series = matcher.series[index];
    const segment = segments[series.segment];
    const { deploymentId, segmentId } = segment;
    const part = series.part;
    if (!part) return { deploymentId, segmentId, part: 0, label: null };
    const element = elementOf(segment, part);
    if (element >= 0)
      return { deploymentId, segmentId, part: element + 1, label: segment.elements[element].label };
    extra[series.segment]++;
    const what = part.kind === "hop" ? "node" : "between passes of node";
    return {
      deploymentId,
      segmentId,
      part: extra[series.segment],
      label: `${what} ${part.nodeId} (${part.occurrence + 1})`,
    };
  };

  return {
    /** Place of a series; series appear while the matcher runs. */
    of(series: number): SeriesPlace {
      while (places.length <= series) places.push(placeOf(places.length));
      return places[series];
    },
    get known(): number {
      return places.length;
    },
  };
}
