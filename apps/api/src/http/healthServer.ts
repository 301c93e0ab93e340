import fastify from "fastify";
import type { Component } from "../components.ts";
import type { Metrics } from "../observability/metrics.ts";
import { defaultEdgeBounds } from "./bounds.ts";
import { healthRoutes, type ReadinessCheck } from "./health.ts";
import type { MetricsAccess } from "./metricsAccess.ts";
import { answerRefusal } from "./refusals.ts";

type Config = { host: string; port: number; access: MetricsAccess };
type Deps = { metrics: Metrics; checks: readonly ReadinessCheck[] };

/** `/healthz`, `/readyz` and `/metrics` of a process without pages. */
export function createHealthServer({ host, port, access }: Config, deps: Deps): Component {
  const { headersMs, connections } = defaultEdgeBounds;
  const app = fastify({ forceCloseConnections: true, requestTimeout: headersMs });
  app.server.maxConnections = connections;
  app.setErrorHandler(answerRefusal);
  return {
    name: "health",
    async start() {
      await app.register(healthRoutes, { ...deps, access });
      try {
        await app.listen({ host, port });
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
          throw new Error(
            `Port ${port} on ${host} is in use: each process has its own for /healthz, /readyz and /metrics. Set PORT to a free one.`,
          );
        throw error;
      }
    },
    stop: () => app.close(),
  };
}
