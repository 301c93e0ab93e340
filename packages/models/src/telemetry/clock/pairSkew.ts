/** How the clocks of two switches stand to each other, as far as their reports tell. */
export type ClockSkew = {
  /** second clock minus first, us, at the last sample; null: cannot be known */
  offsetUs: number | null;
  /** bound of the error of `offsetUs`: half of the shortest round trip seen */
  uncertaintyUs: number | null;
  /** by how much the second clock gains on the first, in millionths; null: too short a time */
  driftPpm: number | null;
  /**
   * with one direction only: the offset is at most this, because no packet arrives before it is sent; null otherwise
   */
  offsetAtMostUs: number | null;
  samples: number;
  method: "both-ways" | "one-way" | "none";
};

/** Minima are taken over intervals of this length, and as many are kept (our choice). */
const INTERVAL_US = 1_000_000;
const INTERVALS = 64;
/** Fewer intervals give no drift (our choice). */
const DRIFT_INTERVALS = 8;
/** A difference that moves further than this from the one before means that a clock was set (our choice). */
const JUMP_US = 500_000;
const JUMPS_UNTIL_RESTART = 3;

/**
 * Interval minima of the differences in one direction: time of arrival behind the link minus time of leaving
 * in front of it.
 */
class Direction {
  samples = 0;
  private readonly startUs = new Float64Array(INTERVALS);
  private readonly atUs = new Float64Array(INTERVALS);
  private readonly minUs = new Float64Array(INTERVALS);
  private used = 0;
  private last = -1;
  /** when the last difference was taken in */
  latestUs = 0;
  private jumps = 0;

  /**
   * Takes a difference of clocks that wrap after `wrapUs` (Infinity: never); true when a clock was set and
   * the past is void.
   */
  add(nowUs: number, differenceUs: number, wrapUs: number): boolean {
    let us = differenceUs;
    this.latestUs = nowUs;
    if (Number.isFinite(wrapUs)) {
      const near = this.last < 0 ? 0 : this.minUs[this.last];
      us -= Math.round((us - near) / wrapUs) * wrapUs;
    }
    if (this.last >= 0 && Math.abs(us - this.minUs[this.last]) > JUMP_US) {
      this.jumps++;
      if (this.jumps < JUMPS_UNTIL_RESTART) return false;
      this.clear();
      this.push(nowUs, us);
      return true;
    }
    this.jumps = 0;
    this.samples++;
    if (this.last < 0 || nowUs >= this.startUs[this.last] + INTERVAL_US) this.push(nowUs, us);
    else if (us < this.minUs[this.last]) {
      this.minUs[this.last] = us;
      this.atUs[this.last] = nowUs;
    }
    return false;
  }

  get known(): boolean {
    return this.used > 0;
  }

  clear(): void {
    this.samples = 0;
    this.used = 0;
    this.last = -1;
    this.jumps = 0;
  }

  /** Slope of the minima (us per us) by least squares; null with too few of them. */
  slope(): number | null {
    const n = this.used;
    if (n < DRIFT_INTERVALS) return null;
    let meanAt = 0;
    let meanUs = 0;
    const from = this.latestUs;
    for (let i = 0; i < n; i++) {
      meanAt += (this.atUs[i] - from) / n;
      meanUs += this.minUs[i] / n;
    }
    let covariance = 0;
    let variance = 0;
    for (let i = 0; i < n; i++) {
      const at = this.atUs[i] - from - meanAt;
      covariance += at * (this.minUs[i] - meanUs);
      variance += at * at;
    }
    return variance === 0 ? null : covariance / variance;
  }

  /** The least difference at `atUs`, given how fast it moves. */
  lowestUs(atUs: number, slope: number): number {
    let lowest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.used; i++)
      lowest = Math.min(lowest, this.minUs[i] + slope * (atUs - this.atUs[i]));
    return lowest;
  }

  private push(nowUs: number, us: number): void {
    this.last = (this.last + 1) % INTERVALS;
    this.used = Math.min(INTERVALS, this.used + 1);
    this.startUs[this.last] = nowUs;
    this.atUs[this.last] = nowUs;
    this.minUs[this.last] = us;
    if (this.samples === 0) this.samples = 1;
  }
}

/**
 * Offset and drift between the clocks of two neighbours, by minimum filters [int-platforms] rule 3. A
 * difference across a link is its delay plus the offset. The least differences of both directions give the
 * offset within half of the shortest round trip; links with different delays in the two directions are the
 * reason for that bound. One direction gives the drift and a bound only.
 */
export class PairSkew {
  private readonly forward = new Direction();
  private readonly backward = new Direction();
  private wrapUs = Number.POSITIVE_INFINITY;
  /** times that a clock was set, or a switch restarted */
  restarts = 0;

  /**
   * Takes in that a packet left one switch and entered the other: `isForward` from the first to the second.
   * The difference is arrival minus departure, each on its own clock.
   */
  add(nowUs: number, isForward: boolean, differenceUs: number, wrapUs: number): void {
    this.wrapUs = wrapUs;
    const [here, there] = isForward ? [this.forward, this.backward] : [this.backward, this.forward];
    if (!here.add(nowUs, differenceUs, wrapUs)) return;
    this.restarts++;
    there.clear();
  }

  estimate(): ClockSkew {
    const { forward, backward } = this;
    const samples = forward.samples + backward.samples;
    const forwardSlope = forward.slope();
    const backwardSlope = backward.slope();
    const drift =
      forwardSlope !== null && backwardSlope !== null
        ? (forwardSlope - backwardSlope) / 2
        : (forwardSlope ?? (backwardSlope === null ? null : -backwardSlope));
    const common = { driftPpm: drift === null ? null : drift * 1e6, samples };
    const nothing = { offsetUs: null, uncertaintyUs: null, offsetAtMostUs: null };
    if (!forward.known && !backward.known) return { ...nothing, ...common, method: "none" };
    if (!forward.known || !backward.known) {
      const only = forward.known ? forward : backward;
      const lowest = only.lowestUs(only.latestUs, (forward.known ? 1 : -1) * (drift ?? 0));
      // the backward difference bounds the negative offset: from below, which is no bound from above
      return { ...nothing, ...common, offsetAtMostUs: forward.known ? lowest : null, method: "one-way" };
    }
    const atUs = Math.max(forward.latestUs, backward.latestUs);
    const there = forward.lowestUs(atUs, drift ?? 0);
    const back = backward.lowestUs(atUs, -(drift ?? 0));
    let roundTripUs = there + back;
    // each direction is known up to its own number of wraps
    if (Number.isFinite(this.wrapUs)) roundTripUs -= Math.round(roundTripUs / this.wrapUs) * this.wrapUs;
    if (roundTripUs < 0) return { ...nothing, ...common, method: "none" };
    return {
      offsetUs: there - roundTripUs / 2,
      uncertaintyUs: roundTripUs / 2,
      driftPpm: common.driftPpm,
      offsetAtMostUs: null,
      samples,
      method: "both-ways",
    };
  }
}
