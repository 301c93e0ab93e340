import { type PartBuckets, type Summary, summarise } from "@p4twin/models/twin";

/** The parts of each segment. */
export function bySegment(parts: readonly PartBuckets[]): (segmentId: string) => readonly PartBuckets[] {
  const of = new Map<string, PartBuckets[]>();
  for (const part of parts) {
    const known = of.get(part.segmentId);
    if (known) known.push(part);
    else of.set(part.segmentId, [part]);
  }
  return (segmentId) => of.get(segmentId) ?? [];
}
export const bucketsOf = (parts: readonly PartBuckets[], part: number) =>
  parts.find((p) => p.part === part)?.buckets ?? [];
/** What was observed of each part but the segment itself. */
export const summariesOf = (parts: readonly PartBuckets[]): Summary[] =>
  parts.flatMap(({ part, buckets }) => {
    const { histogram: _histogram, ...summary } = summarise(part, buckets);
    return part > 0 ? [summary] : [];
  });
