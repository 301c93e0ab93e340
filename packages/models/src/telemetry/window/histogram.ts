import { assert } from "../../core/index.ts";

/** Half the width of a bucket, relative to its middle: the error of every quantile. */
export const RELATIVE_ERROR = 0.01;
/** Values below and above are counted in the first and last bucket. */
export const MIN_US = 0.05;
export const MAX_US = 1e9;

const GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR);
const INVERSE_LOG_GAMMA = 1 / Math.log(GAMMA);
const LOG_MIN = Math.log(MIN_US);
/** Bucket i > 0 holds (MIN_US * GAMMA^(i-1), MIN_US * GAMMA^i]; bucket 0 everything up to MIN_US. */
export const BUCKETS = Math.ceil((Math.log(MAX_US) - LOG_MIN) * INVERSE_LOG_GAMMA) + 1;
const MIDDLE_US = Float64Array.from({ length: BUCKETS }, (_, i) =>
  i === 0 ? MIN_US : (MIN_US * 2 * GAMMA ** i) / (GAMMA + 1),
);
const GROWTH = 64;
const ENCODING_VERSION = 1;
const HEADER_BYTES = 25;

/** Upper end of each bucket. */
const UPPER_US = Float64Array.from({ length: BUCKETS }, (_, i) => MIN_US * GAMMA ** i);

// The bucket of a number by its bits instead of its logarithm: exponent and the top seven bits of the
// mantissa name a range narrower than a bucket, and one comparison says on which side of the bucket's end the
// number lies. The table fits into the first-level cache.
const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);
const HIGH_WORD = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 1 : 0;
const RANGE_SHIFT = 13;
const rangeOf = (us: number): number => {
  float[0] = us;
  return words[HIGH_WORD] >>> RANGE_SHIFT;
};
const FIRST_RANGE = rangeOf(MIN_US);
const BUCKET_OF_RANGE = Uint16Array.from({ length: rangeOf(MAX_US) - FIRST_RANGE + 1 }, (_, i) => {
  words[HIGH_WORD] = (FIRST_RANGE + i) << RANGE_SHIFT;
  words[1 - HIGH_WORD] = 0;
  const lowestUs = Math.max(MIN_US, float[0]);
  return Math.max(0, Math.ceil((Math.log(lowestUs) - LOG_MIN) * INVERSE_LOG_GAMMA));
});

/** Bucket of a latency; anything that is no positive number belongs to the first. */
export function bucketOf(us: number): number {
  if (!(us > MIN_US)) return 0;
  if (us >= MAX_US) return BUCKETS - 1;
  const bucket = BUCKET_OF_RANGE[rangeOf(us) - FIRST_RANGE];
  return bucket + Number(us > UPPER_US[bucket]);
}

/**
 * Histogram of latencies in microseconds with logarithmic buckets: quantiles are within 1 % of the exact ones between
 * 0.05 us and 1e9 us, and histograms merge without losing anything. Count, sum, minimum and maximum are exact. Only the
 * range of buckets in use is kept; recording allocates when that range grows, and `reset` keeps it.
 */
export class Histogram {
  count = 0;
  sumUs = 0;
  minUs = Number.POSITIVE_INFINITY;
  maxUs = Number.NEGATIVE_INFINITY;
  private first = 0;
  private counts = new Uint32Array(0);

  record(us: number): void {
    this.count++;
    this.sumUs += us;
    if (us < this.minUs) this.minUs = us;
    if (us > this.maxUs) this.maxUs = us;
    const bucket = bucketOf(us);
    const i = bucket - this.first;
    // a negative place is a large one without its sign
    if (i >>> 0 < this.counts.length) this.counts[i]++;
    else this.add(bucket, 1);
  }

  /** Records a latency that stands for `times` of its kind. */
  recordTimes(us: number, times: number): void {
    this.count += times;
    this.sumUs += us * times;
    if (us < this.minUs) this.minUs = us;
    if (us > this.maxUs) this.maxUs = us;
    this.add(bucketOf(us), times);
  }

  /** Takes over counts that were kept elsewhere: `counts[i]` of bucket `first + i`. */
  assign(
    exact: Readonly<Pick<Histogram, "count" | "sumUs" | "minUs" | "maxUs">>,
    first: number,
    counts: Uint32Array<ArrayBuffer>,
  ): void {
    this.count = exact.count;
    this.sumUs = exact.sumUs;
    this.minUs = exact.minUs;
    this.maxUs = exact.maxUs;
    this.first = first;
    this.counts = counts.slice();
  }

  /** Adds everything `other` has recorded. */
  merge(other: Histogram): void {
    if (other.count === 0) return;
    this.count += other.count;
    this.sumUs += other.sumUs;
    this.minUs = Math.min(this.minUs, other.minUs);
    this.maxUs = Math.max(this.maxUs, other.maxUs);
    for (let i = 0; i < other.counts.length; i++) {
      if (other.counts[i] > 0) this.add(other.first + i, other.counts[i]);
    }
  }

  reset(): void {
    this.count = 0;
    this.sumUs = 0;
    this.minUs = Number.POSITIVE_INFINITY;
    this.maxUs = Number.NEGATIVE_INFINITY;
    this.counts.fill(0);
  }

  /** Mean, null when nothing was recorded. */
  meanUs(): number | null {
    return this.count === 0 ? null : this.sumUs / this.count;
  }

  /** The `q`-quantile (0 to 1, lower rank: the value at position floor(q * (count - 1))), null when empty. */
  quantileUs(q: number): number | null {
    if (this.count === 0) return null;
    const rank = Math.floor(Math.min(1, Math.max(0, q)) * (this.count - 1));
    // the outermost values are known exactly
    if (rank === 0) return this.minUs;
    if (rank === this.count - 1) return this.maxUs;
    let seen = 0;
    for (let i = 0; i < this.counts.length; i++) {
      seen += this.counts[i];
      if (seen > rank) return Math.min(this.maxUs, Math.max(this.minUs, MIDDLE_US[this.first + i]));
    }
    return this.maxUs;
  }

  quantilesUs(qs: readonly number[]): (number | null)[] {
    return qs.map((q) => this.quantileUs(q));
  }

  /** How many values lie above `thresholdUs`; those within 1 % of it may be counted on either side. */
  countAbove(thresholdUs: number): number {
    if (thresholdUs >= this.maxUs) return 0;
    if (thresholdUs < this.minUs) return this.count;
    let above = 0;
    for (let i = Math.max(0, bucketOf(thresholdUs) + 1 - this.first); i < this.counts.length; i++) {
      above += this.counts[i];
    }
    return above;
  }

  /** Calls `visit` with the middle and the count of each bucket in use, in rising order (for drawing). */
  forEachBucket(visit: (us: number, count: number) => void): void {
    for (let i = 0; i < this.counts.length; i++) {
      if (this.counts[i] > 0) visit(MIDDLE_US[this.first + i], this.counts[i]);
    }
  }

  /**
   * Compact form: version, sum, minimum, maximum (64-bit floats, big endian), then gap and count of each
   * bucket in use as varints.
   */
  encode(): Uint8Array {
    let used = 0;
    for (const count of this.counts) if (count > 0) used++;
    const bytes = new Uint8Array(HEADER_BYTES + used * 7);
    const view = new DataView(bytes.buffer);
    bytes[0] = ENCODING_VERSION;
    view.setFloat64(1, this.sumUs);
    view.setFloat64(9, this.minUs);
    view.setFloat64(17, this.maxUs);
    let p = HEADER_BYTES;
    let next = 0;
    for (let i = 0; i < this.counts.length; i++) {
      if (this.counts[i] === 0) continue;
      p = putVarint(bytes, p, this.first + i - next);
      p = putVarint(bytes, p, this.counts[i]);
      next = this.first + i + 1;
    }
    return bytes.slice(0, p);
  }

  /** Reads what `encode` wrote; null when the bytes are not a histogram. */
  static decode(bytes: Uint8Array): Histogram | null {
    const histogram = new Histogram();
    return histogram.read(bytes) ? histogram : null;
  }

  /**
   * Replaces what this histogram holds by what `encode` wrote, in the room it has; false (and empty) when the
   * bytes are not a histogram.
   */
  read(bytes: Uint8Array): boolean {
    this.reset();
    return this.mergeEncoded(bytes);
  }

  /** Adds what `encode` wrote; false, and nothing added, when the bytes are not a histogram. */
  mergeEncoded(bytes: Uint8Array): boolean {
    const entries = readEntries(bytes);
    if (entries < 0) return false;
    for (let i = 0; i < entries; i++) {
      this.add(entryBucket[i], entryCount[i]);
      this.count += entryCount[i];
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.sumUs += view.getFloat64(1);
    this.minUs = Math.min(this.minUs, view.getFloat64(9));
    this.maxUs = Math.max(this.maxUs, view.getFloat64(17));
    return true;
  }

  private add(bucket: number, count: number): void {
    let i = bucket - this.first;
    if (i < 0 || i >= this.counts.length) {
      this.grow(bucket);
      i = bucket - this.first;
    }
    this.counts[i] += count;
  }

  /** Widens the kept range to `bucket` and some room beyond it. */
  private grow(bucket: number): void {
    const empty = this.counts.length === 0;
    const low = empty ? bucket - GROWTH / 2 : Math.min(this.first, bucket - GROWTH);
    const high = empty ? bucket + GROWTH / 2 : Math.max(this.first + this.counts.length, bucket + GROWTH);
    const first = Math.max(0, low);
    const counts = new Uint32Array(Math.min(BUCKETS, high) - first);
    assert(bucket >= first && bucket < first + counts.length, "the bucket lies in the grown range");
    if (!empty) counts.set(this.counts, this.first - first);
    this.first = first;
    this.counts = counts;
  }
}

// entries of the histogram that was read last: buckets in use and their counts
const entryBucket = new Uint16Array(BUCKETS);
const entryCount = new Float64Array(BUCKETS);

/** Reads the buckets of what `encode` wrote; how many there are, or -1 when the bytes are not a histogram. */
function readEntries(bytes: Uint8Array): number {
  if (bytes.length < HEADER_BYTES || bytes[0] !== ENCODING_VERSION) return -1;
  let p = HEADER_BYTES;
  let bucket = -1;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 28; scale *= 128) {
      if (p >= bytes.length) return -1;
      const byte = bytes[p++];
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    return -1;
  };
  let entries = 0;
  while (p < bytes.length) {
    const gap = varint();
    const count = varint();
    if (gap < 0 || count <= 0 || count > 0xffffffff) return -1;
    bucket += gap + 1;
    if (bucket >= BUCKETS) return -1;
    entryBucket[entries] = bucket;
    entryCount[entries++] = count;
  }
  return entries;
}

function putVarint(bytes: Uint8Array, p: number, value: number): number {
  while (value >= 0x80) {
    bytes[p++] = (value % 128) | 0x80;
    value = Math.floor(value / 128);
  }
  bytes[p] = value;
  return p + 1;
}
