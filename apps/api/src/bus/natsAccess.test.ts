import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { makeCertificates } from "../../testing/certificates.ts";
import { eventually } from "../../testing/eventually.ts";
import { freePort } from "../../testing/freePort.ts";
import { startNats } from "../../testing/nats.ts";
import { readConfig, repositoryRoot } from "../config.ts";
import { createLog } from "../observability/log.ts";
import { type NatsAccessSettings, natsAccess } from "./natsAccess.ts";
import { createNatsLink } from "./natsLink.ts";

async function server(config: string) {
  const dir = await mkdtemp(join(tmpdir(), "p4twin-nats-conf-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const file = join(dir, "nats.conf");
  await writeFile(file, config);
  const nats = await startNats(["--config", file]);
  onTestFinished(nats.dispose);
  return { url: nats.url.replace("127.0.0.1", "localhost") };
}

/** Whether a process with these settings gets a message through the server, and what its log says. */
async function reaches(url: string, given: NatsAccessSettings): Promise<{ ok: boolean; said: string }> {
  const log = createLog("silent");
  const warn = vi.spyOn(log, "warn");
  const link = createNatsLink(
    { url, name: "test", access: natsAccess({ NATS_URL: [url], ...given }) },
    { log },
  );
  let heard = 0;
  link.on("x", () => heard++);
  await link.start();
  const ok = link.connection() !== null;
  if (ok) {
    link.publish("x", "hello");
    await eventually(() => expect(heard).toBe(1));
  }
  await link.stop();
  return { ok, said: JSON.stringify(warn.mock.calls) };
}

test("a server that asks for a password takes the right one and no other", async () => {
  const { url } = await server("authorization { users: [ { user: p4twin, password: right } ] }");
  expect((await reaches(url, { NATS_USER: "p4twin", NATS_PASSWORD: "right" })).ok).toBe(true);
  const wrong = await reaches(url, { NATS_USER: "p4twin", NATS_PASSWORD: "wrong-password" });
  expect(wrong.ok).toBe(false);
  expect(wrong.said).toMatch(/Authorization/i);
  expect(wrong.said).not.toContain("wrong-password");
  expect((await reaches(url, {})).ok).toBe(false);
});

test("with an authority named, only a server that it has signed is trusted, and only over TLS", async () => {
  const { file, dispose } = await makeCertificates();
  onTestFinished(dispose);
  const tls = `cert_file: "${file("server.pem")}", key_file: "${file("server.key")}", ca_file: "${file("ca.pem")}"`;
  const secured = await server(`authorization { user: p4twin, password: right }\ntls { ${tls} }`);
  const login = { NATS_USER: "p4twin", NATS_PASSWORD: "right" };
  expect(await reaches(secured.url, { ...login, NATS_TLS_CA: file("ca.pem") })).toEqual({
    ok: true,
    said: "[]",
  });
  expect((await reaches(secured.url, { ...login, NATS_TLS_CA: file("other-ca.pem") })).ok).toBe(false);
  // the system's authorities did not sign it
  expect((await reaches(secured.url, login)).ok).toBe(false);

  const mutual = await server(`tls { ${tls}, verify: true }`);
  const client = { NATS_TLS_CERT: file("client.pem"), NATS_TLS_KEY: file("client.key") };
  expect((await reaches(mutual.url, { NATS_TLS_CA: file("ca.pem"), ...client })).ok).toBe(true);
  expect((await reaches(mutual.url, { NATS_TLS_CA: file("ca.pem") })).ok).toBe(false);

  const plain = await server("");
  expect((await reaches(plain.url, {})).ok).toBe(true);
  expect((await reaches(plain.url, { NATS_TLS_CA: file("ca.pem") })).ok).toBe(false);
  expect((await reaches(plain.url.replace("nats:", "tls:"), {})).ok).toBe(false);
});

test("the NATS of deploy/kubernetes and of deploy/compose.yaml let in only who has the password, the first only over TLS", async () => {
  const { file, dispose } = await makeCertificates();
  onTestFinished(dispose);
  const text = await readFile(join(repositoryRoot, "deploy", "kubernetes", "nats.yaml"), "utf8");
  const configMap = z.object({ kind: z.literal("ConfigMap"), data: z.object({ "nats.conf": z.string() }) });
  const { data } = configMap.parse(parseAllDocuments(text)[0].toJS());
  const compose = await readFile(join(repositoryRoot, "deploy", "nats.conf"), "utf8");
  for (const [name, value] of Object.entries({
    POD_NAME: "nats-0",
    NATS_USER: "p4twin",
    NATS_PASSWORD: "aRight1",
  }))
    vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const clusterPort = await freePort();
  const here = async (conf: string): Promise<string> =>
    conf
      .replaceAll("/tls/tls.crt", file("server.pem"))
      .replaceAll("/tls/tls.key", file("server.key"))
      .replaceAll("/tls/ca.crt", file("ca.pem"))
      .replace("8222", String(await freePort()))
      .replace("port: 6222", `port: ${clusterPort}`)
      // the other servers of the cluster are not on this machine
      .replace(/routes: .*/, `routes: [nats://localhost:${clusterPort}]`)
      .replace(/store_dir: \/data,? /, "");
  const login = { NATS_USER: "p4twin", NATS_PASSWORD: "aRight1" };
  const cluster = await server(await here(data["nats.conf"]));
  expect((await reaches(cluster.url, { ...login, NATS_TLS_CA: file("ca.pem") })).ok).toBe(true);
  expect((await reaches(cluster.url, { NATS_TLS_CA: file("ca.pem") })).ok).toBe(false);
  expect((await reaches(cluster.url, login)).ok).toBe(false);
  const single = await server(await here(compose));
  expect((await reaches(single.url, login)).ok).toBe(true);
  expect((await reaches(single.url, {})).ok).toBe(false);
});

test.each([
  [{ NATS_USER: "a" }, /NATS_USER and NATS_PASSWORD: set both/],
  [{ NATS_USER: "a", NATS_PASSWORD: "b", NATS_CREDS: "/c" }, /NATS_CREDS: leave it out/],
  [{ NATS_TLS_CERT: "/c" }, /NATS_TLS_CERT and NATS_TLS_KEY: set both/],
  [{ NATS_URL: "nats://a:b@127.0.0.1:4222" }, /NATS_URL: give user and password as NATS_USER/],
])("settings that contradict each other are refused: %j", (given, message) => {
  expect(() => readConfig(given)).toThrow(message);
});
