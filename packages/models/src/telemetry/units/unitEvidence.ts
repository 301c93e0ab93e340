import {
  ITEM_EGRESS_TS,
  ITEM_INGRESS_TS,
  ITEM_LATENCY,
  ITEM_NODE,
  ORIGIN_WIDE_TS,
  type ReportBatch,
  unitsAreFixed,
} from "../batch.ts";
import { MARK_SINK_CLONE_LATENCY } from "../marks.ts";
import type { TimeUnit } from "../profile/profileOptions.ts";
import { BUNCHED_US, ClockRate } from "./clockRate.ts";

/** Votes from which a unit is certain, and the share that must agree (our choice). */
const ENOUGH = 3;
const AGREEING = 0.9;
/** Nodes that are told apart, of all exporters together (our choice). */
const MAX_NODES = 4_096;
/** Differences of timestamps too small to be compared with a latency (our choice). */
const SMALL = 3;

/** Votes for each relation of the latency item to egress minus ingress. */
type Relations = { equal: number; thousandth: number; thousandfold: number };

/** What the times of one node count, and by what that is known. */
export type NodeUnits = {
  exporter: number;
  nodeId: number;
  timestamp: TimeUnit | null;
  latency: TimeUnit | null;
  /** timestamps and latency items that were seen: where there are none, their unit is of no interest */
  seen: { timestamps: number; latencies: number };
  /** differences of timestamps that fit the times of arrival in either unit, and all that were tried */
  clock: { ns: number; us: number; ms: number; tried: number };
  /** latency items that equal egress minus ingress, a thousandth of it, a thousand times it */
  relations: Readonly<Relations>;
  /** a sink's uptime that stands for its latency, against the times of arrival */
  uptime: { ns: number; us: number; ms: number; tried: number };
};

class NodeEvidence {
  private readonly steps = new ClockRate();
  private readonly longSteps = new ClockRate(BUNCHED_US);
  readonly uptime = new ClockRate();
  readonly seen = { timestamps: 0, latencies: 0 };
  readonly relations: Relations = { equal: 0, thousandth: 0, thousandfold: 0 };

  noteClock(high: number, low: number, arrivedUs: number): void {
    this.steps.note(high, low, arrivedUs);
    this.longSteps.note(high, low, arrivedUs);
  }

  /** The steps that say most: long ones, where they are enough, because bunched reports mislead the short ones. */
  get clock(): ClockRate {
    return unitOf(this.longSteps) === null ? this.steps : this.longSteps;
  }
}

/** The name with nearly all of the votes; null when they are few or disagree. */
function settled<T extends string>(votes: Readonly<Record<T, number>>): T | null {
  let best: T | null = null;
  let sum = 0;
  for (const name in votes) {
    sum += votes[name];
    if (best === null || votes[name] > votes[best]) best = name;
  }
  return best !== null && votes[best] >= ENOUGH && votes[best] >= AGREEING * sum ? best : null;
}

const unitOf = ({ ns, us, ms }: ClockRate) => settled({ ns, us, ms });

/** The unit that steps of a clock settle; null where they settle none, or one that is not read. */
function settledUnit(clock: ClockRate): TimeUnit | null {
  const unit = unitOf(clock);
  return unit === "ms" ? null : unit;
}

function latencyUnit(clock: TimeUnit | null, relation: keyof Relations | null): TimeUnit | null {
  if (clock === null || relation === null) return null;
  if (relation === "equal") return clock;
  if (relation === "thousandth") return clock === "ns" ? "us" : null;
  return clock === "us" ? "ns" : null;
}

/**
 * What the wire does not say: whether times count nanoseconds or microseconds [int-units]. Timestamps are held against
 * the times of arrival, latency items against egress minus ingress, node by node. A unit is certain when at least 3
 * comparisons settle it and 9 in 10 agree; else it stays null.
 */
export class UnitEvidence {
  private readonly nodes = new Map<number, NodeEvidence>();

  /** Takes report `r`, which arrived at `arrivedUs`; NaN where that is not known. */
  note(batch: ReportBatch, r: number, arrivedUs: number): void {
    if (unitsAreFixed(batch, r)) return;
    const end = batch.hopStart[r] + batch.hopCount[r];
    for (let h = batch.hopStart[r]; h < end; h++) {
      const valid = batch.hopValid[h];
      if (!(valid & ITEM_NODE)) continue;
      const node = this.nodeOf(batch.exporter[r], batch.hopNodeId[h]);
      if (node === null) continue;
      const wide = (batch.hopOrigin[h] & ORIGIN_WIDE_TS) !== 0;
      if (valid & (ITEM_INGRESS_TS | ITEM_EGRESS_TS)) node.seen.timestamps++;
      if (valid & ITEM_LATENCY) node.seen.latencies++;
      if (valid & ITEM_INGRESS_TS)
        node.noteClock(wide ? batch.ingressTsHigh[h] : -1, batch.ingressTsLow[h], arrivedUs);
      else if (valid & ITEM_EGRESS_TS)
        node.noteClock(wide ? batch.egressTsHigh[h] : -1, batch.egressTsLow[h], arrivedUs);
      if (valid & ITEM_LATENCY) compare(batch, h, wide, node.relations);
      else if (h === end - 1 && batch.marks[r] & MARK_SINK_CLONE_LATENCY)
        node.uptime.note(-1, batch.hopLatency[h], arrivedUs);
    }
  }

  /**
   * What is known of each node. Where its own reports leave a unit open and do not contradict, the other nodes of its
   * exporter say it.
   */
  list(): NodeUnits[] {
    const all = [...this.nodes].map(([key, { clock, uptime, relations, seen }]): NodeUnits => {
      const timestamp = settledUnit(clock);
      return {
        exporter: Math.floor(key / KEY_NODE),
        nodeId: key % KEY_NODE,
        timestamp,
        latency: latencyUnit(timestamp, settled(relations)) ?? settledUnit(uptime),
        seen,
        clock: clock.votes(),
        relations,
        uptime: uptime.votes(),
      };
    });
    return all.map((node) => {
      const timestamp = node.timestamp ?? agreeing(commonUnit(all, node.exporter, "timestamp"), node.clock);
      // without the unit of its clock nothing is known of a latency that is held against the clock
      const others =
        timestamp === null && compared(node) > 0 ? null : commonUnit(all, node.exporter, "latency");
      return { ...node, timestamp, latency: node.latency ?? agreeing(others, node.uptime) };
    });
  }

  private nodeOf(exporter: number, nodeId: number): NodeEvidence | null {
    const key = exporter * KEY_NODE + nodeId;
    let node = this.nodes.get(key);
    if (node === undefined) {
      if (this.nodes.size >= MAX_NODES) return null;
      node = new NodeEvidence();
      this.nodes.set(key, node);
    }
    return node;
  }
}

const KEY_NODE = 2 ** 32;

/** True while something speaks against nanoseconds and nothing is certain yet: then no number may be shown. */
export const isDoubtful = ({ timestamp, latency, clock, relations, uptime }: NodeUnits): boolean =>
  (timestamp === null && clock.us + clock.ms > 0) ||
  (latency === null && relations.thousandth + relations.thousandfold + uptime.us + uptime.ms > 0);

const compared = ({ relations: { equal, thousandth, thousandfold } }: NodeUnits): number =>
  equal + thousandth + thousandfold;

/** The unit that other nodes show, unless votes of its own speak rather for another one. */
const agreeing = (unit: TimeUnit | null, votes: NodeUnits["clock"]): TimeUnit | null =>
  unit !== null && 2 * votes[unit] >= votes.ns + votes.us + votes.ms ? unit : null;

/** The unit of all nodes of an exporter that show one; null where they differ or none does. */
export function commonUnit(
  all: readonly NodeUnits[],
  exporter: number,
  what: "timestamp" | "latency",
): TimeUnit | null {
  let unit: TimeUnit | null = null;
  for (const node of all) {
    if (node.exporter !== exporter || node[what] === null) continue;
    if (unit !== null && unit !== node[what]) return null;
    unit = node[what];
  }
  return unit;
}

/** Counts how the latency item of hop `h` stands to its timestamps; a stay too short to tell counts for nothing. */
function compare(batch: ReportBatch, h: number, wide: boolean, relations: Relations): void {
  const both = ITEM_INGRESS_TS | ITEM_EGRESS_TS;
  if ((batch.hopValid[h] & both) !== both) return;
  const low = batch.egressTsLow[h] - batch.ingressTsLow[h];
  const stay = wide ? (batch.egressTsHigh[h] - batch.ingressTsHigh[h]) * KEY_NODE + low : low >>> 0;
  const latency = batch.hopLatency[h];
  if (stay < SMALL || latency < SMALL) return;
  if (isAbout(latency, stay)) relations.equal++;
  else if (isAbout(latency * 1000, stay)) relations.thousandth++;
  else if (isAbout(latency, stay * 1000)) relations.thousandfold++;
}

/** Within a tenth: rounding, and items that are taken at slightly different places of the pipeline (our choice). */
const isAbout = (a: number, b: number): boolean => Math.abs(a - b) <= 0.1 * Math.max(a, b);
