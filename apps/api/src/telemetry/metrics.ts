import { Counter, Gauge, type Registry } from "prom-client";
import type { TelemetryState } from "./schema.ts";
import type { TelemetryService } from "./service.ts";

/**
 * Exporters with labels of their own, in the order in which they were first heard; the others are counted as
 * one (our choice).
 */
const MAX_LABELLED = 1_000;
const OTHERS = "other";

type Exporter = TelemetryState["exporters"][number];

/** What became of the datagrams of one exporter: adds up to those that arrived. */
function datagramOutcomes(e: Exporter): [outcome: string, datagrams: number][] {
  return [
    ["decoded", e.decoded],
    ["limited", e.limited],
    ["sampled-out", e.sampledOut],
    ["queue-dropped", e.queueDropped],
    ...Object.entries(e.undecodableByReason),
  ];
}

const reportOutcomes = (e: Exporter): [outcome: string, reports: number][] => [
  ["matched", e.matched],
  ...Object.entries(e.unmatchedByReason),
];

/** The counters of the telemetry page for Prometheus, read from the collector's own account at each scrape. */
export function registerTelemetryMetrics(
  registry: Registry,
  telemetry: Pick<TelemetryService, "state">,
): void {
  const state = () => telemetry.state();
  const registers = [registry];
  const labelled = (): [label: string, exporter: Exporter][] =>
    (state()?.exporters ?? []).map((e, i) => [i < MAX_LABELLED ? e.address : OTHERS, e]);

  const perExporter = (
    name: string,
    help: string,
    outcomes: (e: Exporter) => [outcome: string, count: number][],
  ) =>
    new Counter({
      name,
      help,
      labelNames: ["exporter", "outcome"] as const,
      registers,
      collect() {
        this.reset();
        for (const [exporter, e] of labelled())
          for (const [outcome, count] of outcomes(e)) this.inc({ exporter, outcome }, count);
      },
    });
  perExporter(
    "p4twin_datagrams_total",
    "Datagrams that arrived by exporter and what became of them: read (decoded, or why not), or left out (limited, sampled-out, queue-dropped)",
    datagramOutcomes,
  );
  perExporter(
    "p4twin_reports_total",
    "Decoded reports by exporter and whether they belong to a segment",
    reportOutcomes,
  );

  new Counter({
    name: "p4twin_forgotten_datagrams_total",
    help: "Datagrams of exporters that were forgotten to make room for others",
    registers,
    collect() {
      this.reset();
      this.inc(state()?.forgotten.datagrams ?? 0);
    },
  });
  new Gauge({
    name: "p4twin_report_sequence_gaps",
    help: "Reports missing by their sequence numbers that were not left out here; late arrivals take their gap back",
    labelNames: ["exporter"] as const,
    registers,
    collect() {
      this.reset();
      for (const [exporter, e] of labelled()) this.inc({ exporter }, e.sequenceGaps);
    },
  });
  new Counter({
    name: "p4twin_datagrams_arrived_total",
    help: "Datagrams taken from the sockets; = refused + forgotten + those of the exporters",
    registers,
    collect() {
      this.reset();
      this.inc(state()?.arrived ?? 0);
    },
  });
  new Counter({
    name: "p4twin_datagrams_refused_total",
    help: "Datagrams of senders that are not heard: not accepted by the list, or one exporter too many",
    labelNames: ["reason"] as const,
    registers,
    collect() {
      this.reset();
      const now = state();
      this.inc({ reason: "not-accepted" }, now?.notAccepted ?? 0);
      this.inc({ reason: "too-many" }, now?.tooMany ?? 0);
    },
  });
  new Counter({
    name: "p4twin_kernel_dropped_datagrams_total",
    help: "Datagrams that the kernel dropped before they could be taken; absent where the platform does not count them",
    registers,
    collect() {
      this.reset();
      const dropped = state()?.kernelDropped;
      if (dropped) this.inc(dropped);
    },
  });
  new Counter({
    name: "p4twin_frames_total",
    help: "Frames of INT_INTERFACE by what became of them: read here (taken, in-band), left to the socket, passed over, or dropped by the kernel; absent where no interface is read",
    labelNames: ["outcome"] as const,
    registers,
    collect() {
      this.reset();
      const frames = state()?.frames;
      if (!frames) return;
      this.inc({ outcome: "taken" }, frames.taken);
      this.inc({ outcome: "in-band" }, frames.inBand);
      this.inc({ outcome: "left-to-socket" }, frames.leftToSocket);
      this.inc({ outcome: "passed-over" }, frames.passedOver);
      if (frames.kernelDropped !== null) this.inc({ outcome: "kernel-dropped" }, frames.kernelDropped);
    },
  });
  new Counter({
    name: "p4twin_segment_packets_total",
    help: "Packets recorded in windows of whole segments; a report that crosses several segments counts in each",
    registers,
    collect() {
      this.reset();
      this.inc((state()?.exporters ?? []).reduce((sum, e) => sum + e.recorded, 0));
    },
  });
  new Counter({
    name: "p4twin_collector_cpu_seconds_total",
    help: "Processor time of the collector's thread; absent where the runtime does not measure it",
    registers,
    collect() {
      this.reset();
      const cpuMs = state()?.cpuMs;
      if (cpuMs) this.inc(cpuMs / 1_000);
    },
  });
  new Counter({
    name: "p4twin_clock_steps_total",
    help: "Times that the clock of the collector's machine was set while it ran",
    registers,
    collect() {
      this.reset();
      this.inc(state()?.clock.steps ?? 0);
    },
  });
  new Gauge({
    name: "p4twin_clock_offset_seconds",
    help: "How far the clock of the collector's machine was set and slewed since the collector started",
    registers,
    collect() {
      this.set((state()?.clock.offsetMs ?? 0) / 1_000);
    },
  });
  new Counter({
    name: "p4twin_windows_total",
    help: "Windows by what became of them; received = stored + duplicates + dropped + queued",
    labelNames: ["outcome"] as const,
    registers,
    collect() {
      this.reset();
      const writer = state()?.writer;
      if (!writer) return;
      for (const outcome of ["received", "stored", "duplicates", "dropped", "queued"] as const)
        this.inc({ outcome }, writer[outcome]);
    },
  });
  new Gauge({
    name: "p4twin_live_watchers",
    help: "Browsers that follow a twin",
    registers,
    collect() {
      this.set(state()?.watchers ?? 0);
    },
  });
}
