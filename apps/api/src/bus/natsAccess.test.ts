import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../config.ts";
import { createLog } from "../observability/log.ts";
import { eventually } from "../testing/eventually.ts";
import { startNats } from "../testing/nats.ts";
import { type NatsAccessSettings, natsAccess } from "./natsAccess.ts";
import { createNatsLink } from "./natsLink.ts";

/** A directory with an authority, a certificate of the server for localhost (the client checks names, not addresses) and one of a client. */
async function certificates() {
  const dir = await mkdtemp(join(tmpdir(), "p4twin-nats-tls-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: dir, stdio: "pipe" });
  const subject = (name: string) => ["-subj", `/CN=${name}`];
  for (const ca of ["ca", "other-ca"])
    openssl(
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "2",
      "-keyout",
      `${ca}.key`,
      "-out",
      `${ca}.pem`,
      ...subject(ca),
    );
  await writeFile(join(dir, "san"), "subjectAltName=DNS:localhost\n");
  for (const who of ["server", "client"]) {
    openssl(
      "req",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      `${who}.key`,
      "-out",
      `${who}.csr`,
      ...subject(who),
    );
    openssl(
      "x509",
      "-req",
      "-in",
      `${who}.csr`,
      "-CA",
      "ca.pem",
      "-CAkey",
      "ca.key",
      "-CAcreateserial",
      "-days",
      "2",
      "-extfile",
      "san",
      "-out",
      `${who}.pem`,
    );
  }
  return (name: string): string => join(dir, name);
}

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
  const file = await certificates();
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

test.each([
  [{ NATS_USER: "a" }, /NATS_USER and NATS_PASSWORD: set both/],
  [{ NATS_USER: "a", NATS_PASSWORD: "b", NATS_CREDS: "/c" }, /NATS_CREDS: leave it out/],
  [{ NATS_TLS_CERT: "/c" }, /NATS_TLS_CERT and NATS_TLS_KEY: set both/],
  [{ NATS_URL: "nats://a:b@127.0.0.1:4222" }, /NATS_URL: give user and password as NATS_USER/],
])("settings that contradict each other are refused: %j", (given, message) => {
  expect(() => readConfig(given)).toThrow(message);
});
