import { ITEM_EGRESS_TS, ITEM_INGRESS_TS, ITEM_LATENCY, ORIGIN_REPORT, type ReportBatch } from "../batch.ts";
import type { ReportUnit } from "../decodeLine.ts";
import {
  UNIT_LATENCY_OPEN,
  UNIT_LATENCY_US,
  UNIT_TIMESTAMP_OPEN,
  UNIT_TIMESTAMP_US,
} from "../profile/profile.ts";
import type { TimeUnit } from "../profile/profileOptions.ts";
import { type NodeUnits, UnitEvidence } from "./unitEvidence.ts";
import { type ItemVerdict, reviseSink, UptimeWatch } from "./uptimeWatch.ts";

const TIMES = ITEM_INGRESS_TS | ITEM_EGRESS_TS | ITEM_LATENCY;

/** Evidence for the units of a capture's exporters, by address; told once all of it was seen. */
export class CaptureUnits {
  readonly evidence = new UnitEvidence();
  private readonly exporters = new Map<string, number>();
  /** by number of the exporter */
  private readonly uptimes: UptimeWatch[] = [];
  private nodes: Map<string, NodeUnits> | null = null;

  /** The number of an exporter in the evidence and in the column `exporter` of a batch. */
  exporterOf(address: string): number {
    let index = this.exporters.get(address);
    if (index === undefined) {
      index = this.exporters.size;
      this.exporters.set(address, index);
      this.uptimes.push(new UptimeWatch());
    }
    return index;
  }

  /** Takes the reports of a batch that came from `address` at `timeNs`. */
  note(batch: ReportBatch, address: string, timeNs: bigint | null): void {
    const exporter = this.exporterOf(address);
    const arrivedUs = timeNs === null ? Number.NaN : Number(timeNs / 1000n);
    for (let r = 0; r < batch.reports; r++) {
      batch.exporter[r] = exporter;
      const verdict = this.uptimes[exporter].note(batch, r, arrivedUs);
      if (verdict !== null && verdict !== "open") reviseSink(batch, r, verdict);
      this.evidence.note(batch, r, arrivedUs);
    }
  }

  /**
   * What the latency item of the last hop of report `r` is, by all that was noted; null: what it is read as.
   */
  sinkOf(batch: ReportBatch, r: number): ItemVerdict | null {
    return this.uptimes[batch.exporter[r]].verdict(batch, r);
  }

  /** Whether the sink `nodeId` of an exporter writes its uptime in place of its latency. */
  isUptime(exporter: number, nodeId: number): boolean {
    return this.uptimes[exporter]?.isUptime(nodeId) ?? false;
  }

  /** Takes a sink's uptime out of the reports of a batch that came from `address`, once all were noted. */
  revise(batch: ReportBatch, address: string): void {
    const exporter = this.exporterOf(address);
    for (let r = 0; r < batch.reports; r++) {
      batch.exporter[r] = exporter;
      const verdict = this.sinkOf(batch, r);
      if (verdict !== null && verdict !== "open") reviseSink(batch, r, verdict);
    }
  }

  /** What is known of every node, with the address of its exporter. */
  list(): (NodeUnits & { address: string })[] {
    const addresses = [...this.exporters.keys()];
    return this.evidence.list().map((node) => ({ ...node, address: addresses[node.exporter] }));
  }

  /**
   * Units of report `r`, whose column `exporter` is set: what its profile leaves open comes from the evidence.
   * Where the profile says all, `saidBy` names who said it.
   */
  of(batch: ReportBatch, r: number, saidBy: string): ReportUnit {
    const bits = batch.units[r];
    const open = (bits & (UNIT_TIMESTAMP_OPEN | UNIT_LATENCY_OPEN)) !== 0;
    const timestamp =
      bits & UNIT_TIMESTAMP_OPEN ? this.common(batch, r, "timestamp") : said(bits & UNIT_TIMESTAMP_US);
    const latency =
      bits & UNIT_LATENCY_OPEN ? this.common(batch, r, "latency") : said(bits & UNIT_LATENCY_US);
    const known = timestamp !== null || latency !== null;
    if (!open) return { timestamp, latency, basis: "profile", why: saidBy };
    return { timestamp, latency, basis: known ? "evidence" : "unknown", why: this.why(batch, r) };
  }

  /** What the nodes of a report show, each sentence once. */
  private why(batch: ReportBatch, r: number): string {
    const sentences = new Set<string>();
    const end = batch.hopStart[r] + batch.hopCount[r];
    for (let h = batch.hopStart[r]; h < end; h++) {
      const node = this.node(batch, r, h);
      if (node) sentences.add(unitWords(node));
    }
    sentences.delete("");
    return sentences.size > 0 ? [...sentences].join("; ") : "the reports carry no times";
  }

  private node(batch: ReportBatch, r: number, h: number): NodeUnits | undefined {
    this.nodes ??= new Map(this.evidence.list().map((node) => [keyOf(node.exporter, node.nodeId), node]));
    return this.nodes.get(keyOf(batch.exporter[r], batch.hopNodeId[h]));
  }

  /** The unit that all hops of a report share; null where one of them differs or is not known. */
  private common(batch: ReportBatch, r: number, what: "timestamp" | "latency"): TimeUnit | null {
    let unit: TimeUnit | null = null;
    const end = batch.hopStart[r] + batch.hopCount[r];
    for (let h = batch.hopStart[r]; h < end; h++) {
      // a device that only says that it saw the packet
      if ((batch.hopValid[h] & TIMES) === 0 && batch.hopOrigin[h] === ORIGIN_REPORT) continue;
      const found = this.node(batch, r, h)?.[what] ?? null;
      if (found === null || (unit !== null && unit !== found)) return null;
      unit = found;
    }
    return unit;
  }
}

const keyOf = (exporter: number, nodeId: number): string => `${exporter} ${nodeId}`;
const said = (us: number): TimeUnit => (us ? "us" : "ns");

const UNIT_WORDS = { ns: "nanoseconds", us: "microseconds" } as const;

const RELATIONS = {
  equal: "equal egress minus ingress",
  thousandth: "are a thousandth of egress minus ingress",
  thousandfold: "are a thousand times egress minus ingress",
} as const;

/** What the evidence says of a node's units, in one sentence; empty where it tells no times. */
export function unitWords({ timestamp, latency, seen, clock, relations, uptime }: NodeUnits): string {
  const parts: string[] = [];
  const fitting = `${Math.max(clock.ns, clock.us)} of ${clock.tried} steps fit the times of arrival`;
  const inMs = `seem to count milliseconds, which is not read here (${clock.ms} of ${clock.tried} steps)`;
  if (seen.timestamps > 0)
    parts.push(
      timestamp === null
        ? clock.ms > clock.tried / 2
          ? `the timestamps ${inMs}`
          : `the unit of the timestamps is not certain (${fitting})`
        : `timestamps count ${UNIT_WORDS[timestamp]} (${fitting})`,
    );
  if (seen.latencies > 0 || uptime.tried > 0)
    parts.push(
      latency === null
        ? "the unit of the latencies is not certain"
        : `latencies count ${UNIT_WORDS[latency]} (${whyLatency({ relations, uptime })})`,
    );
  return parts.join(", ");
}

function whyLatency({ relations, uptime }: Pick<NodeUnits, "relations" | "uptime">): string {
  const { equal, thousandth, thousandfold } = relations;
  const most = Math.max(equal, thousandth, thousandfold);
  const name = most === equal ? "equal" : most === thousandth ? "thousandth" : "thousandfold";
  if (most > 0) return `${most} of ${equal + thousandth + thousandfold} ${RELATIONS[name]}`;
  const grows = `${Math.max(uptime.ns, uptime.us)} of ${uptime.tried} steps`;
  return uptime.tried > 0 ? `the sink's uptime grows so: ${grows}` : "as the other nodes of its exporter";
}
