import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from "@trpc/server/adapters/fastify";
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from "fastify";
import { auditHooks } from "../audit/httpHooks.ts";
import type { Auth } from "../auth/auth.ts";
import { captureUploadRoute } from "../captures/uploadRoute.ts";
import type { Component } from "../components.ts";
import { pythonFileRoutes } from "../engines/pythonFiles.ts";
import type { Log } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import { restRoutes } from "../rest/routes.ts";
import type { InstallationServices } from "../services.ts";
import { createLimiter } from "../shared/limiter.ts";
import type { Context } from "../trpc/context.ts";
import { type AppRouter, appRouter } from "../trpc/router.ts";
import { enter, wantedOf } from "../workspaces/enter.ts";
import { authRoutes } from "./authRoutes.ts";
import { toHeaders } from "./headers.ts";
import { healthRoutes, type ReadinessCheck } from "./health.ts";
import { webProxy } from "./webProxy.ts";

export type HttpConfig = {
  host: string;
  port: number;
  baseUrl: string;
  webPort: number | null;
  version: string;
};
export type HttpDeps = {
  services: InstallationServices;
  auth: Auth;
  metrics: Metrics;
  log: Log;
  checks: readonly ReadinessCheck[];
};

// captures have a route of their own, which holds nothing in memory; everything else is bounded by its schema
const BODY_LIMIT_BYTES = 64 * 1024 * 1024;
// our choice for public procedures: a person reloads a report a few times a minute, a guesser does not stop
const PUBLIC_LIMIT = { uses: 30, windowMs: 60_000 };

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
  const { services, auth, metrics, log, checks } = deps;
  const limiter = createLimiter(PUBLIC_LIMIT);
  const createContext = async (request: FastifyRequest): Promise<Context> => {
    const person = await services.users.identify(toHeaders(request.headers));
    const entered = person && enter(person, wantedOf(request.headers, request.query));
    const workspaceId = entered?.workspaceId ?? services.workspaceId;
    return {
      services: services.inWorkspace(workspaceId),
      actor: entered?.actor ?? null,
      ip: request.ip,
      userAgent: request.headers["user-agent"] ?? null,
      workspaceId,
      limiter,
    };
  };

  // one line a request would drown everything else: only what goes wrong is logged at the default level
  const logger: FastifyBaseLogger = log.child(
    { component: "http" },
    { level: log.level === "info" ? "warn" : log.level },
  );

  const app = fastify({
    loggerInstance: logger,
    bodyLimit: BODY_LIMIT_BYTES,
    // a batch of queries is one long path segment
    routerOptions: { maxParamLength: 5_000 },
    forceCloseConnections: true,
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    metrics.requests.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
  });
  await app.register(helmet, {
    contentSecurityPolicy,
    // forms of our own pages must arrive with their origin, which `no-referrer` would hide
    referrerPolicy: { policy: "same-origin" },
    hsts: config.baseUrl.startsWith("https://"),
    // pages of other origins may not embed or read ours; downloads of ours stay possible
    crossOriginEmbedderPolicy: false,
  });
  auditHooks(app, { audit: services.audit, identify: services.users.identify, log });
  await app.register(rateLimit, { global: false });
  await app.register(healthRoutes, { metrics, checks });
  await app.register(authRoutes, { auth, baseUrl: config.baseUrl });
  await app.register(captureUploadRoute, { createContext });
  await app.register(restRoutes, { baseUrl: config.baseUrl, version: config.version, createContext });
  await app.register(fastifyTRPCPlugin, {
    prefix: "/trpc",
    trpcOptions: {
      router: appRouter,
      // a query whose input is too long for an address comes by POST
      allowMethodOverride: true,
      createContext: ({ req }) => createContext(req),
      onError: ({ error, path }) => {
        if (error.code === "INTERNAL_SERVER_ERROR") log.error({ error, path }, "procedure failed");
      },
    } satisfies FastifyTRPCPluginOptions<AppRouter>["trpcOptions"],
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
