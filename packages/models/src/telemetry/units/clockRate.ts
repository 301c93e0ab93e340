const WORD = 2 ** 32;
/** Time of arrival that must pass between two compared readings (our choice). */
const APART_US = 200;
/** The same where reports may come bunched: agents of sFlow hold samples back for up to a second. */
export const BUNCHED_US = 1_000_000;
/** How far a difference of readings may be from that of the arrivals (our choice: half of it). */
const TOLERANCE = 0.5;
/** Steps that a clock of milliseconds must move, to be told from one that hardly moves (our choice). */
const LEAST_MS = 5;
/** A difference that nearly fills the range of a narrow clock is no evidence: it may have wrapped once more. */
const WRAP_SHARE = 1 / 16;

/**
 * Whether a clock counts nanoseconds or microseconds, by how far it moves between reports that arrive at known
 * times. A difference that fits both units or neither is no vote. Milliseconds are not read here: votes for them speak
 * against the others.
 */
export class ClockRate {
  ns = 0;
  us = 0;
  ms = 0;
  private readonly apartUs: number;
  private tried = 0;
  private high = 0;
  private low = 0;
  private arrivedUs = Number.NaN;

  constructor(apartUs = APART_US) {
    this.apartUs = apartUs;
  }

  votes(): { ns: number; us: number; ms: number; tried: number } {
    return { ns: this.ns, us: this.us, ms: this.ms, tried: this.tried };
  }

  /** A reading of the clock in a report that arrived at `arrivedUs`; `high` is -1 for a clock of 32 bits. */
  note(high: number, low: number, arrivedUs: number): void {
    const passedUs = arrivedUs - this.arrivedUs;
    // the first reading, one without a time, or the clock of the arrivals stepped back
    if (!(passedUs >= 0)) {
      this.anchor(high, low, arrivedUs);
      return;
    }
    if (passedUs < this.apartUs) return;
    const wide = high >= 0 && this.high >= 0;
    const moved = wide ? (high - this.high) * WORD + (low - this.low) : (low - this.low) >>> 0;
    this.anchor(high, low, arrivedUs);
    const ns = fits(moved, passedUs * 1000, wide);
    const us = fits(moved, passedUs, wide);
    this.tried++;
    if (ns && !us) this.ns++;
    else if (us && !ns) this.us++;
    else if (!ns && moved >= LEAST_MS && fits(moved, passedUs / 1000, wide)) this.ms++;
  }

  private anchor(high: number, low: number, arrivedUs: number): void {
    this.high = high;
    this.low = low;
    this.arrivedUs = arrivedUs;
  }
}

/** True when a clock that moved by `moved` may have moved by `expected`, which a narrow one shows modulo its range. */
function fits(moved: number, expected: number, wide: boolean): boolean {
  if (wide) return Math.abs(moved - expected) <= TOLERANCE * expected;
  const distance = Math.abs(moved - (expected % WORD));
  const around = Math.min(distance, WORD - distance);
  return around <= Math.min(TOLERANCE * expected, WRAP_SHARE * WORD);
}
