import helmet from "@fastify/helmet";
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from "@trpc/server/adapters/fastify";
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from "fastify";
import { auditHooks } from "../audit/httpHooks.ts";
import type { Auth } from "../auth/auth.ts";
import type { Component } from "../components.ts";
import type { DatabaseWatch } from "../database/watch.ts";
import { pythonFileRoutes } from "../engines/pythonFiles.ts";
import { mcpRoutes } from "../mcp/routes.ts";
import type { Log } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import { procedures } from "../rest/operations.ts";
import { retryAfterOf } from "../rest/problem.ts";
import { restRoutes } from "../rest/routes.ts";
import { type AppRouter, appRouter } from "../router.ts";
import type { InstallationServices } from "../services.ts";
import { clientKey, createLimiter } from "../shared/limiter.ts";
import type { Context } from "../trpc/context.ts";
import { authRoutes } from "./authRoutes.ts";
import { admitBodies } from "./bodies.ts";
import { defaultEdgeBounds, type EdgeBounds } from "./bounds.ts";
import { identifyCallers } from "./callers.ts";
import { captureUploadRoute } from "./captureUpload.ts";
import { healthRoutes, type ReadinessCheck } from "./health.ts";
import { refuseOtherHosts } from "./hosts.ts";
import type { MetricsAccess } from "./metricsAccess.ts";
import { answerRefusal, refuseForms } from "./refusals.ts";
import { refuseOtherOrigins } from "./sameOrigin.ts";
import { createStreamBounds } from "./streams.ts";
import { webProxy } from "./webProxy.ts";

export type HttpConfig = {
  host: string;
  port: number;
  baseUrl: string;
  webPort: number | null;
  version: string;
  /** further origins, beside that of `baseUrl`, at which people open P4Twin */
  origins: readonly string[];
  /** proxies (addresses, networks) that are believed what they say of a client */
  trustedProxies: readonly string[];
  metrics: MetricsAccess;
  /** others than the usual ones: tests */
  bounds?: Partial<EdgeBounds>;
};
export type HttpDeps = {
  services: InstallationServices;
  database: Pick<DatabaseWatch, "whileAnswering">;
  auth: Auth;
  metrics: Metrics;
  log: Log;
  checks: readonly ReadinessCheck[];
};

// our choice for public procedures: many people behind one address read a report, a guesser does not stop
export const PUBLIC_LIMIT = { uses: 120, windowMs: 60_000 };
// how often connections without headers, or with a body that does not come, are looked for
const CHECK_CONNECTIONS_MS = 1_000;
/** Asked by probes, at the address of a container. */
const HEALTH: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);
const subscriptions: ReadonlySet<string> = new Set(
  procedures().flatMap(([path, { _def }]) => (_def.type === "subscription" ? [path] : [])),
);

/** Next writes its scripts and styles into the page; WebAssembly is HiGHS; workers are made from bundles. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", "'unsafe-inline'", "'wasm-unsafe-eval'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", "data:", "blob:"],
    fontSrc: ["'self'", "data:"],
    connectSrc: ["'self'"],
    workerSrc: ["'self'", "blob:"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};

/** The one front: tRPC, REST, accounts, health and metrics here, every page from the Next server. */
export async function buildHttp(config: HttpConfig, deps: HttpDeps): Promise<FastifyInstance> {
  const { services, database, auth, metrics, log, checks } = deps;
  const bounds = { ...defaultEdgeBounds, ...config.bounds };
  const origins = new Set([config.baseUrl, ...config.origins].map((url) => new URL(url).origin));
  const limiter = createLimiter(PUBLIC_LIMIT);
  const createContext = (request: FastifyRequest): Context => {
    const workspaceId = request.workspaceId ?? services.workspaceId;
    return {
      services: services.inWorkspace(workspaceId),
      actor: request.caller,
      ip: request.ip,
      userAgent: request.headers["user-agent"] ?? null,
      workspaceId,
      limiter,
      database,
    };
  };

  // one line a request would drown everything else: only what goes wrong is logged at the default level
  const logger: FastifyBaseLogger = log.child(
    { component: "http" },
    { level: log.level === "info" ? "warn" : log.level },
  );

  const app = fastify({
    loggerInstance: logger,
    bodyLimit: bounds.bodyBytes,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    // of the longest request; bodies that are no captures have less (http/bodies.ts)
    requestTimeout: bounds.uploadMs,
    http: { headersTimeout: bounds.headersMs, connectionsCheckingInterval: CHECK_CONNECTIONS_MS },
    // a batch of queries is one long path segment
    routerOptions: { maxParamLength: 5_000 },
    forceCloseConnections: true,
  });
  app.server.maxConnections = bounds.connections;
  app.setErrorHandler(answerRefusal);
  await app.register(helmet, {
    contentSecurityPolicy,
    // forms of our own pages must arrive with their origin, which `no-referrer` would hide
    referrerPolicy: { policy: "same-origin" },
    hsts: config.baseUrl.startsWith("https://"),
    // pages of other origins may not embed or read ours; downloads of ours stay possible
    crossOriginEmbedderPolicy: false,
  });
  auditHooks(app, { audit: services.audit, identify: services.users.identify, log });
  // only JSON: a form or a plain text of another site would come without asking first
  app.removeContentTypeParser("text/plain");
  // in this order, all before the body is read: is it for us, may its page ask this, who is it
  app.addHook("onRequest", async (request) => {
    if (!HEALTH.has(request.routeOptions.url ?? "")) refuseOtherHosts(request, origins);
    refuseOtherOrigins(request, origins);
  });
  identifyCallers(app, { users: services.users, database });
  const streams = createStreamBounds(bounds);
  app.addHook("onClose", async () => streams.stop());
  app.addHook("onRequest", async (request, reply) => {
    const { path } = Object(request.params);
    const isStream = request.routeOptions.url === "/trpc/:path" && subscriptions.has(path);
    streams.watch(reply, isStream ? (request.caller?.id ?? clientKey(request.ip)) : null);
  });
  admitBodies(app, { bounds, isKnown: (request) => request.caller !== null });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    metrics.requests.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
  });
  await app.register(healthRoutes, { metrics, checks, access: config.metrics });
  await app.register(authRoutes, { auth, baseUrl: config.baseUrl });
  await app.register(captureUploadRoute, { createContext, pauseMs: bounds.uploadPauseMs });
  await app.register(restRoutes, { baseUrl: config.baseUrl, version: config.version, createContext });
  await app.register(mcpRoutes, { version: config.version, createContext, bounds });
  const trpc = {
    prefix: "/trpc",
    trpcOptions: {
      router: appRouter,
      // a query whose input is too long for an address comes by POST
      allowMethodOverride: true,
      createContext: ({ req }) => createContext(req),
      responseMeta: ({ errors }) => {
        const waitS = Math.max(0, ...errors.map((error) => retryAfterOf(error) ?? 0));
        return waitS > 0 ? { headers: { "retry-after": String(waitS) } } : {};
      },
      onError: ({ error, path }) => {
        if (error.code === "INTERNAL_SERVER_ERROR") log.error({ error, path }, "procedure failed");
      },
    } satisfies FastifyTRPCPluginOptions<AppRouter>["trpcOptions"],
  };
  await app.register(async (scope) => {
    scope.addHook("preParsing", refuseForms);
    await scope.register(fastifyTRPCPlugin, trpc);
  });
  await app.register(pythonFileRoutes);
  await app.register(webProxy, { webPort: config.webPort });
  return app;
}

/** Listens from `start` to `stop`. Throws with the remedy when the port is taken. */
export function createHttp(config: HttpConfig, deps: HttpDeps): Component & { address(): string | null } {
  let app: FastifyInstance | null = null;
  let address: string | null = null;
  return {
    name: "http",
    address: () => address,
    async start() {
      app = await buildHttp(config, deps);
      try {
        address = await app.listen({ host: config.host, port: config.port });
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
          throw new Error(
            `Port ${config.port} on ${config.host} is in use. Stop what uses it, or choose another: PORT=3001 npm start`,
          );
        }
        throw error;
      }
    },
    async stop() {
      await app?.close();
    },
  };
}
