import {
  ITEM_CONGESTION,
  ITEM_EGRESS_TS,
  ITEM_INGRESS_TS,
  ITEM_LATENCY,
  ITEM_NODE,
  ITEM_PORTS,
  ITEM_QUEUE,
  MODE_MX,
  MODE_XD,
  type ReportBatch,
} from "../batch.ts";

/**
 * A report can bring the reporting switch's own metadata beside the embedded stack. They belong behind the stack, but were
 * read before it: hop `own` is moved to the end, unless the stack's last hop says the same (int-wire 3.5: "do not count
 * the sink twice"). The same means: same node, and every item that both carry is equal (our choice).
 */
export function placeOwnHop(batch: ReportBatch, r: number, own: number): void {
  if (batch.mode[r] === 0) batch.mode[r] = MODE_XD;
  const last = batch.hops - 1;
  if (last === own) return;
  if (batch.mode[r] !== MODE_MX && isSameHop(batch, own, last)) {
    removeHop(batch, own);
    return;
  }
  const spare = batch.hops;
  copyHop(batch, own, spare);
  removeHop(batch, own);
  copyHop(batch, spare, batch.hops);
  batch.hops++;
}

/** Closes the gap that hop `h` leaves. */
function removeHop(batch: ReportBatch, h: number): void {
  for (let i = h + 1; i < batch.hops; i++) copyHop(batch, i, i - 1);
  batch.hops--;
}

function isSameHop(batch: ReportBatch, a: number, b: number): boolean {
  const both = batch.hopValid[a] & batch.hopValid[b];
  if (!(both & ITEM_NODE) || both === ITEM_NODE) return false;
  if (batch.hopNodeId[a] !== batch.hopNodeId[b]) return false;
  if (both & ITEM_PORTS) {
    if (batch.ingressPort[a] !== batch.ingressPort[b] || batch.egressPort[a] !== batch.egressPort[b])
      return false;
  }
  if (both & ITEM_LATENCY && batch.hopLatency[a] !== batch.hopLatency[b]) return false;
  if (both & ITEM_QUEUE) {
    if (batch.queueId[a] !== batch.queueId[b] || batch.queueDepth[a] !== batch.queueDepth[b]) return false;
  }
  if (both & ITEM_INGRESS_TS && batch.ingressTsLow[a] !== batch.ingressTsLow[b]) return false;
  if (both & ITEM_EGRESS_TS && batch.egressTsLow[a] !== batch.egressTsLow[b]) return false;
  return !(both & ITEM_CONGESTION) || batch.queueCongestion[a] === batch.queueCongestion[b];
}

function copyHop(batch: ReportBatch, from: number, to: number): void {
  batch.hopValid[to] = batch.hopValid[from];
  batch.hopInvalid[to] = batch.hopInvalid[from];
  batch.hopOrigin[to] = batch.hopOrigin[from];
  batch.hopNodeId[to] = batch.hopNodeId[from];
  batch.ingressPort[to] = batch.ingressPort[from];
  batch.egressPort[to] = batch.egressPort[from];
  batch.hopLatency[to] = batch.hopLatency[from];
  batch.queueId[to] = batch.queueId[from];
  batch.queueDepth[to] = batch.queueDepth[from];
  batch.ingressTsHigh[to] = batch.ingressTsHigh[from];
  batch.ingressTsLow[to] = batch.ingressTsLow[from];
  batch.egressTsHigh[to] = batch.egressTsHigh[from];
  batch.egressTsLow[to] = batch.egressTsLow[from];
  batch.level2IngressPort[to] = batch.level2IngressPort[from];
  batch.level2EgressPort[to] = batch.level2EgressPort[from];
  batch.txUtilization[to] = batch.txUtilization[from];
  batch.bufferId[to] = batch.bufferId[from];
  batch.bufferDepth[to] = batch.bufferDepth[from];
  batch.queueCongestion[to] = batch.queueCongestion[from];
  batch.checksum[to] = batch.checksum[from];
  batch.domainWord[to] = batch.domainWord[from];
}
