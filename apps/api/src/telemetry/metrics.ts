import { Counter, Gauge, type Registry } from "prom-client";
import type { TelemetryService } from "./service.ts";

/** The counters of the telemetry page for Prometheus, read from the collector's own account at each scrape. */
export function registerTelemetryMetrics(registry: Registry, telemetry: TelemetryService): void {
  const state = () => telemetry.state();
  const registers = [registry];

  new Counter({
    name: "p4twin_datagrams_total",
    help: "Datagrams by exporter and outcome; received = decoded + undecodable",
    labelNames: ["exporter", "outcome"] as const,
    registers,
    collect() {
      this.reset();
      for (const e of state()?.exporters ?? []) {
        this.inc({ exporter: e.address, outcome: "decoded" }, e.decoded);
        for (const [reason, count] of Object.entries(e.undecodableByReason))
          this.inc({ exporter: e.address, outcome: reason }, count);
      }
    },
  });
  new Counter({
    name: "p4twin_reports_total",
    help: "Decoded reports by exporter and whether they belong to a segment",
    labelNames: ["exporter", "outcome"] as const,
    registers,
    collect() {
      this.reset();
      for (const e of state()?.exporters ?? []) {
        this.inc({ exporter: e.address, outcome: "matched" }, e.matched);
        for (const [reason, count] of Object.entries(e.unmatchedByReason))
          this.inc({ exporter: e.address, outcome: reason }, count);
      }
    },
  });
  new Gauge({
    name: "p4twin_report_sequence_gaps",
    help: "Reports missing by their sequence numbers; late arrivals take their gap back",
    labelNames: ["exporter"] as const,
    registers,
    collect() {
      this.reset();
      for (const e of state()?.exporters ?? []) this.set({ exporter: e.address }, e.sequenceGaps);
    },
  });
  new Counter({
    name: "p4twin_kernel_dropped_datagrams_total",
    help: "Datagrams that the kernel dropped before they could be taken; absent where the platform cannot tell",
    registers,
    collect() {
      this.reset();
      const dropped = state()?.kernelDropped;
      if (dropped) this.inc(dropped);
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
