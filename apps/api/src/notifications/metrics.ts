import { Counter, Gauge, type Registry } from "prom-client";
import type { EventWatcher } from "../events/watcher.ts";
import type { Dispatcher } from "./dispatcher.ts";

type Sources = {
  events: EventWatcher["counters"];
  tries: Dispatcher["counters"];
  /** what the dispatcher counted last; null before it has */
  waiting(): number | null;
};

/** Events and deliveries for Prometheus, read from their own accounts at each scrape. */
export function registerAlertMetrics(registry: Registry, { events, tries, waiting }: Sources): void {
  const registers = [registry];
  new Counter({
    name: "p4twin_events_total",
    help: "Alarms: events opened, changed and closed, alarms suppressed by a quiet time, and failures to store them",
    labelNames: ["transition"] as const,
    registers,
    collect() {
      this.reset();
      for (const [transition, count] of Object.entries(events())) this.inc({ transition }, count);
    },
  });
  new Counter({
    name: "p4twin_notification_tries_total",
    help: "Tries to deliver a message to a channel, by outcome",
    labelNames: ["outcome"] as const,
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(tries())) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: "p4twin_notification_deliveries_waiting",
    help: "Deliveries that wait, by the last count; absent before the first one",
    registers,
    collect() {
      this.reset();
      const count = waiting();
      if (count !== null) this.set(count);
    },
  });
}
