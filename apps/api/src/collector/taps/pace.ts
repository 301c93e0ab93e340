/** How often one exporter is looked at, by its number: costs the packet path one comparison a report. */
export class Pace {
  everyMs: number;
  /** by number of the exporter: when it may be looked at again */
  private nextMs = new Float64Array(64);
  private looks = 0;

  constructor(everyMs: number) {
    this.everyMs = everyMs;
  }

  /** True when the exporter may be looked at again; then the next look is some time away. */
  isDue(index: number, nowMs: number): boolean {
    if (index < this.nextMs.length) {
      if (nowMs < this.nextMs[index]) return false;
    } else {
      const wider = new Float64Array(2 * index);
      wider.set(this.nextMs);
      this.nextMs = wider;
    }
    // reports of a period come in turn: a fixed pace would always meet the same of them
    this.nextMs[index] = nowMs + this.everyMs + (this.looks++ % 3);
    return true;
  }
}
