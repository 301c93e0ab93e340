import type { FastifyInstance } from "fastify";
import type { Metrics } from "../observability/metrics.ts";

/** What must work before traffic may come: `name` says what is missing. */
export type ReadinessCheck = { name: string; ready(): Promise<boolean> };

type Options = { metrics: Metrics; checks: readonly ReadinessCheck[] };

/** `/healthz` (alive), `/readyz` (every check passes), `/metrics` (Prometheus). */
export async function healthRoutes(app: FastifyInstance, { metrics, checks }: Options) {
  app.get("/healthz", () => ({ status: "alive" }));

  app.get("/readyz", async (_request, reply) => {
    const results = await Promise.all(
      checks.map(async ({ name, ready }) => ({ name, ready: await ready().catch(() => false) })),
    );
    metrics.databaseUp.set(results.find((r) => r.name === "database")?.ready ? 1 : 0);
    const ready = results.every((result) => result.ready);
    return reply.status(ready ? 200 : 503).send({
      status: ready ? "ready" : "not ready",
      checks: Object.fromEntries(results.map((r) => [r.name, r.ready])),
    });
  });

  app.get("/metrics", async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
