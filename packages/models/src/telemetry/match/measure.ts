import { FLAG_DROPPED, ITEM_EGRESS_TS, ITEM_INGRESS_TS, ITEM_NODE, type ReportBatch } from "../batch.ts";
import { type ClockScale, ClockTable, gapUs, hopLatencyUs } from "../clock/clock.ts";
import { MARK_LENGTH_HOPS } from "../marks.ts";
import type { NodeClock, SegmentBinding } from "./binding.ts";
import { hasBoth, isTo } from "./ends.ts";
import {
  createMatchCounters,
  LATENCY_UNKNOWN,
  MATCHED,
  type MatchCounters,
  TO_NOT_ON_PATH,
} from "./matchCounts.ts";
import { PlanDraft } from "./pathPlan.ts";
import { SampleColumns } from "./samples.ts";
import { type Series, SeriesTable } from "./seriesTable.ts";

/** Bits of `incomplete`: what the segment latency leaves out. */
const UNKNOWN_LINK = 1;
const UNKNOWN_HOP = 2;
const UNKNOWN_GAP = 4;

type Segment = { binding: SegmentBinding; clocks: ClockTable };

/** Measures segments on the path of a report, hop by hop: the long way, whose outcome a plan remembers. */
export class SegmentMeasure extends SampleColumns {
  /** reports = matched + the sum of unmatched + the postcards that wait (`waiting`), always */
  readonly counters: MatchCounters = createMatchCounters();
  protected readonly segments: Segment[];
  /** what the long way learns about the path of the report at hand */
  protected readonly draft = new PlanDraft();
  protected readonly table: SeriesTable;

  constructor(
    bindings: readonly SegmentBinding[],
    nodes: readonly NodeClock[],
    isNamed: (series: Series) => boolean,
  ) {
    super();
    this.table = new SeriesTable(
      bindings.map(({ id }) => id),
      isNamed,
      () => {
        this.counters.partsRefused++;
      },
    );
    this.segments = bindings.map((binding) => {
      const clocks = new ClockTable([...nodes, ...(binding.clocks ?? [])]);
      return { binding, clocks };
    });
  }

  /** Measures one segment that begins at hop `first`; returns how far that came. */
  protected measure(batch: ReportBatch, r: number, segment: number, first: number, end: number): number {
    const { binding, clocks } = this.segments[segment];
    const { to } = binding;
    const dropped = (batch.flags[r] & FLAG_DROPPED) !== 0;
    // the last hop of a drop report is where the packet ended: it did not leave through that egress
    let last = dropped ? end - 2 : end - 1;
    while (last >= first && !isTo(batch, last, to)) last--;
    if (last < first) {
      if (!dropped) return TO_NOT_ON_PATH;
      this.draft.usable = false;
      this.push(segment, Number.NaN, -1);
      return MATCHED;
    }
    const total = this.sampleCount;
    this.push(segment, 0, -1);
    let sumUs = 0;
    let known = 0;
    let incomplete = 0;
    let position = 0;
    const units = batch.units[r];
    for (let h = first; h <= last; h++) {
      const nodeId = batch.hopNodeId[h];
      const named = (batch.hopValid[h] & ITEM_NODE) !== 0;
      const scale: ClockScale = clocks.of(nodeId, units);
      if (h > first) {
        // in that layout every node has the same id, and a clock of its own
        const sameNode =
          named &&
          batch.hopValid[h - 1] & ITEM_NODE &&
          batch.hopNodeId[h - 1] === nodeId &&
          (batch.marks[r] & MARK_LENGTH_HOPS) === 0;
        if (sameNode) {
          const us = gapUs(batch, h - 1, h, scale, units);
          if (Number.isNaN(us)) {
            incomplete |= UNKNOWN_GAP;
            if (hasBoth(batch.hopValid[h - 1] & ITEM_EGRESS_TS, batch.hopValid[h] & ITEM_INGRESS_TS))
              this.noteStep();
          } else {
            const series = this.table.of(segment, position, "gap", batch, first, h);
            this.draft.addPart(batch, r, h, "gap", series, scale);
            this.push(series, us, -1);
            sumUs += us;
            known++;
          }
          position++;
        } else incomplete |= UNKNOWN_LINK;
      }
      const us = named ? hopLatencyUs(batch, h, scale, units) : Number.NaN;
      if (Number.isNaN(us)) {
        incomplete |= UNKNOWN_HOP;
        if (named && hasBoth(batch.hopValid[h] & ITEM_EGRESS_TS, batch.hopValid[h] & ITEM_INGRESS_TS))
          this.noteStep();
      } else {
        const series = this.table.of(segment, position, "hop", batch, first, h);
        this.draft.addPart(batch, r, h, "hop", series, scale);
        this.push(series, us, h);
        sumUs += us;
        known++;
      }
      position++;
    }
    if (known === 0) {
      this.sampleCount = total;
      return LATENCY_UNKNOWN;
    }
    this.draft.endSegment(segment, incomplete);
    this.sampleUs[total] = sumUs;
    this.sampleIncomplete[total] = incomplete;
    return MATCHED;
  }

  /** Two timestamps that give no latency: the path is not read off, because the next report may have one. */
  private noteStep(): void {
    this.counters.clockSkew++;
    this.draft.usable = false;
  }
}
