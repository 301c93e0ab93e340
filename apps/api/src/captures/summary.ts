import {
  type CaptureDatagram,
  CaptureUnits,
  compileProfile,
  countDatagram,
  createDecodeCounters,
  createFrameTally,
  type DecodeOptions,
  decodeCaptured,
  ExporterMemories,
  ExporterTallies,
  exporterProfileSchema,
  FLAG_DROPPED,
  FORMATS,
  FRAME_CUT,
  type FrameTally,
  flowAt,
  INT_VERSIONS,
  ITEM_NODE,
  MARK_TRUNCATED_STACK,
  OK,
  PathsHeard,
  type ProfileUnits,
  REASONS,
  ReportBatch,
  unitsOfProfile,
} from "@p4twin/models/telemetry";
import { toDistribution } from "@p4twin/models/twin";
import { NodeLatencies, type SettledNode } from "./nodeLatencies.ts";
import { problemsOf } from "./problems.ts";
import type { CaptureSettings, CaptureSummary } from "./schema.ts";
import { standOutsOf } from "./standOuts.ts";

/**
 * Bounds of what is told apart and of what is listed (our choice): memory and the stored summary stay small
 * for any file.
 */
const MAX_FLOWS = 100_000;
const MAX_NODES = 4_096;
const MAX_PATHS = 4_096;
const LISTED = { exporters: 100, flows: 50, nodes: 100, paths: 50, ports: 10, frames: 5, problems: 20 };

type FlowCount = {
  reports: number;
  flow: CaptureSummary["flows"][number];
  /** what the batch says of it: family, protocol, ports, the words of both addresses */
  words: Uint32Array;
  next: FlowCount | null;
};

const FLOW_WORDS = 10;
const NO_FLOW = 0;

/** Puts what names the flow of report `r` into `words` and returns its hash. */
function flowWords(batch: ReportBatch, r: number, words: Uint32Array): number {
  words[0] = (batch.family[r] << 8) | batch.proto[r];
  words[1] = ((batch.srcPort[r] << 16) | batch.dstPort[r]) >>> 0;
  let hash = Math.imul(words[0], 0x9e3779b1) ^ words[1];
  for (let i = 0; i < 8; i++) {
    const word = batch.address[8 * r + i];
    words[2 + i] = word;
    hash = Math.imul(hash ^ word, 0x85ebca6b) ^ (hash >>> 13);
  }
  return hash;
}

const descending = <T>(items: Iterable<T>, of: (item: T) => number, limit: number): T[] =>
  [...items].sort((a, b) => of(b) - of(a)).slice(0, limit);

/** Gathers what stands in a capture, datagram by datagram, in bounded memory. */
export class CaptureReader {
  readonly tally: FrameTally = createFrameTally();
  /** what the capture's dialect settles, also of packets that carry telemetry themselves */
  readonly options: DecodeOptions;
  private readonly profileUnits: ProfileUnits;
  private readonly units = new CaptureUnits();
  private readonly batch = new ReportBatch();
  private readonly counters = createDecodeCounters();
  private readonly exports = new ExporterMemories();
  private readonly badFrames = new Map<number, number[]>();
  private readonly formats = new Map<number, CaptureSummary["formats"][number]>();
  private readonly exporters = new ExporterTallies();
  /** by hash; flows of one hash stand in a chain, so that a known flow is found without making its text */
  private readonly flows = new Map<number, FlowCount>();
  private flowCount = 0;
  private readonly nodes = new NodeLatencies(MAX_NODES);
  private readonly paths = new PathsHeard(MAX_PATHS);
  private readonly words = new Uint32Array(FLOW_WORDS);
  private flowsCut = false;
  private droppedPackets = 0;
  private firstNs: bigint | null = null;
  private lastNs: bigint | null = null;

  constructor({ dialect }: CaptureSettings) {
    const profile = exporterProfileSchema.parse({ dialect });
    this.options = compileProfile(profile);
    this.profileUnits = unitsOfProfile(profile);
  }

  take(datagram: CaptureDatagram): void {
    const { timeNs } = datagram;
    if (timeNs !== null) {
      if (this.firstNs === null || timeNs < this.firstNs) this.firstNs = timeNs;
      if (this.lastNs === null || timeNs > this.lastNs) this.lastNs = timeNs;
    }
    const { batch } = this;
    batch.clear();
    const wasCut = datagram.reason === FRAME_CUT;
    const { address } = datagram;
    const reason = decodeCaptured(datagram, this.options, batch, () => this.exports.of(address));
    this.units.note(batch, address, timeNs);
    countDatagram(this.counters, reason, batch.reports, batch.hops);
    this.exporters.count(batch, address, reason, wasCut, this.options.sequenceShift);
    if (reason !== OK) {
      const frames = this.badFrames.get(reason);
      if (frames === undefined) this.badFrames.set(reason, [datagram.frame]);
      else if (frames.length < LISTED.frames) frames.push(datagram.frame);
      return;
    }
    const atMs = timeNs === null ? 0 : Number(timeNs / 1_000_000n);
    for (let r = 0; r < batch.reports; r++) {
      this.takeReport(r);
      // a path without its beginning would pass for another one
      if (!wasCut || !(batch.marks[r] & MARK_TRUNCATED_STACK))
        this.paths.note(batch, r, datagram.address, atMs);
    }
  }

  private takeReport(r: number): void {
    const { batch } = this;
    if (batch.flags[r] & FLAG_DROPPED) this.droppedPackets++;
    const key = 16 * batch.format[r] + batch.int[r];
    const known = this.formats.get(key);
    if (known) known.reports++;
    else {
      const int = INT_VERSIONS[batch.int[r]] ?? null;
      this.formats.set(key, { format: FORMATS[batch.format[r]], int, reports: 1 });
    }
    this.takeFlow(r);
    const isOpen = this.units.sinkOf(batch, r) === "open";
    const end = batch.hopStart[r] + batch.hopCount[r];
    for (let h = batch.hopStart[r]; h < end; h++) {
      if (!(batch.hopValid[h] & ITEM_NODE)) continue;
      this.nodes.record(batch, r, h, h === end - 1 && isOpen);
    }
  }

  private takeFlow(r: number): void {
    const { batch, words } = this;
    if (batch.family[r] === NO_FLOW) return;
    const hash = flowWords(batch, r, words);
    const first = this.flows.get(hash) ?? null;
    for (let known = first; known !== null; known = known.next) {
      if (!known.words.every((word, i) => word === words[i])) continue;
      known.reports++;
      return;
    }
    if (this.flowCount >= MAX_FLOWS) {
      this.flowsCut = true;
      return;
    }
    const flow = flowAt(batch, r);
    if (flow === null) return;
    const path: (number | null)[] = [];
    const end = batch.hopStart[r] + batch.hopCount[r];
    for (let h = batch.hopStart[r]; h < end; h++)
      path.push(batch.hopValid[h] & ITEM_NODE ? batch.hopNodeId[h] : null);
    this.flowCount++;
    this.flows.set(hash, {
      reports: 1,
      flow: { ...flow, reports: 1, path },
      words: words.slice(),
      next: first,
    });
  }

  private *allFlows(): Generator<FlowCount> {
    for (const first of this.flows.values())
      for (let flow: FlowCount | null = first; flow !== null; flow = flow.next) yield flow;
  }

  /** The paths with the latencies of their nodes, whose units were settled when all was read. */
  private heardPaths(nodes: readonly SettledNode[]): CaptureSummary["paths"] {
    const of = new Map(nodes.map((node) => [`${node.exporter} ${node.nodeId}`, node.histogram]));
    const lastMs = this.lastNs === null ? 0 : Number(this.lastNs / 1_000_000n);
    return this.paths.list(lastMs, LISTED.paths).map((path) => ({
      ...path,
      hops: path.hops.map((hop) => {
        const histogram = of.get(`${path.exporter} ${hop.nodeId}`);
        const [p50Us = null, p99Us = null] = histogram?.quantilesUs([0.5, 0.99]) ?? [];
        return { ...hop, p50Us, p99Us };
      }),
    }));
  }

  summary(): CaptureSummary {
    const { tally, counters } = this;
    const exporters = [...this.exporters];
    const { nodes, all, units, uptimes } = this.nodes.settle(this.units, this.profileUnits);
    const paths = this.heardPaths(nodes);
    return {
      frames: tally.frames,
      skipped: tally.skipped,
      datagrams: counters.received,
      decoded: counters.decoded,
      undecodable: counters.undecodable,
      reports: counters.reports,
      droppedPackets: this.droppedPackets,
      sequenceGaps: exporters.reduce((n, [, e]) => n + e.sequences.counters.lost, 0),
      undecodableByReason: descending(
        [...this.badFrames].map(([reason, frames]) => ({
          reason: REASONS[reason].code,
          count: counters.byReason[reason],
          frames,
        })),
        (r) => r.count,
        this.badFrames.size,
      ),
      problems: [...tally.problems, ...problemsOf(this.exporters, tally, counters, uptimes)]
        .slice(0, LISTED.problems)
        .map(({ severity, code, message }) => ({ severity, code, message })),
      otherPorts: descending(
        [...tally.otherPorts].map(([port, count]) => ({
          port,
          count,
          reports: tally.otherReports.get(port) ?? 0,
        })),
        // reports first: they are what somebody looks for
        ({ count, reports }) => count + reports * 2 ** 32,
        LISTED.ports,
      ),
      formats: descending(this.formats.values(), (f) => f.reports, this.formats.size),
      exporters: descending(exporters, ([, e]) => e.counters.received, LISTED.exporters).map(
        ([
          address,
          {
            counters: { received, undecodable, reports },
            sequences,
          },
        ]) => ({
          address,
          datagrams: received,
          undecodable,
          reports,
          sequenceGaps: sequences.counters.lost,
        }),
      ),
      exporterCount: exporters.length,
      flows: descending(this.allFlows(), (f) => f.reports, LISTED.flows).map(({ flow, reports }) => ({
        ...flow,
        reports,
      })),
      flowCount: this.flowCount,
      flowsCut: this.flowsCut,
      nodes: descending(nodes, ({ histogram }) => histogram.count, LISTED.nodes).map(
        ({ nodeId, exporter, histogram }) => ({
          nodeId,
          exporter,
          hops: histogram.count,
          p50Us: histogram.quantileUs(0.5),
          p95Us: histogram.quantileUs(0.95),
          p99Us: histogram.quantileUs(0.99),
        }),
      ),
      nodeCount: nodes.length,
      standOuts: standOutsOf(paths, nodes),
      paths,
      units,
      distribution: toDistribution(all),
      firstNs: this.firstNs?.toString() ?? null,
      lastNs: this.lastNs?.toString() ?? null,
    };
  }
}
