import type { SeenDepth, SegmentRate } from "@p4twin/models/twin";
import type { WindowRow } from "../bus/windowRow.ts";

/** A load whose last window ended longer ago is not that of now (our choice). */
const STALE_MS = 15_000;

type Load = { startMs: number; lengthMs: number; packets: number };

/** The last windows of a segment: its load, and the queues that they showed behind its elements. */
export class RecentWindows {
  private readonly most: number;
  private windows: Load[] = [];
  private readonly depths = new Map<number, (SeenDepth & { startMs: number })[]>();

  /** @param most windows that make up the load of now */
  constructor(most: number) {
    this.most = most;
  }

  /** Takes a window of the whole segment. */
  note({ startMs, lengthS, count }: WindowRow): void {
    const last = this.windows.at(-1);
    // after a long silence, or when the clock was set, the time between windows says nothing about the load
    const follows = last && startMs >= last.startMs && startMs - last.startMs <= STALE_MS;
    const before = follows ? this.windows.slice(1 - this.most) : [];
    this.windows = [...before, { startMs, lengthMs: 1000 * lengthS, packets: count }];
  }

  /** Takes a window of one of its elements. */
  noteDepth({ part, startMs, queueDepthMs, queueMs }: WindowRow): void {
    const before = this.depths.get(part - 1) ?? [];
    this.depths.set(part - 1, [...before.slice(1 - this.most), { startMs, queueDepthMs, queueMs }]);
  }

  /** Another model may have other elements. */
  forgetDepths(): void {
    this.depths.clear();
  }

  /** Packets over the seconds of these windows; null until there are enough, and where they are not of now. */
  rate(nowMs: number): SegmentRate | null {
    const [first, last] = [this.windows[0], this.windows.at(-1)];
    if (!first || !last || this.windows.length < this.most) return null;
    const endMs = last.startMs + last.lengthMs;
    // seconds without packets have no window: silence is a load too, but an old one is not that of now
    if (nowMs - endMs > STALE_MS) return null;
    return {
      packets: this.windows.reduce((sum, r) => sum + r.packets, 0),
      seconds: (endMs - first.startMs) / 1000,
    };
  }

  /** The queue behind an element, over the windows of the rate. */
  depth(element: number): SeenDepth | null {
    const [first, last] = [this.windows[0], this.windows.at(-1)];
    if (!first || !last) return null;
    const seen = (this.depths.get(element) ?? []).filter(
      ({ startMs }) => startMs >= first.startMs && startMs <= last.startMs,
    );
    return {
      queueDepthMs: seen.reduce((sum, d) => sum + d.queueDepthMs, 0),
      queueMs: seen.reduce((sum, d) => sum + d.queueMs, 0),
    };
  }
}
