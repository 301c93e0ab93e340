import type { ReportBatch } from "../batch.ts";

/** A part of a segment: the stay in a switch, or the time between leaving and re-entering it (VNF transit). */
export type SegmentPart = {
  kind: "hop" | "gap";
  nodeId: number;
  /** 0 for the first part of this kind at this node inside the segment, 1 for the second, ... */
  occurrence: number;
};

/**
 * What is measured: `series[i]` for i < number of segments is the whole segment i (`part` null), the others are parts.
 */
export type Series = { segment: number; segmentId: string; part: SegmentPart | null };

/** Parts of all segments together; a path that keeps changing cannot take memory without bound (our choice). */
const MAX_SERIES = 100_000;
/** Parts of one segment that nobody named: other paths have some, node ids that are made up are many (our choice). */
const MAX_UNNAMED = 64;

/** The series of one matcher: whole segments first, then the parts that their reports show. */
export class SeriesTable {
  readonly all: Series[] = [];
  /** per segment: its parts, in the order in which they were met last */
  private readonly bySeen: number[][] = [];
  private readonly unnamed: number[] = [];
  private readonly isNamed: (series: Series) => boolean;
  private readonly onRefused: () => void;

  /** `onRefused` hears of each sample of a part for which there is no room. */
  constructor(segmentIds: readonly string[], isNamed: (series: Series) => boolean, onRefused: () => void) {
    this.isNamed = isNamed;
    this.onRefused = onRefused;
    for (const [segment, segmentId] of segmentIds.entries()) {
      this.all.push({ segment, segmentId, part: null });
      this.bySeen.push([]);
      this.unnamed.push(0);
    }
  }

  /** The series of a part; paths repeat, so the one seen last at this position is tried first. -1: no room for more. */
  of(
    segment: number,
    position: number,
    kind: "hop" | "gap",
    batch: ReportBatch,
    first: number,
    h: number,
  ): number {
    const nodeId = batch.hopNodeId[h];
    let occurrence = 0;
    for (let i = kind === "gap" ? first + 1 : first; i < h; i++) {
      if (batch.hopNodeId[i] !== nodeId) continue;
      if (kind === "hop" || batch.hopNodeId[i - 1] === nodeId) occurrence++;
    }
    const bySeen = this.bySeen[segment];
    if (position < bySeen.length && this.isPart(bySeen[position], kind, nodeId, occurrence))
      return bySeen[position];
    for (let i = 0; i < bySeen.length; i++) {
      const series = bySeen[i];
      if (!this.isPart(series, kind, nodeId, occurrence)) continue;
      if (position < bySeen.length) {
        bySeen[i] = bySeen[position];
        bySeen[position] = series;
      }
      return series;
    }
    const made = { segment, segmentId: this.all[segment].segmentId, part: { kind, nodeId, occurrence } };
    const named = this.isNamed(made);
    if (this.all.length >= MAX_SERIES || (!named && this.unnamed[segment] >= MAX_UNNAMED)) {
      this.onRefused();
      return -1;
    }
    if (!named) this.unnamed[segment]++;
    const series = this.all.length;
    this.all.push(made);
    bySeen.push(series);
    return series;
  }

  private isPart(series: number, kind: "hop" | "gap", nodeId: number, occurrence: number): boolean {
    const part = this.all[series].part;
    return part !== null && part.nodeId === nodeId && part.kind === kind && part.occurrence === occurrence;
  }
}
