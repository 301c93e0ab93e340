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
 * A report can bring the reporting switch's own metadata beside the embedded stack. They belong behind the
 * stack, but were read before it: hop `own` is moved to the end, unless the stack's last hop says the same
 * ([int-v2]: "do not count the sink twice"). The same means: same node, and every item that both carry is
 * equal (our choice).
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
  copyHop(batch, own, batch, spare);
  removeHop(batch, own);
  copyHop(batch, spare, batch, batch.hops);
  batch.hops++;
}

/** Closes the gap that hop `h` leaves. */
function removeHop(batch: ReportBatch, h: number): void {
  for (let i = h + 1; i < batch.hops; i++) copyHop(batch, i, batch, i - 1);
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

/** Copies hop `from` of one batch to place `to` of another or the same. */
export function copyHop(source: ReportBatch, from: number, target: ReportBatch, to: number): void {
  target.hopValid[to] = source.hopValid[from];
  target.hopInvalid[to] = source.hopInvalid[from];
  target.hopOrigin[to] = source.hopOrigin[from];
  target.hopNodeId[to] = source.hopNodeId[from];
  target.ingressPort[to] = source.ingressPort[from];
  target.egressPort[to] = source.egressPort[from];
  target.hopLatency[to] = source.hopLatency[from];
  target.queueId[to] = source.queueId[from];
  target.queueDepth[to] = source.queueDepth[from];
  target.ingressTsHigh[to] = source.ingressTsHigh[from];
  target.ingressTsLow[to] = source.ingressTsLow[from];
  target.egressTsHigh[to] = source.egressTsHigh[from];
  target.egressTsLow[to] = source.egressTsLow[from];
  target.level2IngressPort[to] = source.level2IngressPort[from];
  target.level2EgressPort[to] = source.level2EgressPort[from];
  target.txUtilization[to] = source.txUtilization[from];
  target.bufferId[to] = source.bufferId[from];
  target.bufferDepth[to] = source.bufferDepth[from];
  target.queueCongestion[to] = source.queueCongestion[from];
  target.checksum[to] = source.checksum[from];
  target.domainWord[to] = source.domainWord[from];
}
