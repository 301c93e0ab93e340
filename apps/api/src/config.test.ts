import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { environmentNames, readConfig, repositoryRoot } from "./config.ts";

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
    authSecret: null,
    oidc: null,
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
  expect({ nats, demo }).toEqual({ nats: { url: "nats://127.0.0.1:4222", replicas: 3 }, demo: true });
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
