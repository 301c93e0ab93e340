/** Most datagrams that may be read: a bucket of one second's worth, so that a burst of a second passes. */
class TokenBucket {
  private readonly perSecond: number;
  private tokens: number;
  private filledMs: number;

  constructor(perSecond: number, nowMs: number) {
    this.perSecond = perSecond;
    this.tokens = perSecond;
    this.filledMs = nowMs;
  }

  take(nowMs: number): boolean {
    // a clock that steps back fills nothing
    if (nowMs > this.filledMs)
      this.tokens = Math.min(this.perSecond, this.tokens + ((nowMs - this.filledMs) * this.perSecond) / 1000);
    this.filledMs = nowMs;
    if (this.tokens < 1) return false;
    this.tokens--;
    return true;
  }
}

/**
 * Takes exactly one of every `oneIn`, at a place in each block that varies: taking every n-th would follow an
 * exporter that reports its flows in turn. Repeatable: the places come from the seed.
 */
class Sampler {
  readonly oneIn: number;
  private state: number;
  private position = 0;
  private chosen = 0;

  constructor(oneIn: number, seed: number) {
    this.oneIn = oneIn;
    // xorshift stands still at 0
    this.state = (seed * 2_654_435_761 + 1) | 1;
    this.choose();
  }

  take(): boolean {
    const taken = this.position === this.chosen;
    if (++this.position === this.oneIn) {
      this.position = 0;
      this.choose();
    }
    return taken;
  }

  private choose(): void {
    let s = this.state;
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    this.state = s;
    this.chosen = (s >>> 0) % this.oneIn;
  }
}

export type AdmissionLimits = { maxDatagramsPerSecond: number | null; sampleOneIn: number };

/** Which datagrams of an exporter are read. Every one that is not is counted: limited first, then sampled out. */
export class Admission {
  limited = 0;
  sampledOut = 0;
  private bucket: TokenBucket | null = null;
  private sampler: Sampler | null = null;
  private limits: AdmissionLimits = { maxDatagramsPerSecond: null, sampleOneIn: 1 };

  get sampleOneIn(): number {
    return this.limits.sampleOneIn;
  }

  /** Takes over new limits; what is as before keeps its state, so that a change elsewhere refills no bucket. */
  set({ maxDatagramsPerSecond, sampleOneIn }: AdmissionLimits, seed: number, nowMs: number): void {
    if (maxDatagramsPerSecond !== this.limits.maxDatagramsPerSecond)
      this.bucket = maxDatagramsPerSecond === null ? null : new TokenBucket(maxDatagramsPerSecond, nowMs);
    if (sampleOneIn !== this.limits.sampleOneIn)
      this.sampler = sampleOneIn === 1 ? null : new Sampler(sampleOneIn, seed);
    this.limits = { maxDatagramsPerSecond, sampleOneIn };
  }

  admits(nowMs: number): boolean {
    if (this.bucket !== null && !this.bucket.take(nowMs)) {
      this.limited++;
      return false;
    }
    if (this.sampler !== null && !this.sampler.take()) {
      this.sampledOut++;
      return false;
    }
    return true;
  }
}
