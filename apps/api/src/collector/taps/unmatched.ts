import { type DecodedFlow, flowAt, hopAt, type ReportBatch } from "@p4twin/models/telemetry";
import { Pace } from "./pace.ts";

/** What reports that belong to no segment look like: of which flow, over which path. A sample, not a count. */
export type UnmatchedReport = {
  exporter: string;
  /** why: one of `LEFT_OUT_REASONS` */
  reason: string;
  flow: DecodedFlow | null;
  /** hops in the order of the path; null where a hop does not say it */
  path: { nodeId: number | null; ingressPort: number | null; egressPort: number | null }[];
  /** how often the sample met it */
  seen: number;
  lastMs: number;
};

/**
 * How often one exporter is looked at (our choice): a hundred looks a second cost the packet path one
 * comparison a report.
 */
const EVERY_MS = 10;
/** Kept and told (our choice); the one that was not met for longest makes room. */
const MAX_KEPT = 200;
const MAX_TOLD = 50;
const MAX_HOPS_TOLD = 16;

/**
 * Keeps a bounded sample of reports that match no segment, so that a page can say what arrives instead of
 * what is bound.
 */
export class UnmatchedReports {
  private readonly kept = new Map<string, UnmatchedReport>();
  private readonly pace = new Pace(EVERY_MS);

  /** Looks at report `r`, which belongs to no segment because of `reason`; mostly returns at once. */
  note(
    exporter: { address: string; index: number },
    batch: ReportBatch,
    r: number,
    reason: string,
    nowMs: number,
  ): void {
    if (this.pace.isDue(exporter.index, nowMs)) this.keep(exporter.address, batch, r, reason, nowMs);
  }

  private keep(exporter: string, batch: ReportBatch, r: number, reason: string, nowMs: number): void {
    const flow = flowAt(batch, r);
    const path: UnmatchedReport["path"] = [];
    const end = batch.hopStart[r] + Math.min(batch.hopCount[r], MAX_HOPS_TOLD);
    for (let h = batch.hopStart[r]; h < end; h++) {
      const { nodeId, ingressPort, egressPort } = hopAt(batch, h);
      path.push({ nodeId, ingressPort, egressPort });
    }
    const key = JSON.stringify([exporter, reason, flow, path]);
    const known = this.kept.get(key);
    if (known) {
      known.seen++;
      known.lastMs = nowMs;
      return;
    }
    if (this.kept.size >= MAX_KEPT) {
      let oldest: [string, number] | null = null;
      for (const [k, { lastMs }] of this.kept) if (!oldest || lastMs < oldest[1]) oldest = [k, lastMs];
      if (oldest) this.kept.delete(oldest[0]);
    }
    this.kept.set(key, { exporter, reason, flow, path, seen: 1, lastMs: nowMs });
  }

  /** Segments have changed: what was strange may not be any more. */
  forget(): void {
    this.kept.clear();
  }

  /** The ones met last, newest first. */
  told(): UnmatchedReport[] {
    return [...this.kept.values()].sort((a, b) => b.lastMs - a.lastMs || b.seen - a.seen).slice(0, MAX_TOLD);
  }
}
