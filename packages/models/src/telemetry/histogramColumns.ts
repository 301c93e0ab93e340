import { BUCKETS, bucketOf, type Histogram } from "./histogram.ts";

/** Buckets that a series gets at first and beyond each end when it needs more (our choice). */
const ROOM = 32;
const STATS = 4;
const COUNT = 0;
const SUM = 1;
const MIN = 2;
const MAX = 3;
const RANGE = 3;
const FIRST = 0;
const LENGTH = 1;
const PLACE = 2;

/**
 * Histograms of many series side by side in three typed arrays, because a recording that touches several objects waits for memory:
 * count, sum, minimum and maximum of a series stand together, its buckets in one block of a common store. Recording allocates only
 * when the range of a series grows.
 */
export class HistogramColumns {
  private capacity = 0;
  /** per series: count, sum, minimum, maximum (us) */
  private stats = new Float64Array(0);
  /** per series: first bucket, number of buckets, place of its block in `counts` */
  private ranges = new Int32Array(0);
  private counts = new Uint32Array(1024);
  private used = 0;
  /** buckets of blocks that series have left behind */
  private abandoned = 0;

  /** Makes room for series 0 to `capacity` - 1. */
  reserve(capacity: number): void {
    if (capacity <= this.capacity) return;
    const stats = new Float64Array(STATS * capacity);
    stats.set(this.stats);
    const ranges = new Int32Array(RANGE * capacity);
    ranges.set(this.ranges);
    const from = this.capacity;
    [this.stats, this.ranges, this.capacity] = [stats, ranges, capacity];
    for (let series = from; series < capacity; series++) this.resetStats(series);
  }

  /** Counts a value of a series for which there is room. */
  record(series: number, us: number): void {
    const { stats, ranges } = this;
    const s = STATS * series;
    stats[s + COUNT]++;
    stats[s + SUM] += us;
    if (us < stats[s + MIN]) stats[s + MIN] = us;
    if (us > stats[s + MAX]) stats[s + MAX] = us;
    const bucket = bucketOf(us);
    const r = RANGE * series;
    const i = bucket - ranges[r + FIRST];
    // a negative place is a large one without its sign
    if (i >>> 0 < ranges[r + LENGTH]) this.counts[ranges[r + PLACE] + i]++;
    else this.widen(series, bucket);
  }

  count(series: number): number {
    return this.stats[STATS * series + COUNT];
  }

  /** Makes `histogram` hold what this series has recorded. */
  copyTo(series: number, histogram: Histogram): void {
    const s = STATS * series;
    const r = RANGE * series;
    const place = this.ranges[r + PLACE];
    histogram.assign(
      {
        count: this.stats[s + COUNT],
        sumUs: this.stats[s + SUM],
        minUs: this.stats[s + MIN],
        maxUs: this.stats[s + MAX],
      },
      this.ranges[r + FIRST],
      this.counts.subarray(place, place + this.ranges[r + LENGTH]),
    );
  }

  /** Forgets what a series has recorded and keeps its room. */
  reset(series: number): void {
    this.resetStats(series);
    const r = RANGE * series;
    const place = this.ranges[r + PLACE];
    this.counts.fill(0, place, place + this.ranges[r + LENGTH]);
  }

  private resetStats(series: number): void {
    const s = STATS * series;
    this.stats[s + COUNT] = 0;
    this.stats[s + SUM] = 0;
    this.stats[s + MIN] = Number.POSITIVE_INFINITY;
    this.stats[s + MAX] = Number.NEGATIVE_INFINITY;
  }

  /** Moves a series to a block that has `bucket`, and counts one there. */
  private widen(series: number, bucket: number): void {
    const r = RANGE * series;
    const [first, length] = [this.ranges[r + FIRST], this.ranges[r + LENGTH]];
    const low = Math.max(0, length === 0 ? bucket - ROOM : Math.min(first, bucket - ROOM));
    const high = Math.min(BUCKETS, length === 0 ? bucket + ROOM : Math.max(first + length, bucket + ROOM));
    this.ensure(high - low);
    const from = this.ranges[r + PLACE];
    const to = this.used;
    this.counts.copyWithin(to + (length === 0 ? 0 : first - low), from, from + length);
    this.counts.fill(0, from, from + length);
    this.used += high - low;
    this.abandoned += length;
    this.ranges.set([low, high - low, to], r);
    this.counts[to + bucket - low]++;
  }

  /** Room for `buckets` more at the end of the store: the blocks move together when half of them are abandoned, else it doubles. */
  private ensure(buckets: number): void {
    if (this.used + buckets <= this.counts.length) return;
    const live = this.used - this.abandoned;
    let capacity = this.counts.length;
    while (capacity < 2 * (live + buckets)) capacity *= 2;
    const counts = new Uint32Array(capacity);
    let used = 0;
    for (let r = 0; r < this.ranges.length; r += RANGE) {
      const place = this.ranges[r + PLACE];
      const length = this.ranges[r + LENGTH];
      counts.set(this.counts.subarray(place, place + length), used);
      this.ranges[r + PLACE] = used;
      used += length;
    }
    this.counts = counts;
    this.used = used;
    this.abandoned = 0;
  }
}
