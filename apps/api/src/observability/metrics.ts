import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** The registry of this process and the metrics of the HTTP side; other components register theirs in `registry`. */
export function createMetrics({ databaseAnswers }: { databaseAnswers(): boolean }) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: "p4twin_http_request_seconds",
      help: "Time from request to answer, by route",
      labelNames: ["method", "route", "status"] as const,
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [registry],
    }),
    jobs: new Counter({
      name: "p4twin_jobs_total",
      help: "Finished jobs by kind and state",
      labelNames: ["kind", "state"] as const,
      registers: [registry],
    }),
    databaseUp: new Gauge({
      name: "p4twin_database_up",
      help: "1 when the database answered the last time it was asked, once a second",
      registers: [registry],
      collect() {
        this.set(databaseAnswers() ? 1 : 0);
      },
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
