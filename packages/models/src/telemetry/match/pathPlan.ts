import { ITEM_LATENCY, ITEM_NODE, ITEM_PORTS, ORIGIN_WIDE_TS, type ReportBatch } from "../batch.ts";
import { type ClockScale, wideGap, wideStay } from "../clock/clock.ts";
import { QUEUE_ITEMS } from "../window/queueColumns.ts";

/** Paths that are remembered for one set of segments; beyond them the one used longest ago goes (our choice). */
const MAX_PLANS = 8;
/** Words that all plans may take together before they are learned anew (64 MB, our choice). */
const MAX_WORDS = 1 << 24;

/**
 * How a part is read off a report: the latency item of a hop, the difference of its two timestamps, or of
 * those around the gap before it; the differences modulo 2^32, or of 64-bit timestamps; in nanoseconds, or in
 * microseconds.
 */
const LATENCY = 0;
const STAY = 1;
const GAP = 2;
const KIND = 3;
const WIDE = 4;
const MICROSECONDS = 8;
const US_PER_NS = 1e-3;

// where origin and units stand in the word that says what a hop tells
const ORIGIN_SHIFT = 16;
const UNITS_SHIFT = 24;

// A plan: hops, segments, samples, what hops say of queues; per hop what it tells, node, ports; per segment series,
// number of parts, what is left out; per part how it is read, hop, series.
const HEAD = 4;
const PATH_WORDS = 4;
const SEGMENT_WORDS = 3;
const PART_WORDS = 3;

/** The plans of one set of segments by their place in the store, the one used last first. */
export type PlanList = { places: number[]; generation: number };

/**
 * What the matcher found out about paths through sets of segments, so that the next report on one is only
 * read off. All plans stand in one array: a report that has not been seen for a while waits for one or two
 * lines of memory, not for a chain of objects.
 */
export class PlanStore {
  private code = new Uint32Array(1 << 12);
  // 0 is no plan
  private used = 1;
  /** rises when all plans are forgotten; places of another generation mean nothing */
  generation = 0;

  /** Writes a plan for the path of report `r`, and puts it first in the list; its place. */
  keep(batch: ReportBatch, r: number, { segments }: PlanDraft, list: PlanList): number {
    const hops = batch.hopCount[r];
    const parts = segments.reduce((sum, segment) => sum + segment.parts.length, 0);
    const words = HEAD + PATH_WORDS * hops + SEGMENT_WORDS * segments.length + PART_WORDS * parts;
    this.ensure(words);
    if (list.generation !== this.generation) {
      list.places.length = 0;
      list.generation = this.generation;
    }
    const { code } = this;
    const place = this.used;
    this.used += words;
    code.set([hops, segments.length, segments.length + parts, queueItems(batch, r)], place);
    let c = place + HEAD;
    for (let h = batch.hopStart[r]; h < batch.hopStart[r] + hops; h++, c += PATH_WORDS)
      code.set([shapeOf(batch, r, h), batch.hopNodeId[h], batch.ingressPort[h], batch.egressPort[h]], c);
    for (const segment of segments) {
      code.set([segment.series, segment.parts.length, segment.incomplete], c);
      c += SEGMENT_WORDS;
      for (const part of segment.parts) {
        code.set([part.reading, part.hop, part.series], c);
        c += PART_WORDS;
      }
    }
    list.places.unshift(place);
    if (list.places.length > MAX_PLANS) list.places.pop();
    return place;
  }

  /** The place of the plan for the path of report `r`, 0 when there is none. */
  find(batch: ReportBatch, r: number, list: PlanList): number {
    if (list.generation !== this.generation) return 0;
    const { places } = list;
    for (let i = 0; i < places.length; i++) {
      const place = places[i];
      if (!this.fits(batch, r, place)) continue;
      if (i > 0) {
        places.copyWithin(1, 0, i);
        places[0] = place;
      }
      return place;
    }
    return 0;
  }

  /**
   * Whether report `r` takes the path of the plan at `place`: the same nodes and ports, telling the same
   * items in the same units.
   */
  fits(batch: ReportBatch, r: number, place: number): boolean {
    const { code } = this;
    const hops = code[place];
    if (batch.hopCount[r] !== hops) return false;
    const { hopValid, hopOrigin, hopNodeId, ingressPort, egressPort } = batch;
    const units = batch.units[r] << UNITS_SHIFT;
    let h = batch.hopStart[r];
    const end = place + HEAD + PATH_WORDS * hops;
    for (let c = place + HEAD; c < end; c += PATH_WORDS, h++) {
      // as `shapeOf`, with what all hops share read once
      const shape = hopValid[h] | ((hopOrigin[h] & ORIGIN_WIDE_TS) << ORIGIN_SHIFT) | units;
      if (shape !== code[c]) return false;
      // a column whose item is absent holds anything
      if (shape & ITEM_NODE && hopNodeId[h] !== code[c + 1]) return false;
      if (shape & ITEM_PORTS && (ingressPort[h] !== code[c + 2] || egressPort[h] !== code[c + 3]))
        return false;
    }
    return true;
  }

  segments(place: number): number {
    return this.code[place + 1];
  }

  samples(place: number): number {
    return this.code[place + 2];
  }

  /** Whether some hop of the path says something of its queue or port. */
  hasQueues(place: number): boolean {
    return this.code[place + 3] !== 0;
  }

  /**
   * Writes the samples of report `r`, which `fits`; the columns hold as many as the plan has. False when a
   * difference of 64-bit timestamps is no latency: then the long way has to say what is known.
   */
  read(
    batch: ReportBatch,
    r: number,
    place: number,
    series: Int32Array,
    us: Float64Array,
    incomplete: Uint8Array,
    hops: Int32Array,
  ): boolean {
    const { code } = this;
    const { hopLatency, ingressTsLow, egressTsLow } = batch;
    const start = batch.hopStart[r];
    const segments = code[place + 1];
    let at = 0;
    let c = place + HEAD + PATH_WORDS * code[place];
    for (let s = 0; s < segments; s++) {
      const whole = at++;
      let sumUs = 0;
      series[whole] = code[c];
      hops[whole] = -1;
      incomplete[whole] = code[c + 2];
      const end = c + SEGMENT_WORDS + PART_WORDS * code[c + 1];
      for (c += SEGMENT_WORDS; c < end; c += PART_WORDS) {
        const reading = code[c];
        const h = start + code[c + 1];
        let units: number;
        if (reading & WIDE) {
          const wrap = batch.units[r];
          units = (reading & KIND) === STAY ? wideStay(batch, h, wrap) : wideGap(batch, h - 1, h, wrap);
          if (Number.isNaN(units)) return false;
        } else {
          const kind = reading & KIND;
          if (kind === LATENCY) units = hopLatency[h];
          else if (kind === STAY) units = (egressTsLow[h] - ingressTsLow[h]) >>> 0;
          else units = (ingressTsLow[h] - egressTsLow[h - 1]) >>> 0;
        }
        const partUs = reading & MICROSECONDS ? units : units * US_PER_NS;
        series[at] = code[c + 2];
        us[at] = partUs;
        hops[at] = (reading & KIND) === GAP ? -1 : h;
        incomplete[at++] = 0;
        sumUs += partUs;
      }
      us[whole] = sumUs;
    }
    return true;
  }

  /** Room for `words` more; beyond the bound all plans are forgotten. */
  private ensure(words: number): void {
    if (this.used + words > MAX_WORDS) {
      this.used = 1;
      this.generation++;
    }
    if (this.used + words <= this.code.length) return;
    const code = new Uint32Array(Math.min(MAX_WORDS, 2 * (this.code.length + words)));
    code.set(this.code);
    this.code = code;
  }
}

/** Items that a hop tells, whether its timestamps are wide, and the units of the report, in one word. */
const shapeOf = (batch: ReportBatch, r: number, h: number): number =>
  batch.hopValid[h] |
  ((batch.hopOrigin[h] & ORIGIN_WIDE_TS) << ORIGIN_SHIFT) |
  (batch.units[r] << UNITS_SHIFT);

/** What the hops of report `r` say of queues and ports: bits of `QUEUE_ITEMS`. */
export function queueItems({ hopValid, hopStart, hopCount }: ReportBatch, r: number): number {
  let items = 0;
  for (let h = hopStart[r]; h < hopStart[r] + hopCount[r]; h++) items |= hopValid[h];
  return items & QUEUE_ITEMS;
}

type DraftPart = { reading: number; hop: number; series: number };

/** Filled while a report is matched the long way; a path that cannot be read off by a plan spoils it. */
export class PlanDraft {
  readonly segments: { series: number; incomplete: number; parts: DraftPart[] }[] = [];
  private parts: DraftPart[] = [];
  usable = true;

  reset(): void {
    this.segments.length = 0;
    this.parts = [];
    this.usable = true;
  }

  /** The stay in hop `h`, or the gap before it, whose latency the long way knows. */
  addPart(
    batch: ReportBatch,
    r: number,
    h: number,
    kind: "hop" | "gap",
    series: number,
    scale: ClockScale,
  ): void {
    if (series < 0) this.usable = false;
    const latency = kind === "hop" && (batch.hopValid[h] & ITEM_LATENCY) !== 0;
    const wide =
      (kind === "gap" ? batch.hopOrigin[h - 1] & batch.hopOrigin[h] : batch.hopOrigin[h]) & ORIGIN_WIDE_TS;
    const scaleUs = latency ? scale.latencyUs : scale.timestampUs;
    const reading = latency ? LATENCY : (kind === "gap" ? GAP : STAY) | (wide ? WIDE : 0);
    this.parts.push({
      reading: reading | (scaleUs === 1 ? MICROSECONDS : 0),
      hop: h - batch.hopStart[r],
      series,
    });
  }

  /** The parts since the segment before belong to this one. */
  endSegment(series: number, incomplete: number): void {
    this.segments.push({ series, incomplete, parts: this.parts });
    this.parts = [];
  }
}
