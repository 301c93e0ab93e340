import { Counter, Gauge, type Registry } from "prom-client";
import type { Link } from "../bus/link.ts";
import type { StreamWriterCounters } from "../writer/streamWriter.ts";

/** The counters of the broker's side of a process for Prometheus. */
export function registerBusMetrics(
  registry: Registry,
  { link, writer }: { link: Link; writer: (() => StreamWriterCounters) | null },
): void {
  const registers = [registry];
  new Gauge({
    name: "p4twin_nats_connected",
    help: "1 while NATS is connected",
    registers,
    collect() {
      this.set(link.connected() ? 1 : 0);
    },
  });
  new Counter({
    name: "p4twin_live_messages_total",
    help: "Messages that may be lost (live frames, statements, changes): sent, and lost while NATS was away",
    labelNames: ["outcome"] as const,
    registers,
    collect() {
      this.reset();
      const { sent, lost } = link.counters();
      this.inc({ outcome: "sent" }, sent);
      this.inc({ outcome: "lost" }, lost);
    },
  });
  if (!writer) return;
  new Counter({
    name: "p4twin_stream_windows_total",
    help: "Windows taken from NATS by what became of them; received = stored + duplicates + dropped + queued + givenBack",
    labelNames: ["outcome"] as const,
    registers,
    collect() {
      this.reset();
      const counters = writer();
      const outcomes = ["received", "stored", "duplicates", "dropped", "queued", "givenBack"] as const;
      for (const outcome of outcomes) this.inc({ outcome }, counters[outcome]);
    },
  });
  new Counter({
    name: "p4twin_stream_messages_total",
    help: "Messages that NATS gave to a writer before this one, and those that no writer of this version can read",
    labelNames: ["outcome"] as const,
    registers,
    collect() {
      this.reset();
      const { redelivered, unreadable } = writer();
      this.inc({ outcome: "redelivered" }, redelivered);
      this.inc({ outcome: "unreadable" }, unreadable);
    },
  });
}
