import { existsSync } from "node:fs";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { OidcConfig } from "./auth/oidc.ts";
import { oidcProblems, oidcSettings, oidcVariables } from "./auth/oidcSettings.ts";
import { type NatsAccess, natsAccess, natsAccessProblems } from "./bus/natsAccess.ts";
import { exposureProblems, isOrigin } from "./configChecks.ts";
import type { MetricsAccess } from "./http/metricsAccess.ts";
import { logLevels } from "./observability/log.ts";
import type { OtlpConfig } from "./otlp/exporter.ts";
import { otlpHeaders, otlpSettings } from "./otlp/settings.ts";
import { missingRoles, type ProcessRole, processRoles } from "./roles.ts";

/** Root of the checkout: relative paths of the configuration start here, wherever the command was run. */
export const repositoryRoot = resolve(fileURLToPath(new URL("../../..", import.meta.url)));

const port = (remedy: string) =>
  z.coerce
    .number({ error: `must be a number; ${remedy}` })
    .int()
    .min(0, remedy)
    .max(65_535, remedy);
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, value: string) =>
  z.preprocess((given) => (given === undefined || given === "" ? value : given), schema);
const listOf = <T extends z.ZodType<unknown, unknown>>(entry: T) =>
  z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.preprocess((parts) => parts, z.array(entry).min(1, "needs at least one entry")));
const MB = 1024 * 1024;
const megabytes = z.coerce
  .number({ error: "must be a number of megabytes" })
  .int()
  .min(1, "needs at least 1 megabyte");
const address = z.string().refine((text) => isIP(text) > 0 || text === "localhost", "must be an IP address");

const isNetwork = (text: string): boolean => {
  const [host = "", bits, ...rest] = text.split("/");
  const family = isIP(host);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

/** Every variable that P4Twin reads; `.env.example` explains them. */
const environmentSchema = z.object({
  PORT: withDefault(port("choose a port from 1 to 65535, e.g. PORT=3000"), "3000"),
  HOST: withDefault(address, "127.0.0.1"),
  BASE_URL: optional(z.url("must be a full address, e.g. https://p4twin.example.org")),
  WEB_PORT: optional(port("the loopback port of the Next server")),
  DATABASE_URL: optional(
    z
      .string()
      .regex(
        /^postgres(ql)?:\/\//,
        "must look like postgresql://user:password@host:5432/database, or be left out",
      ),
  ),
  P4TWIN_DATA_DIR: withDefault(z.string(), ".p4twin"),
  INT_PORT: withDefault(listOf(port("a list like 32766,32767")), "32766"),
  INT_HOST: withDefault(address, "127.0.0.1"),
  INT_INTERFACE: optional(
    z.string().regex(/^[^\s/]{1,15}$/, "must be the name of an interface, such as eth1 (ip link lists them)"),
  ),
  AUTH_SECRET: optional(z.string().min(32, "needs at least 32 characters, or leave it out to have one made")),
  DEMO: optional(z.enum(["on", "off"], { error: "must be on or off" })),
  NATS_URL: optional(
    listOf(
      z.string().regex(/^(nats|tls):\/\/\S+$/, "must look like nats://host:4222 (several: commas between)"),
    ),
  ),
  NATS_USER: optional(z.string()),
  NATS_PASSWORD: optional(z.string()),
  NATS_CREDS: optional(z.string()),
  NATS_TLS_CA: optional(z.string()),
  NATS_TLS_CERT: optional(z.string()),
  NATS_TLS_KEY: optional(z.string()),
  NATS_REPLICAS: withDefault(
    z.coerce.number().int().min(1).max(5, "servers that keep each window, 1 to 5"),
    "1",
  ),
  ROLES: withDefault(listOf(z.enum(processRoles)), processRoles.join(",")),
  CAPTURE_MAX_MB: withDefault(megabytes, "1024"),
  CAPTURE_TOTAL_MB: withDefault(megabytes, "8192"),
  TRUSTED_ORIGINS: optional(
    listOf(
      z.string().refine(isOrigin, "must look like https://p4twin.example.org (several: commas between)"),
    ),
  ),
  TRUSTED_PROXIES: optional(
    listOf(z.string().refine(isNetwork, "must be an address or a network such as 10.0.0.0/8")),
  ),
  METRICS: withDefault(
    z.enum(["loopback", "open", "off"], { error: "must be loopback, open or off" }),
    "loopback",
  ),
  METRICS_TOKEN: optional(z.string().min(16, "needs at least 16 characters")),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    z.url({ protocol: /^https?$/, message: "must look like http://host:4318, without /v1/metrics" }),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    z.string().refine((text) => otlpHeaders(text) !== null, "must look like name=value,name=value"),
  ),
  OTEL_METRIC_EXPORT_INTERVAL: withDefault(
    z.coerce.number().int().min(1_000, "milliseconds, at least 1000").max(3_600_000),
    "60000",
  ),
  LOG_LEVEL: withDefault(z.enum(logLevels), "warn"),
  ...oidcVariables,
});

/** Names of all variables: what `.env.example` and the manifests of `deploy/` may set. */
export const environmentNames: readonly string[] = Object.keys(environmentSchema.shape);

export type Config = {
  port: number;
  host: string;
  /** where browsers reach P4Twin, without a slash at the end */
  baseUrl: string;
  webPort: number | null;
  /** null: the embedded PostgreSQL */
  databaseUrl: string | null;
  dataDir: string;
  intPorts: number[];
  intHost: string;
  /** interface whose frames are read beside the sockets; null: none */
  intInterface: string | null;
  authSecret: string | null;
  /** the OpenID Connect provider; null: none */
  oidc: OidcConfig | null;
  /** further origins at which people open P4Twin */
  origins: string[];
  /** proxies that are believed what they say of a client: addresses and networks */
  trustedProxies: string[];
  metrics: MetricsAccess;
  /** the OpenTelemetry receiver of segment latencies; null: none */
  otlp: OtlpConfig | null;
  demo: boolean;
  roles: ReadonlySet<ProcessRole>;
  /** the broker between processes; null: one process does everything */
  nats: { url: string; replicas: number; access: NatsAccess } | null;
  /** largest capture that may be uploaded, and what all of them may take on disk */
  captures: { maxFileBytes: number; maxTotalBytes: number };
  logLevel: (typeof logLevels)[number];
};

type Environment = z.infer<typeof environmentSchema>;

/** What must stand beside a part of the roles: several processes share a broker, a database and a secret. */
function splitProblems(value: Environment): string[] {
  const missing = missingRoles(new Set(value.ROLES));
  if (missing.length === 0) return [];
  const roles = `ROLES=${value.ROLES.join(",")}`;
  const others = missing.join(", ");
  return [
    ...(value.NATS_URL
      ? []
      : [`${roles}: set NATS_URL, over which the processes with the other roles (${others}) are reached`]),
    ...(value.DATABASE_URL
      ? []
      : [`${roles}: set DATABASE_URL; processes with different roles share one PostgreSQL server`]),
    ...(value.ROLES.includes("http") && !value.AUTH_SECRET
      ? [`${roles}: set AUTH_SECRET, the same for every http process, so that sessions hold at each of them`]
      : []),
    ...(value.DEMO === "on"
      ? [`DEMO=on: the demo's switches need one process with all roles; leave ROLES out, or set DEMO=off`]
      : []),
  ];
}

/** Reads the environment. The error's message lists every problem with its remedy. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = environmentSchema.safeParse(environment);
  const problems = parsed.success
    ? [
        ...splitProblems(parsed.data),
        ...exposureProblems(parsed.data),
        ...natsAccessProblems(parsed.data),
        ...oidcProblems(parsed.data),
      ]
    : parsed.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        return `${name}=${environment[name] ?? ""}: ${issue.message}`;
      });
  if (!parsed.success || problems.length > 0)
    throw new Error(
      `The configuration has mistakes (.env.example explains each variable):\n${problems.map((p) => `  ${p}`).join("\n")}`,
    );
  const value = parsed.data;
  const roles = new Set(value.ROLES);
  const reachable = value.HOST === "0.0.0.0" || value.HOST === "::" ? "127.0.0.1" : value.HOST;
  return {
    port: value.PORT,
    host: value.HOST,
    baseUrl: (value.BASE_URL ?? `http://${reachable}:${value.PORT}`).replace(/\/+$/, ""),
    webPort: value.WEB_PORT ?? null,
    databaseUrl: value.DATABASE_URL ?? null,
    dataDir: resolve(repositoryRoot, value.P4TWIN_DATA_DIR),
    intPorts: value.INT_PORT,
    intHost: value.INT_HOST,
    intInterface: value.INT_INTERFACE ?? null,
    authSecret: value.AUTH_SECRET ?? null,
    oidc: oidcSettings(value),
    origins: (value.TRUSTED_ORIGINS ?? []).map((origin) => new URL(origin).origin),
    trustedProxies: value.TRUSTED_PROXIES ?? [],
    metrics: { open: value.METRICS, token: value.METRICS_TOKEN ?? null },
    otlp: otlpSettings(value),
    demo: value.DEMO === undefined ? missingRoles(roles).length === 0 : value.DEMO === "on",
    roles,
    nats: value.NATS_URL
      ? { url: value.NATS_URL.join(","), replicas: value.NATS_REPLICAS, access: natsAccess(value) }
      : null,
    captures: { maxFileBytes: value.CAPTURE_MAX_MB * MB, maxTotalBytes: value.CAPTURE_TOTAL_MB * MB },
    logLevel: value.LOG_LEVEL,
  };
}

/** The configuration of this process, `.env` at the root included: the only place that reads `process.env`. */
export function loadConfig(): Config {
  const file = join(repositoryRoot, ".env");
  // what is already set wins over the file
  if (existsSync(file)) process.loadEnvFile(file);
  return readConfig(process.env);
}
