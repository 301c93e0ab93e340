import { ITEM_LATENCY, ITEM_NODE, ITEM_PORTS, ORIGIN_WIDE_TS, type ReportBatch } from "./batch.ts";
import { type ClockScale, wideGap, wideStay } from "./clock.ts";

/** Paths that are remembered for one set of segments; beyond them the one used longest ago goes (our choice). */
const MAX_PLANS = 8;

/**
 * How a part is read off a report: the latency item of a hop, the difference of its two timestamps, or of those around the gap before
 * it; the differences modulo 2^32, or of 64-bit timestamps.
 */
const LATENCY = 0;
const STAY = 1;
const GAP = 2;
const WIDE = 4;

const PATH_WORDS = 4;

/** What the matcher found out about one path through one set of segments, so that the next report on it is only read off. */
export class PathPlan {
  readonly segments: number;
  readonly samples: number;
  private readonly hops: number;
  /**
   * In one array, to be near each other. Per hop: items told and width of its timestamps, node, ports. Then per segment: series,
   * number of parts, what is left out, and per part: how it is read, hop, series.
   */
  private readonly code: Uint32Array;
  private readonly scaleUs: Float64Array;

  constructor(batch: ReportBatch, r: number, { segments }: PlanDraft) {
    const code: number[] = [];
    this.hops = batch.hopCount[r];
    for (let h = batch.hopStart[r]; h < batch.hopStart[r] + this.hops; h++)
      code.push(shapeOf(batch, h), batch.hopNodeId[h], batch.ingressPort[h], batch.egressPort[h]);
    for (const { series, incomplete, parts } of segments) {
      code.push(series, parts.length, incomplete);
      for (const part of parts) code.push(part.reading, part.hop, part.series);
    }
    this.code = Uint32Array.from(code);
    const parts = segments.flatMap((segment) => segment.parts);
    this.scaleUs = Float64Array.from(parts, (part) => part.scaleUs);
    this.segments = segments.length;
    this.samples = segments.length + parts.length;
  }

  /** Whether report `r` takes this path: the same nodes and ports, telling the same items. */
  fits(batch: ReportBatch, r: number): boolean {
    const { hops, code } = this;
    if (batch.hopCount[r] !== hops) return false;
    const { hopNodeId, ingressPort, egressPort } = batch;
    let h = batch.hopStart[r];
    for (let i = 0; i < PATH_WORDS * hops; i += PATH_WORDS, h++) {
      const shape = shapeOf(batch, h);
      if (shape !== code[i]) return false;
      // a column whose item is absent holds anything
      if (shape & ITEM_NODE && hopNodeId[h] !== code[i + 1]) return false;
      if (shape & ITEM_PORTS && (ingressPort[h] !== code[i + 2] || egressPort[h] !== code[i + 3]))
        return false;
    }
    return true;
  }

  /**
   * Writes the samples of report `r`, which `fits`; the columns hold at least `samples`. False when a difference of 64-bit timestamps is
   * no latency: then the long way has to say what is known.
   */
  read(batch: ReportBatch, r: number, series: Int32Array, us: Float64Array, incomplete: Uint8Array): boolean {
    const { code, scaleUs, segments } = this;
    const { hopLatency, ingressTsLow, egressTsLow } = batch;
    const start = batch.hopStart[r];
    let at = 0;
    let scale = 0;
    let c = PATH_WORDS * this.hops;
    for (let s = 0; s < segments; s++) {
      const whole = at++;
      let sumUs = 0;
      series[whole] = code[c];
      incomplete[whole] = code[c + 2];
      const end = c + 3 + 3 * code[c + 1];
      for (c += 3; c < end; c += 3) {
        const reading = code[c];
        const h = start + code[c + 1];
        let units: number;
        if (reading === LATENCY) units = hopLatency[h];
        else if (reading === STAY) units = (egressTsLow[h] - ingressTsLow[h]) >>> 0;
        else if (reading === GAP) units = (ingressTsLow[h] - egressTsLow[h - 1]) >>> 0;
        else {
          units = reading === (STAY | WIDE) ? wideStay(batch, h) : wideGap(batch, h - 1, h);
          if (Number.isNaN(units)) return false;
        }
        const partUs = units * scaleUs[scale++];
        series[at] = code[c + 2];
        us[at] = partUs;
        incomplete[at++] = 0;
        sumUs += partUs;
      }
      us[whole] = sumUs;
    }
    return true;
  }
}

/** Items that a hop tells, and whether its timestamps are wide, in one word. */
const shapeOf = (batch: ReportBatch, h: number): number =>
  batch.hopValid[h] | ((batch.hopOrigin[h] & ORIGIN_WIDE_TS) << 16);

type DraftPart = { reading: number; hop: number; series: number; scaleUs: number };

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
    const reading = latency ? LATENCY : (kind === "gap" ? GAP : STAY) | (wide ? WIDE : 0);
    const scaleUs = latency ? scale.latencyUs : scale.timestampUs;
    this.parts.push({ reading, hop: h - batch.hopStart[r], series, scaleUs });
  }

  /** The parts since the segment before belong to this one. */
  endSegment(series: number, incomplete: number): void {
    this.segments.push({ series, incomplete, parts: this.parts });
    this.parts = [];
  }
}

/** The plans of one set of segments, the one used last first. */
export class PlanCache {
  private readonly plans: PathPlan[] = [];

  find(batch: ReportBatch, r: number): PathPlan | null {
    const { plans } = this;
    for (let i = 0; i < plans.length; i++) {
      const plan = plans[i];
      if (!plan.fits(batch, r)) continue;
      if (i > 0) {
        plans.copyWithin(1, 0, i);
        plans[0] = plan;
      }
      return plan;
    }
    return null;
  }

  keep(plan: PathPlan): void {
    this.plans.unshift(plan);
    if (this.plans.length > MAX_PLANS) this.plans.pop();
  }
}
