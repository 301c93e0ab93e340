import {
  type BoundSegment,
  type ElementReading,
  medianOf,
  type UndescribedHop,
  UsualLatency,
} from "@p4twin/models/twin";
import type { WindowRow } from "../bus/windowRow.ts";

/** Weight of one calm second in the share of packets that usually show a part: about half a minute (our choice). */
const MEMORY = 1 / 30;
/** Windows that "now" is made of: as many as the default rule needs to raise an alarm. */
const NOW_WINDOWS = 3;

/** Hops of one segment that its binding does not name (our choice): who sends random node ids makes no more of them. */
export const MAX_UNDESCRIBED = 64;

type Window = { count: number; sumUs: number; of: number; queueDepthMs: number; queueMs: number };

/** What one part of a segment takes now and usually, and which share of the segment's packets show it. */
class Track {
  private now: Window[] = [];
  readonly usual = new UsualLatency();
  readonly usualDepth = new UsualLatency();
  usualShare: number | null = null;

  note(window: Window, atMs: number, calm: boolean): void {
    this.now = [...this.now, window].slice(-NOW_WINDOWS);
    if (!calm) return;
    if (window.count > 0) this.usual.note(atMs, window.sumUs / window.count);
    if (window.queueMs > 0) this.usualDepth.note(atMs, window.queueDepthMs / window.queueMs);
    this.usualShare = remembered(this.usualShare, window.count / window.of);
  }

  /** The middle one of the means of its windows: one in the midst of which a change came does not blur it. */
  get meanUs(): number | null {
    return this.middle(({ sumUs, count }) => (count > 0 ? sumUs / count : null));
  }

  get queueDepth(): number | null {
    return this.middle(({ queueDepthMs, queueMs }) => (queueMs > 0 ? queueDepthMs / queueMs : null));
  }

  get share(): number | null {
    const of = this.sum("of");
    return of > 0 ? this.sum("count") / of : null;
  }

  private middle(of: (window: Window) => number | null): number | null {
    const known = this.now.map(of).filter((value) => value !== null);
    return known.length > 0 ? medianOf(known) : null;
  }

  private sum(key: keyof Window): number {
    return this.now.reduce((total, window) => total + window[key], 0);
  }
}

const remembered = (usual: number | null, now: number): number =>
  usual === null ? now : usual + MEMORY * (now - usual);

/** A hop that was not there before: its usual share is none, and grows while it stays. */
function newcomer(): Track {
  const track = new Track();
  track.usualShare = 0;
  return track;
}

/**
 * What a segment's elements take now beside what they take while it is calm, and hops that its binding does not name.
 */
export function createSegmentMemory(segment: BoundSegment) {
  const tracks = segment.elements.map(() => new Track());
  const undescribed = new Map<string, Track>();
  let atMs = 0;

  return {
    /** One window of the segment and of its parts. `calm`: it counts for what is usual. */
    note(whole: WindowRow, parts: readonly WindowRow[], calm: boolean): void {
      // without packets there is no share of them
      if (whole.count === 0) return;
      atMs = whole.startMs;
      const windowOf = (row: WindowRow | undefined): Window => ({
        count: row?.count ?? 0,
        sumUs: row?.sumUs ?? 0,
        of: whole.count,
        queueDepthMs: row?.queueDepthMs ?? 0,
        queueMs: row?.queueMs ?? 0,
      });
      tracks.forEach((track, i) => {
        track.note(windowOf(parts.find((p) => p.part === i + 1)), atMs, calm);
      });
      const outside = parts.filter((p) => p.part > tracks.length);
      for (const { partLabel } of outside)
        if (partLabel !== null && undescribed.size < MAX_UNDESCRIBED && !undescribed.has(partLabel))
          undescribed.set(partLabel, newcomer());
      for (const [label, track] of undescribed)
        track.note(windowOf(outside.find((p) => p.partLabel === label)), atMs, calm);
    },

    elements: (): ElementReading[] =>
      segment.elements.map((e, i) => {
        const track = tracks[i];
        const usual = track?.usual.at(atMs) ?? null;
        return {
          label: e.label,
          kind: e.kind,
          meanUs: track?.meanUs ?? null,
          usualUs: usual?.us ?? (e.kind === "vnf" ? e.meanUs : null),
          usualSpreadUs: usual?.spreadUs ?? null,
          share: track?.share ?? null,
          usualShare: track?.usualShare ?? null,
          queueDepth: track?.queueDepth ?? null,
          usualQueueDepth: track?.usualDepth.at(atMs)?.us ?? null,
        };
      }),

    undescribed: (): UndescribedHop[] =>
      [...undescribed].map(([label, track]) => ({
        label,
        share: track.share ?? 0,
        usualShare: track.usualShare ?? 0,
      })),
  };
}
