import {
  type CaptureUnits,
  Histogram,
  hopLatencyUs,
  ITEM_LATENCY,
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
};
/** Reports of an exporter whose sink's item turned out to be an uptime only after they were counted. */
export type UptimeCount = { address: string; reports: number };
export type SettledNode = { nodeId: number; exporter: string; histogram: Histogram };

const either = (): EitherUnit => ({ ns: new Histogram(), us: new Histogram() });
const AS_WRITTEN = { timestampUs: 1, latencyUs: 1 };
const KEY_NODE = 2 ** 32;

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
      node = { exporter, nodeId, items: either(), stays: either(), open: null };
      this.nodes.set(key, node);
    }
    const written = hopLatencyUs(batch, h, AS_WRITTEN, batch.units[r]);
    if (Number.isNaN(written)) return;
    if (isOpen) node.open ??= either();
    const isItem = (batch.hopValid[h] & ITEM_LATENCY) !== 0;
    const { ns, us } = isItem ? (isOpen && node.open) || node.items : node.stays;
    ns.record(written * 1e-3);
    us.record(written);
  }

  /** Every node in microseconds, all of them together, and by what their units are known. */
  settle(
    inferred: CaptureUnits,
    profile: ProfileUnits,
  ): { nodes: SettledNode[]; all: Histogram; units: CaptureSummary["units"]; uptimes: UptimeCount[] } {
    const known = new Map(inferred.list().map((node) => [node.exporter * KEY_NODE + node.nodeId, node]));
    const all = new Histogram();
    const nodes: SettledNode[] = [];
    const units = new Map<string, CaptureSummary["units"][number]>();
    const uptimes: UptimeCount[] = [];
    for (const [key, { exporter: index, nodeId, items, stays, open }] of this.nodes) {
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
      all.merge(histogram);
      const exporter = found?.address ?? "";
      nodes.push({ nodeId, exporter, histogram });
      if (histogram.count === 0) continue;
      const isSaid = profile.timestamp !== null && profile.latency !== null;
      // a unit that no latency here was read in need not be known
      const isOpen =
        (items.ns.count > 0 && profile.latency === null && !found?.latency) ||
        (stays.ns.count > 0 && profile.timestamp === null && !found?.timestamp);
      const basis = isSaid ? "dialect" : isOpen ? "assumed" : "evidence";
      const evidence = isSaid || !found ? "" : unitWords(found);
      const text = JSON.stringify([exporter, timestamp, latency, basis, evidence]);
      const same = units.get(text);
      if (same) same.nodeIds.push(nodeId);
      else units.set(text, { exporter, nodeIds: [nodeId], timestamp, latency, basis, evidence });
    }
    return { nodes, all, units: [...units.values()], uptimes };
  }
}
