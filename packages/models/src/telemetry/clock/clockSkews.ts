import { ITEM_EGRESS_TS, ITEM_INGRESS_TS, ITEM_NODE, ORIGIN_WIDE_TS, type ReportBatch } from "../batch.ts";
import { UNIT_CLOCK_48 } from "../profile/profile.ts";
import type { ClockTable } from "./clock.ts";
import { type ClockSkew, PairSkew } from "./pairSkew.ts";

const WORD = 2 ** 32;
const CLOCK_48 = 2 ** 48;
/** Pairs of neighbours that are followed; further ones are counted (our choice: 16 MB at most). */
const MAX_PAIRS = 4096;

export type NodePair = { firstNode: number; secondNode: number; restarts: number; skew: ClockSkew };

/**
 * Clock skew of every pair of switches that packets pass one after the other. A few reports per second are
 * enough: see `Matcher`.
 */
export class ClockSkews {
  private readonly pairs = new Map<string, { firstNode: number; secondNode: number; skew: PairSkew }>();
  /** pairs that were left out because there are too many */
  refusedPairs = 0;

  /** Takes in the path of report `r`, which arrived at `nowUs` on our clock. */
  observe(batch: ReportBatch, r: number, nowUs: number, clocks: ClockTable): void {
    const start = batch.hopStart[r];
    const end = start + batch.hopCount[r];
    const units = batch.units[r];
    for (let h = start + 1; h < end; h++) {
      const from = batch.hopNodeId[h - 1];
      const to = batch.hopNodeId[h];
      if (!(batch.hopValid[h - 1] & batch.hopValid[h] & ITEM_NODE) || from === to) continue;
      if (!(batch.hopValid[h - 1] & ITEM_EGRESS_TS) || !(batch.hopValid[h] & ITEM_INGRESS_TS)) continue;
      const wide = (batch.hopOrigin[h - 1] & batch.hopOrigin[h] & ORIGIN_WIDE_TS) !== 0;
      const fromUs = clocks.of(from, units).timestampUs;
      const toUs = clocks.of(to, units).timestampUs;
      // clocks that wrap at different times cannot be compared for long
      if (fromUs !== toUs && !wide) continue;
      const wrapUnits = !wide ? WORD : units & UNIT_CLOCK_48 ? CLOCK_48 : Number.POSITIVE_INFINITY;
      const high = wide ? WORD : 0;
      const differenceUs =
        (batch.ingressTsHigh[h] * high + batch.ingressTsLow[h]) * toUs -
        (batch.egressTsHigh[h - 1] * high + batch.egressTsLow[h - 1]) * fromUs;
      this.pairOf(from, to)?.add(nowUs, from < to, differenceUs, wrapUnits * toUs);
    }
  }

  /** All pairs, the lower node id first. */
  list(): NodePair[] {
    return [...this.pairs.values()].map(({ firstNode, secondNode, skew }) => ({
      firstNode,
      secondNode,
      restarts: skew.restarts,
      skew: skew.estimate(),
    }));
  }

  private pairOf(from: number, to: number): PairSkew | null {
    const firstNode = Math.min(from, to);
    const secondNode = Math.max(from, to);
    const key = `${firstNode} ${secondNode}`;
    const known = this.pairs.get(key);
    if (known !== undefined) return known.skew;
    if (this.pairs.size >= MAX_PAIRS) {
      this.refusedPairs++;
      return null;
    }
    const skew = new PairSkew();
    this.pairs.set(key, { firstNode, secondNode, skew });
    return skew;
  }
}
