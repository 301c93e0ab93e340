/** Samples of one report, in columns that are reused: what `measure` and plans fill and windows record. */
export class SampleColumns {
  /** Samples of the last report: series, and its latency; NaN marks a packet that was dropped inside the segment. */
  sampleCount = 0;
  sampleSeries = new Int32Array(256);
  sampleUs = new Float64Array(256);
  /** what the last matched segment's latency leaves out; parallel to the samples, 0 for parts */
  sampleIncomplete = new Uint8Array(256);
  /** hop in the batch whose stay a sample is; -1 for a whole segment and for the time between two hops */
  sampleHop = new Int32Array(256);

  protected push(series: number, us: number, hop: number): void {
    if (series < 0) return;
    if (this.sampleCount === this.sampleSeries.length) this.growSamples(2 * this.sampleCount);
    this.sampleSeries[this.sampleCount] = series;
    this.sampleUs[this.sampleCount] = us;
    this.sampleIncomplete[this.sampleCount] = 0;
    this.sampleHop[this.sampleCount] = hop;
    this.sampleCount++;
  }

  protected growSamples(grown: number): void {
    const series = new Int32Array(grown);
    series.set(this.sampleSeries);
    const us = new Float64Array(grown);
    us.set(this.sampleUs);
    const incomplete = new Uint8Array(grown);
    incomplete.set(this.sampleIncomplete);
    const hops = new Int32Array(grown);
    hops.set(this.sampleHop);
    this.sampleHop = hops;
    this.sampleSeries = series;
    this.sampleUs = us;
    this.sampleIncomplete = incomplete;
  }
}
