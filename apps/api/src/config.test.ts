import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { environmentNames, readConfig, repositoryRoot } from "./config.ts";
import { exposureWarnings, fileProblems } from "./configChecks.ts";

test("nothing set gives the single-process default on loopback", () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    baseUrl: "http://127.0.0.1:3000",
    webPort: null,
    databaseUrl: null,
    dataDir: join(repositoryRoot, ".p4twin"),
    intPorts: [32766],
    intHost: "127.0.0.1",
    intInterface: null,
    authSecret: null,
    oidc: null,
    origins: [],
    trustedProxies: [],
    metrics: { open: "loopback", token: null },
    otlp: null,
    demo: true,
    roles: new Set(["http", "collector", "writer", "jobs"]),
    nats: null,
    captures: { maxFileBytes: 1024 * 1024 ** 2, maxTotalBytes: 8192 * 1024 ** 2 },
    logLevel: "warn",
  });
});

test("an empty variable is one that is not set", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "", INT_PORT: "", BASE_URL: "" })).toEqual(readConfig({}));
});

test("lists and addresses are read", () => {
  const config = readConfig({
    INT_PORT: "1000, 2000",
    ROLES: "collector",
    NATS_URL: "nats://a:4222, nats://b:4222",
    DATABASE_URL: "postgresql://db/p4twin",
    BASE_URL: "https://p4.example.org/",
    P4TWIN_DATA_DIR: "/data",
  });
  expect(config).toMatchObject({
    intPorts: [1000, 2000],
    demo: false,
    nats: { url: "nats://a:4222,nats://b:4222", replicas: 1 },
    baseUrl: "https://p4.example.org",
    dataDir: "/data",
  });
  expect([...config.roles]).toEqual(["collector"]);
});

test("every mistake is told at once, with its remedy", () => {
  const read = () =>
    readConfig({
      PORT: "http",
      INT_PORT: "1,x",
      DATABASE_URL: "mysql://x",
      AUTH_SECRET: "short",
      ROLES: "boss",
    });
  for (const part of [
    /PORT=http: must be a number; choose a port/,
    /INT_PORT=1,x: must be a number/,
    /DATABASE_URL=mysql:\/\/x: must look like postgresql:\/\//,
    /AUTH_SECRET=.*at least 32 characters/,
    /ROLES=boss/,
  ]) {
    expect(read).toThrow(part);
  }
});

test.each([
  { ROLES: "collector", told: [/NATS_URL.*http, writer, jobs/, /DATABASE_URL/] },
  { ROLES: "http", told: [/NATS_URL/, /DATABASE_URL/, /AUTH_SECRET/] },
  { ROLES: "collector,http", DEMO: "on", told: [/DEMO=on: .*all roles/] },
])("roles that are split need what processes share: $ROLES", ({ told, ...environment }) => {
  for (const part of told) expect(() => readConfig(environment)).toThrow(part);
});

test("one process with all roles may use a broker, so that collectors can be added", () => {
  const { nats, demo } = readConfig({ NATS_URL: "nats://127.0.0.1:4222", NATS_REPLICAS: "3" });
  const access = { login: null, tls: null };
  expect({ nats, demo }).toEqual({ nats: { url: "nats://127.0.0.1:4222", replicas: 3, access }, demo: true });
});

test(".env.example names every variable, with its default", () => {
  const text = readFileSync(join(repositoryRoot, ".env.example"), "utf8");
  const named = [...text.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=(.*)$/gm)];
  const set = Object.fromEntries(
    named.filter(([line]) => !line.startsWith("#")).map(([, name, value]) => [name, value]),
  );
  expect(readConfig(set)).toEqual(readConfig({}));
  expect(named.map(([, name]) => name).sort()).toEqual([...environmentNames].sort());
});

test.each([
  ["HOST=0.0.0.0 without the address that people use", { HOST: "0.0.0.0" }, /HOST=0.0.0.0: .*set BASE_URL/],
  ["an address of the network without it", { HOST: "192.168.1.5" }, /set BASE_URL/],
  [
    "the secret of the example",
    { AUTH_SECRET: "change me, at least 32 characters long" },
    /AUTH_SECRET: this is an example/,
  ],
  ["a secret of one letter", { AUTH_SECRET: "a".repeat(40) }, /AUTH_SECRET: .*easily guessed/],
  [
    "the password of the example",
    { DATABASE_URL: "postgresql://p4twin:change-me@db/p4twin" },
    /the password is the one of the example/,
  ],
  ["a proxy that is a name", { TRUSTED_PROXIES: "proxy.local" }, /TRUSTED_PROXIES=proxy.local/],
  ["an origin with a path", { TRUSTED_ORIGINS: "https://a.example/x" }, /TRUSTED_ORIGINS/],
  ["a short token for metrics", { METRICS_TOKEN: "short" }, /METRICS_TOKEN=short/],
])("%s is refused", (_what, environment, message) => {
  expect(() => readConfig(environment)).toThrow(message);
});

test("a process without pages needs no address for people", () => {
  const shared = { NATS_URL: "nats://a:4222", DATABASE_URL: "postgresql://db/p4twin" };
  expect(readConfig({ HOST: "0.0.0.0", ROLES: "collector", ...shared }).host).toBe("0.0.0.0");
});

test("a file with a secret that others can read is told; an address without TLS is warned of", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "p4twin-check-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const file = join(dataDir, "auth-secret");
  await writeFile(file, "x", { mode: 0o600 });
  expect(fileProblems({ dataDir, root: dataDir })).toEqual([]);
  await chmod(file, 0o644);
  expect(fileProblems({ dataDir, root: dataDir })).toEqual([expect.stringContaining("chmod 600")]);
  const warnings = (baseUrl: string) => exposureWarnings({ baseUrl, metricsOpen: false });
  expect(warnings("http://p4twin.example.org")).toEqual([expect.stringContaining("TLS")]);
  expect(warnings("http://127.0.0.1:3000")).toEqual([]);
  expect(warnings("https://p4twin.example.org")).toEqual([]);
});
