import {
  type CaptureUnits,
  Histogram,
  hopLatencyUs,
  ITEM_DEPTH,
  ITEM_LATENCY,
  ITEM_QUEUE,
  type ProfileUnits,
  type ReportBatch,
  unitWords,
} from "@p4twin/models/telemetry";
import type { CaptureSummary } from "./schema.ts";

const UNITS = ["ns", "us"] as const;
type Unit = (typeof UNITS)[number];
/** One latency in both units: which of them is right shows at the end. */
type EitherUnit = Record<Unit, Histogram>;
/** `open`: items that may be the uptime of a sink, which only later reports tell. */
type Node = {
  exporter: number;
  nodeId: number;
  items: EitherUnit;
  stays: EitherUnit;
  open: EitherUnit | null;
  queue: QueueSeen;
};
/** Of the reports that tell the depth of a node's queue: how many met packets in it, and the most. */
type QueueSeen = { told: number; queued: number; deepest: number };
/** Reports of an exporter whose sink's item turned out to be an uptime only after they were counted. */
export type UptimeCount = { address: string; reports: number };
export type SettledNode = { nodeId: number; exporter: string; histogram: Histogram; queue: QueueSeen };

const either = (): EitherUnit => ({ ns: new Histogram(), us: new Histogram() });
const AS_WRITTEN = { timestampUs: 1, latencyUs: 1 };
const KEY_NODE = 2 ** 32;

/** One packet in a queue is the packet itself: from two on others wait. */
function noteQueue(batch: ReportBatch, h: number, queue: QueueSeen): void {
  if ((batch.hopValid[h] & (ITEM_QUEUE | ITEM_DEPTH)) === 0) return;
  const depth = batch.queueDepth[h];
  queue.told++;
  if (depth > 1) queue.queued++;
  if (depth > queue.deepest) queue.deepest = depth;
}

/** Latencies of the nodes of a capture, whose units may be known only when all of it was read. */
export class NodeLatencies {
  private readonly nodes = new Map<number, Node>();
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Takes hop `h` of report `r`, which names its node; the batch names the exporter. `isOpen`: it may be an uptime. */
  record(batch: ReportBatch, r: number, h: number, isOpen: boolean): void {
    const exporter = batch.exporter[r];
    const nodeId = batch.hopNodeId[h];
    const key = exporter * KEY_NODE + nodeId;
    let node = this.nodes.get(key);
    if (!node) {
      if (this.nodes.size >= this.limit) return;
      node = {
        exporter,
        nodeId,
        items: either(),
        stays: either(),
        open: null,
        queue: { told: 0, queued: 0, deepest: 0 },
      };
      this.nodes.set(key, node);
    }
    noteQueue(batch, h, node.queue);
    const written = hopLatencyUs(batch, h, AS_WRITTEN, batch.units[r]);
    if (Number.isNaN(written)) return;
    if (isOpen) node.open ??= either();
    const isItem = (batch.hopValid[h] & ITEM_LATENCY) !== 0;
    const { ns, us } = isItem ? (isOpen && node.open) || node.items : node.stays;
    ns.record(written * 1e-3);
    us.record(written);
  }

  /** Every node in microseconds, those of known unit together, and by what their units are known. */
  settle(
    inferred: CaptureUnits,
    profile: ProfileUnits,
  ): { nodes: SettledNode[]; all: Histogram; units: CaptureSummary["units"]; uptimes: UptimeCount[] } {
    const known = new Map(inferred.list().map((node) => [node.exporter * KEY_NODE + node.nodeId, node]));
    const certain = new Histogram();
    const assumed = new Histogram();
    const nodes: SettledNode[] = [];
    const units = new Map<string, CaptureSummary["units"][number]>();
    const uptimes: UptimeCount[] = [];
    for (const [key, { exporter: index, nodeId, items, stays, open, queue }] of this.nodes) {
      const found = known.get(key);
      const timestamp = profile.timestamp ?? found?.timestamp ?? "ns";
      const latency = profile.latency ?? found?.latency ?? "ns";
      if (open !== null) {
        if (inferred.isUptime(index, nodeId))
          uptimes.push({ address: found?.address ?? "", reports: open.us.count });
        else for (const unit of UNITS) items[unit].merge(open[unit]);
      }
      const histogram = new Histogram();
      histogram.merge(items[latency]);
      histogram.merge(stays[timestamp]);
      const exporter = found?.address ?? "";
      nodes.push({ nodeId, exporter, histogram, queue });
      if (histogram.count === 0) continue;
      const isSaid = profile.timestamp !== null && profile.latency !== null;
      // a unit that no latency here was read in need not be known
      const isOpen =
        (items.ns.count > 0 && profile.latency === null && !found?.latency) ||
        (stays.ns.count > 0 && profile.timestamp === null && !found?.timestamp);
      (isOpen && !isSaid ? assumed : certain).merge(histogram);
      const basis = isSaid ? "dialect" : isOpen ? "assumed" : "evidence";
      const evidence = isSaid || !found ? "" : unitWords(found);
      const text = JSON.stringify([exporter, timestamp, latency, basis, evidence]);
      const same = units.get(text);
      if (same) same.nodeIds.push(nodeId);
      else units.set(text, { exporter, nodeIds: [nodeId], timestamp, latency, basis, evidence });
    }
    // one chart shows no nodes whose unit is assumed beside others whose unit is known
    const all = certain.count > 0 ? certain : assumed;
    return { nodes, all, units: [...units.values()], uptimes };
  }
}
