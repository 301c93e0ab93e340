import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { type RequestOptions, request } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { encodePcap } from "@p4twin/models/telemetry";
import pg from "pg";
import { repositoryRoot } from "../src/config.ts";
import { makeCertificates } from "../testing/certificates.ts";
import { freePort } from "../testing/freePort.ts";
import { type Product, sleep, startProduct } from "./support/product.ts";

const NAME = "p4twin.example.org";
const UPLOAD_BYTES = 256 * 1024 ** 2;
const STREAM_MS = 5_000;
type Ports = { http: number; https: number; product: number };
type Certificates = Awaited<ReturnType<typeof makeCertificates>>;
type Proxy = { name: string; command(dir: string, ports: Ports, certificates: Certificates): string[] };

const configuration = (name: string): string =>
  readFileSync(join(repositoryRoot, "deploy", "proxy", name), "utf8");

/** The guides' own files; only names of files and ports are those of this run. */
const proxies: Proxy[] = [
  {
    name: "nginx",
    command(dir, ports, { file }) {
      const site = configuration("nginx.conf")
        .replace(/^.*listen \[::\].*\n/gm, "")
        .replace("listen 80;", `listen 127.0.0.1:${ports.http};`)
        .replace("listen 443 ", `listen 127.0.0.1:${ports.https} `)
        .replace("127.0.0.1:3000", `127.0.0.1:${ports.product}`)
        .replace("/etc/ssl/p4twin/fullchain.pem", file("server.pem"))
        .replace("/etc/ssl/p4twin/privkey.pem", file("server.key"));
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((what) => `${what}_temp_path ${dir}/${what};`)
        .join(" ");
      const whole = `daemon off; pid ${dir}/pid; error_log stderr warn; events {} http { access_log off; ${temporary}\n${site}}`;
      writeFileSync(join(dir, "nginx.conf"), whole);
      return ["nginx", "-p", dir, "-c", join(dir, "nginx.conf"), "-e", "stderr"];
    },
  },
  {
    name: "caddy",
    command(dir, ports, { file }) {
      const site = configuration("Caddyfile")
        .replace("127.0.0.1:3000", `127.0.0.1:${ports.product}`)
        .replace(`${NAME} {`, `${NAME} {\n\ttls ${file("server.pem")} ${file("server.key")}`);
      const global = `{\n\tadmin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n\tstorage file_system ${dir}\n}\n`;
      writeFileSync(join(dir, "Caddyfile"), global + site);
      return ["caddy", "run", "--adapter", "caddyfile", "--config", join(dir, "Caddyfile")];
    },
  },
];

type Client = { https: number; ca: string; from: string; cookie?: string };

const open = (client: Client, path: string, options: RequestOptions = {}, body?: Readable | string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      {
        ...{ host: "127.0.0.1", port: client.https, servername: NAME, ca: client.ca, path },
        ...{ localAddress: client.from, ...options },
        headers: {
          host: `${NAME}:${client.https}`,
          ...(client.cookie ? { cookie: client.cookie } : {}),
          ...options.headers,
        },
      },
      resolve,
    );
    sent.once("error", reject);
    if (body instanceof Readable) pipeline(body, sent).catch(reject);
    else sent.end(body);
  });

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of answer) text += chunk;
  return text;
}

/** JSON of an answer; throws with what it says otherwise. */
async function jsonOf(answer: IncomingMessage): Promise<Record<string, unknown>> {
  const text = await textOf(answer);
  if ((answer.statusCode ?? 500) >= 300) throw new Error(`${answer.statusCode}: ${text.slice(0, 200)}`);
  return text === "" ? {} : JSON.parse(text);
}

/** Signs in by a one-time link; what the browser would send from then on. */
async function signIn(client: Client, link: string): Promise<{ cookie: string; attributes: string }> {
  const { pathname, search } = new URL(link);
  const answer = await open(client, pathname + search);
  await textOf(answer);
  const set = answer.headers["set-cookie"] ?? [];
  const session = set.find((line) => line.includes("session_token"));
  if (!session) throw new Error(`no session: ${answer.statusCode} ${answer.headers.location ?? ""}`);
  return { cookie: set.map((line) => line.split(";")[0]).join("; "), attributes: session };
}

/** Times at which parts of a live stream come, ms apart. */
async function streamed(client: Client, deploymentId: string): Promise<number[]> {
  const input = encodeURIComponent(JSON.stringify({ deploymentId }));
  const answer = await open(client, `/trpc/twin.live?input=${input}`, {
    headers: { accept: "text/event-stream" },
  });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${await textOf(answer)}`);
  const times: number[] = [];
  answer.on("data", () => times.push(performance.now()));
  answer.on("error", () => {});
  await sleep(STREAM_MS);
  answer.destroy();
  return times;
}

function* capture(): Generator<Uint8Array> {
  const records = Array.from({ length: 500 }, (_, i) => ({ timeNs: BigInt(i), data: new Uint8Array(1_400) }));
  const file = encodePcap(records);
  yield file.subarray(0, 24);
  for (let sent = 24; sent < UPLOAD_BYTES; sent += file.length - 24) yield file.subarray(24);
}

const untilListening = async (port: number, child: ChildProcess): Promise<void> => {
  for (let i = 0; i < 100; i++) {
    if (child.exitCode !== null) throw new Error(`the proxy ended with ${child.exitCode}`);
    const ok = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (ok) return;
    await sleep(100);
  }
  throw new Error(`nothing listens at ${port}`);
};

async function check(
  product: Product,
  { https, http, ca }: { https: number; http: number; ca: string },
): Promise<Record<string, string | number>> {
  const owner: Client = { https, ca, from: "127.0.0.2" };
  const { cookie, attributes } = await signIn(owner, product.link);
  owner.cookie = cookie;
  const origin = `https://${NAME}:${https}`;
  const post = (client: Client, path: string, body: object) =>
    open(
      client,
      path,
      {
        method: "POST",
        headers: { "content-type": "application/json", origin, "sec-fetch-site": "same-origin" },
      },
      JSON.stringify(body),
    ).then(jsonOf);

  const [deployment] = (await open(owner, "/api/v1/deployments").then(jsonOf)) as unknown as { id: string }[];
  const times = await streamed(owner, deployment.id);
  const gaps = times.slice(1).map((t, i) => t - times[i]);

  const made = (await post(owner, "/api/v1/captures", { name: "large.pcap" })) as { id: string };
  const uploadStart = performance.now();
  const uploaded = await open(
    owner,
    `/api/v1/captures/${made.id}/content`,
    {
      method: "PUT",
      headers: { "content-type": "application/octet-stream", origin, "sec-fetch-site": "same-origin" },
    },
    Readable.from(capture()),
  );
  await textOf(uploaded);
  const uploadS = (performance.now() - uploadStart) / 1000;

  // a second person, from another address, who claims to be a third one
  const invited = (await post(owner, "/api/v1/users", {
    email: "a@example.org",
    name: "A",
    role: "viewer",
  })) as {
    link: { url: string };
  };
  const other: Client = { https, ca, from: "127.0.0.3" };
  const { pathname, search } = new URL(invited.link.url);
  const answer = await open(other, pathname + search, { headers: { "x-forwarded-for": "203.0.113.9" } });
  await textOf(answer);
  const database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ ip: string }>(
    `SELECT ip_address AS ip FROM session ORDER BY created_at`,
  );
  await database.end();

  const metrics = await open(owner, "/metrics");
  await textOf(metrics);
  const redirected = await new Promise<string>((resolve, reject) => {
    plainRequest({ host: "127.0.0.1", port: http, path: "/x", headers: { host: NAME } }, (r) => {
      r.resume();
      resolve(`${r.statusCode} ${r.headers.location}`);
    })
      .once("error", reject)
      .end();
  });
  return {
    "signed in": "yes",
    "cookie secure": /; *secure/i.test(attributes) ? "yes" : "NO",
    "stream parts in 5 s": times.length,
    "longest gap ms": Math.round(Math.max(...gaps)),
    "upload MB": Math.round(UPLOAD_BYTES / 1e6),
    "upload answer": uploaded.statusCode ?? 0,
    "upload s": Math.round(uploadS * 10) / 10,
    "addresses of two clients": rows.map((row) => row.ip).join(", "),
    "metrics from outside": metrics.statusCode ?? 0,
    "http answers": redirected,
  };
}

/**
 * The guides' configurations with the real programs in front of the real product: what a user and an upload
 * get through each.
 */
export default async function bench() {
  const rows: Record<string, string | number>[] = [];
  const certificates = await makeCertificates(NAME);
  const ca = readFileSync(certificates.file("ca.pem"), "utf8");
  for (const proxy of proxies) {
    if (spawnSync("which", [proxy.name]).status !== 0) {
      console.log(`${proxy.name} is not installed here: its guide is not tried`);
      continue;
    }
    const [http, https] = [await freePort(), await freePort()];
    const product = await startProduct("server", {
      DEMO: "on",
      BASE_URL: `https://${NAME}:${https}`,
      TRUSTED_PROXIES: "127.0.0.1",
    });
    const dir = mkdtempSync(join(tmpdir(), `p4twin-${proxy.name}-`));
    // workers of nginx run as another user
    chmodSync(dir, 0o777);
    const ports = { http, https, product: Number(new URL(product.base).port) };
    const [command, ...args] = proxy.command(dir, ports, certificates);
    const child = spawn(command, args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, HOME: dir },
    });
    try {
      await untilListening(https, child);
      rows.push({ proxy: proxy.name, ...(await check(product, { http, https, ca })) });
    } finally {
      child.kill("SIGTERM");
      await product.stop();
      rmSync(dir, { recursive: true, force: true });
    }
  }
  await certificates.dispose();
  return { name: "reverse proxies", rows };
}
