import { ITEM_LATENCY, ITEM_NODE, ORIGIN_REPORT, type ReportBatch } from "../batch.ts";

/** Flows whose delays are remembered, and nodes of each (our choice). */
const FLOWS = 16_384;
const NODES = 8;
/** A node that has exported nothing of a flow for so long is no longer on its path: three minutes (our choice). */
const MAX_AGE_S = 180;
/** Flows that share a place in the table look at so many neighbours. */
const PROBES = 8;
const KEY_WORDS = 10;
const MAX_LATENCY_NS = 0xffffffff;

/**
 * Delays that RFC 9951 exports are cumulative: from the node that inserted the header to the exporting one, as a mean
 * over the packets of a record. The latency of a node is the difference to the next node of the same flow, in the order
 * of their delays: from arriving at it to arriving at the next. Bounded; allocates nothing per record.
 */
export class PathDelays {
  // allocated with the first delay: most exporters send none
  private keys = new Uint32Array(0);
  private count = new Uint8Array(0);
  private lastS = new Float64Array(0);
  private nodeId = new Uint32Array(0);
  private meanNs = new Float64Array(0);
  private heardS = new Float64Array(0);
  private readonly key = new Uint32Array(KEY_WORDS);

  /**
   * Notes the mean delay at a node for the flow of report `r`, and appends the hops from the first node known to this
   * one when it is the furthest: so each round of exports is measured once. Returns the number of hops.
   */
  take(batch: ReportBatch, r: number, nodeId: number, meanNs: number, exportS: number): number {
    if (this.keys.length === 0) this.allocate();
    const slot = this.slotOf(batch, r, exportS);
    const first = slot * NODES;
    let count = this.forgetOld(slot, nodeId, exportS);
    // nodes stand in the order of their delays
    let place = first + count;
    while (place > first && this.meanNs[place - 1] > meanNs) place--;
    if (count === NODES) {
      if (place === first + NODES) return 0;
      count--;
    }
    this.nodeId.copyWithin(place + 1, place, first + count);
    this.meanNs.copyWithin(place + 1, place, first + count);
    this.heardS.copyWithin(place + 1, place, first + count);
    this.nodeId[place] = nodeId;
    this.meanNs[place] = meanNs;
    this.heardS[place] = exportS;
    this.count[slot] = ++count;
    this.lastS[slot] = exportS;
    if (place !== first + count - 1 || count === 1) return 0;
    for (let i = first; i < first + count; i++) this.append(batch, i, i + 1 < first + count);
    return count;
  }

  private allocate(): void {
    this.keys = new Uint32Array(FLOWS * KEY_WORDS);
    this.count = new Uint8Array(FLOWS);
    this.lastS = new Float64Array(FLOWS);
    this.nodeId = new Uint32Array(FLOWS * NODES);
    this.meanNs = new Float64Array(FLOWS * NODES);
    this.heardS = new Float64Array(FLOWS * NODES);
  }

  private append(batch: ReportBatch, i: number, hasNext: boolean): void {
    const h = batch.hops++;
    batch.hopOrigin[h] = ORIGIN_REPORT;
    batch.hopInvalid[h] = 0;
    batch.hopNodeId[h] = this.nodeId[i];
    batch.hopValid[h] = ITEM_NODE;
    if (!hasNext) return;
    const ns = Math.round(this.meanNs[i + 1] - this.meanNs[i]);
    if (ns > MAX_LATENCY_NS) return;
    batch.hopLatency[h] = ns;
    batch.hopValid[h] |= ITEM_LATENCY;
  }

  /** Takes out the node itself and those that have been silent; returns how many are left. */
  private forgetOld(slot: number, nodeId: number, exportS: number): number {
    const first = slot * NODES;
    let kept = first;
    for (let i = first; i < first + this.count[slot]; i++) {
      if (this.nodeId[i] === nodeId || exportS - this.heardS[i] > MAX_AGE_S) continue;
      this.nodeId[kept] = this.nodeId[i];
      this.meanNs[kept] = this.meanNs[i];
      this.heardS[kept] = this.heardS[i];
      kept++;
    }
    return kept - first;
  }

  /** The place of the flow of report `r`; a new flow takes that of the one heard longest ago among its neighbours. */
  private slotOf(batch: ReportBatch, r: number, exportS: number): number {
    const { key, keys, count, lastS } = this;
    let hash = 0x811c9dc5;
    for (let i = 0; i < 8; i++) {
      key[i] = batch.address[8 * r + i];
      hash = Math.imul(hash ^ key[i], 0x01000193);
    }
    key[8] = (batch.srcPort[r] << 16) | batch.dstPort[r];
    key[9] = (batch.family[r] << 8) | batch.proto[r];
    hash = Math.imul(hash ^ key[8], 0x01000193);
    hash = Math.imul(hash ^ key[9], 0x01000193);
    hash ^= hash >>> 15;
    let oldest = -1;
    for (let n = 0; n < PROBES; n++) {
      const slot = (hash + n) & (FLOWS - 1);
      if (count[slot] > 0) {
        let same = true;
        for (let i = 0; same && i < KEY_WORDS; i++) same = keys[slot * KEY_WORDS + i] === key[i];
        if (same) return slot;
      }
      if (oldest < 0 || ageOf(count[slot], lastS[slot]) < ageOf(count[oldest], lastS[oldest])) oldest = slot;
    }
    keys.set(key, oldest * KEY_WORDS);
    count[oldest] = 0;
    lastS[oldest] = exportS;
    return oldest;
  }
}

/** A place without a flow is older than any. */
const ageOf = (count: number, lastS: number): number => (count === 0 ? -1 : lastS);
