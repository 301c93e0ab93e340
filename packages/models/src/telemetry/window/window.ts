import type { ReportBatch } from "../batch.ts";
import { Histogram } from "./histogram.ts";
import {
  HEAD_DL,
  HEAD_FLAG,
  HEAD_FLOATS,
  HEAD_PL,
  HEAD_WORDS,
  HistogramColumns,
} from "./histogramColumns.ts";
import { QueueColumns } from "./queueColumns.ts";
import { noCounts, type WindowCounts } from "./windowCounts.ts";

/**
 * One closed (or, for a snapshot, open) window of one series. `histogram` is a view: encode or merge it
 * before returning.
 */
export type WindowView = WindowCounts & {
  series: number;
  startUs: number;
  count: number;
  sumUs: number;
  /** NaN when nothing was measured */
  minUs: number;
  maxUs: number;
  histogram: Histogram;
};

/**
 * Windows of one length (1 s by default) for many series at once: columns and histograms that are filled,
 * handed out and reset in place. Windows are aligned to multiples of their length since 1970, so that
 * collectors' windows merge.
 */
export class WindowAccumulator {
  readonly windowUs: number;
  startUs = Number.NaN;
  private capacity = 0;
  private abovePl = new Float64Array(0);
  private aboveDl = new Float64Array(0);
  private dropped = new Float64Array(0);
  private gaps = new Float64Array(0);
  private congested = new Float64Array(0);
  private sampled = new Float64Array(0);
  private readonly queues = new QueueColumns();
  private readonly histograms = new HistogramColumns();
  private touched = new Int32Array(0);
  private touchedCount = 0;
  private readonly view: WindowView;

  constructor(windowUs = 1_000_000) {
    this.windowUs = windowUs;
    this.view = {
      series: 0,
      startUs: 0,
      count: 0,
      sumUs: 0,
      minUs: Number.NaN,
      maxUs: Number.NaN,
      ...noCounts(),
      histogram: new Histogram(),
    };
  }

  /** PL and DL of a series, from its next sample on; series without thresholds (parts) never count as above. */
  setThresholds(series: number, plUs: number, dlUs: number): void {
    this.reserve(series);
    this.histograms.heads[HEAD_FLOATS * series + HEAD_PL] = plUs;
    this.histograms.heads[HEAD_FLOATS * series + HEAD_DL] = dlUs;
  }

  /**
   * The first `count` samples of two columns, as `Matcher.match` leaves them; NaN is a packet that was
   * dropped inside the segment.
   */
  recordAll(series: Int32Array, us: Float64Array, count: number): void {
    const { histograms } = this;
    let { heads, headWords } = histograms;
    for (let i = 0; i < count; i++) {
      const one = series[i];
      const value = us[i];
      const s = HEAD_FLOATS * one;
      if (one >= this.capacity || headWords[HEAD_WORDS * one + HEAD_FLAG] === 0) {
        this.touch(one);
        ({ heads, headWords } = histograms);
      }
      if (Number.isNaN(value)) {
        this.dropped[one]++;
        continue;
      }
      histograms.record(one, value, heads, headWords);
      if (value > heads[s + HEAD_PL]) {
        this.abovePl[one]++;
        if (value > heads[s + HEAD_DL]) this.aboveDl[one]++;
      }
    }
  }

  /**
   * What the hops of the first `count` samples say of their queues, in a report that arrived at `nowUs` on the clock of
   * `advance`; a sample that is no stay in a hop has -1 as its hop. Called after `recordAll` of the same samples.
   */
  recordQueues(series: Int32Array, hops: Int32Array, count: number, batch: ReportBatch, nowUs: number): void {
    this.queues.recordAll(series, hops, count, batch, nowUs);
  }

  /** A report of this series says that a queue was congested. */
  recordCongested(series: number): void {
    this.touch(series);
    this.congested[series]++;
  }

  /** One of so many datagrams of the exporter that reports for this series is read. */
  recordSampling(series: number, oneIn: number): void {
    this.touch(series);
    if (oneIn > this.sampled[series]) this.sampled[series] = oneIn;
  }

  recordGap(series: number, lost: number): void {
    this.touch(series);
    this.gaps[series] += lost;
  }

  /**
   * Moves the clock to `nowUs` (since 1970). When the open window is over, `onClosed` gets the window of each
   * series that had a sample; the view is reused from call to call. Returns how many windows were closed. A
   * clock that steps back keeps the open window.
   */
  advance(nowUs: number, onClosed: (window: WindowView) => void): number {
    const startUs = Math.floor(nowUs / this.windowUs) * this.windowUs;
    if (Number.isNaN(this.startUs)) this.startUs = startUs;
    if (startUs <= this.startUs) return 0;
    const closed = this.close(onClosed, this.startUs + this.windowUs);
    this.startUs = startUs;
    return closed;
  }

  /**
   * Goes on at `nowUs`, whatever the clock said before: the open window is closed and another begins, even in
   * the same second. So no window holds more than its length of real time when the clock was set.
   */
  restart(nowUs: number, onClosed: (window: WindowView) => void): number {
    const closed = this.close(onClosed);
    this.startUs = Math.floor(nowUs / this.windowUs) * this.windowUs;
    return closed;
  }

  /** Closes the open window, before its time unless it is over at `untilUs` (at shutdown: when a report came last). */
  close(onClosed: (window: WindowView) => void, untilUs = Number.NEGATIVE_INFINITY): number {
    const closed = this.touchedCount;
    for (let i = 0; i < closed; i++) {
      const series = this.touched[i];
      onClosed(this.fill(series, untilUs));
      this.histograms.headWords[HEAD_WORDS * series + HEAD_FLAG] = 0;
      this.abovePl[series] = 0;
      this.aboveDl[series] = 0;
      this.dropped[series] = 0;
      this.gaps[series] = 0;
      this.congested[series] = 0;
      this.sampled[series] = 0;
      this.queues.reset(series);
      this.histograms.reset(series);
    }
    this.touchedCount = 0;
    return closed;
  }

  /** The open window of a series so far, for live display; null when it has no sample. Reused from call to call. */
  snapshot(series: number): WindowView | null {
    return series < this.capacity && this.isTouched(series)
      ? this.fill(series, Number.NEGATIVE_INFINITY)
      : null;
  }

  private fill(series: number, untilUs: number): WindowView {
    const view = this.view;
    const { histogram } = view;
    this.histograms.copyTo(series, histogram);
    view.series = series;
    view.startUs = this.startUs;
    view.count = histogram.count;
    view.sumUs = histogram.sumUs;
    view.minUs = histogram.count === 0 ? Number.NaN : histogram.minUs;
    view.maxUs = histogram.count === 0 ? Number.NaN : histogram.maxUs;
    view.abovePl = this.abovePl[series];
    view.aboveDl = this.aboveDl[series];
    view.dropped = this.dropped[series];
    view.sequenceGaps = this.gaps[series];
    view.congested = this.congested[series];
    view.sampleOneIn = this.sampled[series];
    this.queues.tell(series, untilUs, view);
    return view;
  }

  private isTouched(series: number): boolean {
    return this.histograms.headWords[HEAD_WORDS * series + HEAD_FLAG] !== 0;
  }

  private touch(series: number): void {
    if (series >= this.capacity) this.reserve(series);
    if (this.isTouched(series)) return;
    this.histograms.headWords[HEAD_WORDS * series + HEAD_FLAG] = 1;
    this.touched[this.touchedCount++] = series;
  }

  /** Makes room for `series`; grows by doubling, so steady traffic never gets here. */
  private reserve(series: number): void {
    if (series < this.capacity) return;
    const capacity = Math.max(64, 2 * this.capacity, series + 1);
    const wider = (old: Float64Array): Float64Array<ArrayBuffer> => {
      const column = new Float64Array(capacity);
      column.set(old);
      return column;
    };
    this.abovePl = wider(this.abovePl);
    this.aboveDl = wider(this.aboveDl);
    this.dropped = wider(this.dropped);
    this.gaps = wider(this.gaps);
    this.congested = wider(this.congested);
    this.sampled = wider(this.sampled);
    this.queues.reserve(capacity);
    const touched = new Int32Array(capacity);
    touched.set(this.touched);
    this.touched = touched;
    this.histograms.reserve(capacity);
    this.capacity = capacity;
  }
}
