import type { FastifyInstance } from "fastify";
import type { Metrics } from "../observability/metrics.ts";
import { type MetricsAccess, refuseMetrics } from "./metricsAccess.ts";

/** What must work before traffic may come: `name` says what is missing. Says what is known: it never waits. */
export type ReadinessCheck = { name: string; ready(): boolean };

type Options = { metrics: Metrics; checks: readonly ReadinessCheck[]; access: MetricsAccess };

/** `/healthz` (alive), `/readyz` (every check passes), `/metrics` (Prometheus): all answer at once, whatever hangs. */
export async function healthRoutes(app: FastifyInstance, { metrics, checks, access }: Options) {
  app.get("/healthz", () => ({ status: "alive" }));

  app.get("/readyz", async (_request, reply) => {
    const results = checks.map(({ name, ready }) => ({ name, ready: ready() }));
    const ready = results.every((result) => result.ready);
    return reply.status(ready ? 200 : 503).send({
      status: ready ? "ready" : "not ready",
      checks: Object.fromEntries(results.map((r) => [r.name, r.ready])),
    });
  });

  app.get("/metrics", async (request, reply) => {
    refuseMetrics(request, access);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
