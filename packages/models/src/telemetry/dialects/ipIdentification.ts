import {
  DETAIL_VQUEUE,
  FORMAT_PACKET,
  HAS_NODE,
  ITEM_LATENCY,
  ITEM_NODE,
  MODE_XD,
  ORIGIN_REPORT,
  type ReportBatch,
} from "../batch.ts";
import { UNIT_LATENCY_US } from "../profile/profile.ts";

/** Where a mode keeps its numbers in the 16 bits; a field of no bits is not told [harkous-in-band-report]. */
type Mode = {
  virtualBits: number;
  realBits: number;
  realShift: number;
  dropBits: number;
  dropShift: number;
};

const MODES: readonly (Mode | null)[] = [
  null,
  { virtualBits: 6, realBits: 6, realShift: 6, dropBits: 4, dropShift: 12 },
  { virtualBits: 0, realBits: 12, realShift: 0, dropBits: 0, dropShift: 0 },
  { virtualBits: 9, realBits: 0, realShift: 0, dropBits: 7, dropShift: 9 },
];
const NOT_TOLD = 0xffffffff;
const US_PER_MS = 1000;

/** Queue delays (ms) and drops before the packet; null = the mode does not tell. */
export type QueueReport = { virtualMs: number | null; realMs: number | null; drops: number | null };

const field = (word: number, shift: number, bits: number): number =>
  bits === 0 ? NOT_TOLD : (word >>> shift) & ((1 << bits) - 1);

/**
 * The report that a switch wrote into the IPv4 identification `word`; `mode` is that of the compiled options.
 * The real queue delay is the latency of a hop (in whole milliseconds, so up to one too small); the virtual
 * one is no time that a packet spent.
 */
export function readIdentification(word: number, mode: number, batch: ReportBatch, r: number): void {
  const layout = MODES[mode];
  if (layout === null || layout === undefined) return;
  const realMs = field(word, layout.realShift, layout.realBits);
  batch.addDetail(r, DETAIL_VQUEUE, field(word, 0, layout.virtualBits));
  batch.addDetail(r, DETAIL_VQUEUE, realMs);
  batch.addDetail(r, DETAIL_VQUEUE, field(word, layout.dropShift, layout.dropBits));
  if (batch.format[r] !== FORMAT_PACKET) return; // a report has its own hops
  batch.mode[r] = MODE_XD;
  const h = batch.hops++;
  let valid = 0;
  if (batch.has[r] & HAS_NODE) {
    valid |= ITEM_NODE;
    batch.hopNodeId[h] = batch.nodeId[r];
  }
  if (realMs !== NOT_TOLD) {
    valid |= ITEM_LATENCY;
    batch.hopLatency[h] = realMs * US_PER_MS;
    batch.units[r] |= UNIT_LATENCY_US;
  }
  batch.hopOrigin[h] = ORIGIN_REPORT;
  batch.hopValid[h] = valid;
  batch.hopInvalid[h] = 0;
}

/**
 * The identification that a switch writes; values beyond a field are cut to its largest, as a switch
 * saturates them (our choice).
 */
export function encodeIdentification(
  mode: "vqueue-bmv2" | "queue-bmv2" | "vqueue-smartnic",
  report: QueueReport,
): number {
  const layout = MODES[{ "vqueue-bmv2": 1, "queue-bmv2": 2, "vqueue-smartnic": 3 }[mode]];
  if (layout === null || layout === undefined) return 0;
  const put = (value: number | null, shift: number, bits: number): number =>
    Math.min(value ?? 0, (1 << bits) - 1) << shift;
  return (
    put(report.virtualMs, 0, layout.virtualBits) |
    put(report.realMs, layout.realShift, layout.realBits) |
    put(report.drops, layout.dropShift, layout.dropBits)
  );
}

/** What `readIdentification` kept of report `r`. */
export function queueReportAt(words: Uint32Array, at: number): QueueReport {
  const told = (word: number): number | null => (word === NOT_TOLD ? null : word);
  return { virtualMs: told(words[at]), realMs: told(words[at + 1]), drops: told(words[at + 2]) };
}
