import { robust } from "./robust.ts";

/** What an element usually takes, its spread from window to window, and on what that rests. */
export type Usual = { us: number; spreadUs: number; basis: "recent" | "hour" };

/** Windows of which "recent" is made: two minutes of seconds (our choice). */
const RECENT = 120;
/** Fewer say nothing of what is usual (our choice). */
const ENOUGH = 5;
/** Blocks of recent windows that an hour of the day remembers: a whole hour of two minutes each. */
const BLOCKS = 30;
/** An hour of the day speaks from half of them on (our choice). */
const ENOUGH_BLOCKS = 15;
const HOUR_MS = 3_600_000;
const HOURS = 24;

/** Numbers in a ring: the oldest makes room. */
class Ring {
  private readonly values: Float64Array;
  private count = 0;

  constructor(size: number) {
    this.values = new Float64Array(size);
  }

  push(value: number): void {
    this.values[this.count++ % this.values.length] = value;
  }

  get size(): number {
    return Math.min(this.count, this.values.length);
  }

  /** true once in a full turn */
  get isFullTurn(): boolean {
    return this.count % this.values.length === 0;
  }

  held(): Float64Array {
    return this.values.subarray(0, this.size);
  }
}

/**
 * Learns what an element usually takes from the means of its windows, without a model: the median of the last two
 * minutes, from five windows on; the median of the same hour of the day (UTC) once that hour was met for half an hour.
 * Medians, so that up to half of the windows may be odd. Some 5 kB once every hour was met.
 */
export class UsualLatency {
  private readonly recent = new Ring(RECENT);
  private readonly hours: (Ring | null)[] = new Array<Ring | null>(HOURS).fill(null);

  /** A window that began at `atMs` (since 1970) in which the element took `us` on average. */
  note(atMs: number, us: number): void {
    this.recent.push(us);
    if (!this.recent.isFullTurn) return;
    const hour = hourOf(atMs);
    const ring = this.hours[hour] ?? new Ring(BLOCKS);
    this.hours[hour] = ring;
    ring.push(robust(this.recent.held())?.median ?? us);
  }

  /** What is usual at `atMs`; null until there is enough. */
  at(atMs: number): Usual | null {
    const recent = this.recent.size >= ENOUGH ? robust(this.recent.held()) : null;
    const ring = this.hours[hourOf(atMs)];
    const hour = ring !== null && ring.size >= ENOUGH_BLOCKS ? robust(ring.held()) : null;
    // medians of two minutes spread less than single windows do
    if (hour)
      return {
        us: hour.median,
        spreadUs: Math.max(hour.spread, recent?.spread ?? 0),
        basis: "hour",
      };
    return recent && { us: recent.median, spreadUs: recent.spread, basis: "recent" };
  }
}

const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS) % HOURS;
