import { ITEM_CONGESTION, ITEM_DEPTH, ITEM_QUEUE, ITEM_TX, type ReportBatch } from "../batch.ts";

/** Items of a hop that say something of its queue or port. */
export const QUEUE_ITEMS = ITEM_QUEUE | ITEM_DEPTH | ITEM_CONGESTION | ITEM_TX;
const US_PER_MS = 1_000;

/**
 * What reports say of the queue behind a hop, for many series at once: the deepest, and the mean over time. A depth
 * stands until a report shows another one, so a depth that does not change costs a comparison.
 */
export class QueueColumns {
  private depth = new Float64Array(0);
  private sinceUs = new Float64Array(0);
  private firstUs = new Float64Array(0);
  private area = new Float64Array(0);
  private max = new Float64Array(0);
  private tx = new Float64Array(0);
  private txCount = new Float64Array(0);

  reserve(capacity: number): void {
    if (capacity <= this.depth.length) return;
    const from = this.depth.length;
    const wider = (old: Float64Array): Float64Array<ArrayBuffer> => {
      const column = new Float64Array(capacity);
      column.set(old);
      return column;
    };
    this.depth = wider(this.depth);
    this.sinceUs = wider(this.sinceUs);
    this.firstUs = wider(this.firstUs);
    this.area = wider(this.area);
    this.max = wider(this.max);
    this.tx = wider(this.tx);
    this.txCount = wider(this.txCount);
    this.depth.fill(-1, from);
  }

  /**
   * Takes what the hops of `count` samples say of their queues, in a report that arrived at `nowUs`; -1 is no hop. Most
   * hops say the depth that they said before, and nothing else.
   */
  recordAll(series: Int32Array, hops: Int32Array, count: number, batch: ReportBatch, nowUs: number): void {
    const { hopValid, queueDepth } = batch;
    const { depth } = this;
    for (let i = 0; i < count; i++) {
      const h = hops[i];
      if (h < 0) continue;
      if ((hopValid[h] & QUEUE_ITEMS) === ITEM_QUEUE && queueDepth[h] === depth[series[i]]) continue;
      this.record(series[i], batch, h, nowUs);
    }
  }

  /** Takes what hop `h` says of its queue. */
  private record(series: number, batch: ReportBatch, h: number, nowUs: number): void {
    const valid = batch.hopValid[h];
    if (valid & (ITEM_QUEUE | ITEM_DEPTH | ITEM_CONGESTION)) {
      const depth = valid & (ITEM_QUEUE | ITEM_DEPTH) ? batch.queueDepth[h] : batch.queueCongestion[h];
      const before = this.depth[series];
      if (depth !== before) {
        if (before < 0) this.firstUs[series] = nowUs;
        else this.area[series] += before * (nowUs - this.sinceUs[series]);
        this.sinceUs[series] = nowUs;
        this.depth[series] = depth;
        if (depth > this.max[series]) this.max[series] = depth;
      }
    }
    if (valid & ITEM_TX) {
      this.tx[series] += batch.txUtilization[h];
      this.txCount[series]++;
    }
  }

  /** What was seen until `untilUs`; a queue of which one report told stood so for a moment of a millisecond. */
  tell(
    series: number,
    untilUs: number,
    into: {
      queueDepthMs: number;
      queueMs: number;
      queueMax: number;
      utilisation: number;
      utilisationCount: number;
    },
  ): void {
    const depth = this.depth[series];
    const seenUs = depth < 0 ? 0 : Math.max(US_PER_MS, untilUs - this.firstUs[series]);
    const lastUs = depth < 0 ? 0 : Math.max(US_PER_MS, untilUs - this.sinceUs[series]);
    into.queueDepthMs = depth < 0 ? 0 : (this.area[series] + depth * lastUs) / US_PER_MS;
    into.queueMs = seenUs / US_PER_MS;
    into.queueMax = this.max[series];
    into.utilisation = this.tx[series];
    into.utilisationCount = this.txCount[series];
  }

  reset(series: number): void {
    this.depth[series] = -1;
    this.area[series] = 0;
    this.max[series] = 0;
    this.tx[series] = 0;
    this.txCount[series] = 0;
  }
}
