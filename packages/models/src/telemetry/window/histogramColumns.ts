import { BUCKETS, bucketOf, type Histogram } from "./histogram.ts";

/** Buckets that a series gets at first and beyond each end when it needs more (our choice). */
const ROOM = 32;

// A head per series, 64 bytes: as long as a line of the cache, because a recording that touches several waits for each.
const FLOATS = 8;
const COUNT = 0;
const SUM = 1;
const MIN = 2;
const MAX = 3;
/** Places for the owner: two thresholds as floats, a flag as a word. */
export const HEAD_FLOATS = FLOATS;
export const HEAD_PL = 4;
export const HEAD_DL = 5;
const WORDS = 16;
const FIRST = 12;
const LENGTH = 13;
const PLACE = 14;
export const HEAD_WORDS = WORDS;
export const HEAD_FLAG = 15;

/**
 * Histograms of many series side by side: a head with count, sum, minimum, maximum and the place of the
 * buckets, which stand in one block per series of a common store. Recording allocates only when the range of
 * a series grows.
 */
export class HistogramColumns {
  private capacity = 0;
  /** the heads, as floats and as words */
  heads = new Float64Array(0);
  headWords = new Uint32Array(0);
  private counts = new Uint32Array(1024);
  private used = 0;
  /** buckets of blocks that series have left behind */
  private abandoned = 0;

  /** Makes room for series 0 to `capacity` - 1; new ones have no thresholds. */
  reserve(capacity: number): void {
    if (capacity <= this.capacity) return;
    const heads = new Float64Array(FLOATS * capacity);
    heads.set(this.heads);
    const from = this.capacity;
    this.heads = heads;
    this.headWords = new Uint32Array(heads.buffer);
    this.capacity = capacity;
    for (let series = from; series < capacity; series++) {
      this.resetStats(series);
      heads.fill(Number.POSITIVE_INFINITY, FLOATS * series + HEAD_PL, FLOATS * series + HEAD_DL + 1);
    }
  }

  /**
   * Counts a value of a series for which there is room; a loop over many hands in this object's own `heads`
   * and `headWords`, read once.
   */
  record(series: number, us: number, heads: Float64Array, headWords: Uint32Array): void {
    const s = FLOATS * series;
    const r = WORDS * series;
    const i = bucketOf(us) - headWords[r + FIRST];
    heads[s + COUNT]++;
    heads[s + SUM] += us;
    if (us < heads[s + MIN]) heads[s + MIN] = us;
    if (us > heads[s + MAX]) heads[s + MAX] = us;
    // a negative place is a large one without its sign
    if (i >>> 0 < headWords[r + LENGTH]) this.counts[headWords[r + PLACE] + i]++;
    else this.widen(series, i + headWords[r + FIRST]);
  }

  count(series: number): number {
    return this.heads[FLOATS * series + COUNT];
  }

  /** Makes `histogram` hold what this series has recorded. */
  copyTo(series: number, histogram: Histogram): void {
    const s = FLOATS * series;
    const r = WORDS * series;
    const place = this.headWords[r + PLACE];
    histogram.assign(
      {
        count: this.heads[s + COUNT],
        sumUs: this.heads[s + SUM],
        minUs: this.heads[s + MIN],
        maxUs: this.heads[s + MAX],
      },
      this.headWords[r + FIRST],
      this.counts.subarray(place, place + this.headWords[r + LENGTH]),
    );
  }

  /** Forgets what a series has recorded and keeps its room. */
  reset(series: number): void {
    this.resetStats(series);
    const r = WORDS * series;
    const place = this.headWords[r + PLACE];
    this.counts.fill(0, place, place + this.headWords[r + LENGTH]);
  }

  private resetStats(series: number): void {
    const s = FLOATS * series;
    this.heads[s + COUNT] = 0;
    this.heads[s + SUM] = 0;
    this.heads[s + MIN] = Number.POSITIVE_INFINITY;
    this.heads[s + MAX] = Number.NEGATIVE_INFINITY;
  }

  /** Moves a series to a block that has `bucket`, and counts one there. */
  private widen(series: number, bucket: number): void {
    const r = WORDS * series;
    const [first, length] = [this.headWords[r + FIRST], this.headWords[r + LENGTH]];
    const low = Math.max(0, length === 0 ? bucket - ROOM : Math.min(first, bucket - ROOM));
    const high = Math.min(BUCKETS, length === 0 ? bucket + ROOM : Math.max(first + length, bucket + ROOM));
    this.ensure(high - low);
    const from = this.headWords[r + PLACE];
    const to = this.used;
    this.counts.copyWithin(to + (length === 0 ? 0 : first - low), from, from + length);
    this.counts.fill(0, from, from + length);
    this.used += high - low;
    this.abandoned += length;
    this.headWords.set([low, high - low, to], r + FIRST);
    this.counts[to + bucket - low]++;
  }

  /**
   * Room for `buckets` more at the end of the store: the blocks move together when half of them are
   * abandoned, else it doubles.
   */
  private ensure(buckets: number): void {
    if (this.used + buckets <= this.counts.length) return;
    const live = this.used - this.abandoned;
    let capacity = this.counts.length;
    while (capacity < 2 * (live + buckets)) capacity *= 2;
    const counts = new Uint32Array(capacity);
    let used = 0;
    for (let r = 0; r < this.headWords.length; r += WORDS) {
      const place = this.headWords[r + PLACE];
      const length = this.headWords[r + LENGTH];
      counts.set(this.counts.subarray(place, place + length), used);
      this.headWords[r + PLACE] = used;
      used += length;
    }
    this.counts = counts;
    this.used = used;
    this.abandoned = 0;
  }
}
