/**
 * From the collector's even time, which never steps, to wall time. Deadlines and rates go by even time; what is stamped
 * (windows, frames, when an exporter was heard) adds the correction of the clock.
 */
export class StampClock {
  correctionMs = 0;

  /** Wall time in us. */
  us(nowMs: number): number {
    return (nowMs + this.correctionMs) * 1_000;
  }

  /** Wall time in whole ms. */
  ms(nowMs: number): number {
    return Math.round(nowMs + this.correctionMs);
  }

  /** A list with one of its times in wall time. */
  stamped<T extends object, K extends keyof T>(list: readonly T[], key: K): T[] {
    return list.map((entry) => ({ ...entry, [key]: this.ms(Number(entry[key])) }));
  }
}
