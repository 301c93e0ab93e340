import { ITEM_LATENCY, type ReportBatch } from "../batch.ts";
import { mayBeUptime } from "../int/sinkUptime.ts";
import { MARK_SINK_CLONE_LATENCY } from "../marks.ts";

const WORD = 2 ** 32;
/** Time of arrival that must pass between two compared items (our choice). */
const APART_US = 5_000;
/** An uptime grows as the times of arrival do, within this share and this much (our choice). */
const SHARE = 0.05;
const JITTER_US = 1_000;
/** Steps that must fit and the time that they cover: a queue that empties grows alike, but not so long. */
const ENOUGH = 3;
const COVERED_US = 100_000;
/** One step in so many may not fit (our choice). */
const MISFITS = 20;
/** Nodes of one exporter that are told apart (our choice). */
const MAX_NODES = 4_096;

type Growth = {
  item: number;
  arrivedUs: number;
  fits: number;
  misfits: number;
  coveredUs: number;
  /** units of the item in a microsecond, by the step that fitted last */
  perUs: number;
  /** it fell as no uptime does */
  isLatency: boolean;
};

/** What an item is: the latency, an uptime, or not known yet. */
export type ItemVerdict = "latency" | "uptime" | "open";

/**
 * Which sinks of one exporter write their uptime in place of their latency, where a single report does not show it: a
 * large item that grows from report to report exactly as time passes. A real latency rises and falls.
 */
export class UptimeWatch {
  private readonly nodes = new Map<number, Growth>();

  /**
   * Takes report `r`, which arrived at `arrivedUs`, and answers what the latency item of its last hop is; null where
   * there is none, or no doubt.
   */
  note(batch: ReportBatch, r: number, arrivedUs: number): ItemVerdict | null {
    const isLarge = mayBeUptime(batch, r);
    if (!isLarge && (this.nodes.size === 0 || batch.hopCount[r] === 0)) return null;
    const h = lastHop(batch, r);
    const known = this.nodes.get(batch.hopNodeId[h]);
    if (known === undefined) {
      if (isLarge && this.nodes.size < MAX_NODES)
        this.nodes.set(batch.hopNodeId[h], begin(batch, h, arrivedUs));
      return isLarge ? "open" : null;
    }
    if (isLarge || batch.hopValid[h] & ITEM_LATENCY) grow(known, batch.hopLatency[h], arrivedUs);
    return this.verdict(batch, r);
  }

  /** Whether node `nodeId` writes its uptime, by all that was noted. */
  isUptime(nodeId: number): boolean {
    const known = this.nodes.get(nodeId);
    return known !== undefined && verdictOf(known) === "uptime";
  }

  /** What the latency item of the last hop of report `r` is, by all that was noted. */
  verdict(batch: ReportBatch, r: number): ItemVerdict | null {
    if (this.nodes.size === 0 || batch.hopCount[r] === 0) return null;
    const known = this.nodes.get(batch.hopNodeId[lastHop(batch, r)]);
    if (known === undefined) return null;
    const verdict = verdictOf(known);
    // a switch that has just started has a small uptime
    if (verdict === "uptime") return mayBeUptime(batch, r, 0) ? verdict : null;
    return mayBeUptime(batch, r) ? verdict : null;
  }
}

const lastHop = (batch: ReportBatch, r: number): number => batch.hopStart[r] + batch.hopCount[r] - 1;

const begin = (batch: ReportBatch, h: number, arrivedUs: number): Growth => ({
  item: batch.hopLatency[h],
  arrivedUs,
  fits: 0,
  misfits: 0,
  coveredUs: 0,
  perUs: 1,
  isLatency: false,
});

/** Takes the item of the last hop out of report `r`, or puts it back, as the verdict says. */
export function reviseSink(batch: ReportBatch, r: number, verdict: ItemVerdict): void {
  const h = lastHop(batch, r);
  if (verdict === "latency") {
    batch.hopValid[h] |= ITEM_LATENCY;
    batch.hopInvalid[h] &= ~ITEM_LATENCY;
    if (batch.hopInvalid[h] === 0) batch.marks[r] &= ~MARK_SINK_CLONE_LATENCY;
    return;
  }
  batch.hopValid[h] &= ~ITEM_LATENCY;
  batch.hopInvalid[h] |= ITEM_LATENCY;
  if (verdict === "uptime") batch.marks[r] |= MARK_SINK_CLONE_LATENCY;
}

function grow(growth: Growth, item: number, arrivedUs: number): void {
  const passedUs = arrivedUs - growth.arrivedUs;
  if (passedUs >= 0 && passedUs < APART_US) return;
  const { item: before } = growth;
  growth.item = item;
  growth.arrivedUs = arrivedUs;
  // without times, or with a clock that was set back, nothing can be compared
  if (!(passedUs >= 0)) return;
  const perUs = unitOf((item - before) >>> 0, passedUs);
  if (perUs > 0) {
    growth.perUs = perUs;
    growth.fits++;
    growth.coveredUs += passedUs;
    return;
  }
  growth.misfits++;
  // reports that overtook each other fall a little; a switch that started again after the report before falls to less
  // than what passed since
  const fellUs = (before - item) / growth.perUs;
  if (fellUs > COVERED_US && item / growth.perUs > passedUs + mayDifferUs(passedUs)) growth.isLatency = true;
}

/** Units in a microsecond by which an item may have moved as time passed; 0 where it did not. */
function unitOf(moved: number, passedUs: number): number {
  if (isNear(moved, passedUs, mayDifferUs(passedUs))) return 1;
  return isNear(moved, 1_000 * passedUs, 1_000 * mayDifferUs(passedUs)) ? 1_000 : 0;
}

const mayDifferUs = (passedUs: number): number => SHARE * passedUs + JITTER_US;

/** Items have 32 bits and wrap. */
function isNear(moved: number, expected: number, mayDiffer: number): boolean {
  const distance = Math.abs(moved - (expected % WORD));
  return Math.min(distance, WORD - distance) <= Math.min(mayDiffer, WORD / 16);
}

function verdictOf({ fits, misfits, coveredUs, isLatency }: Growth): ItemVerdict {
  if (isLatency || MISFITS * misfits > fits) return "latency";
  return fits >= ENOUGH && coveredUs >= COVERED_US ? "uptime" : "open";
}
