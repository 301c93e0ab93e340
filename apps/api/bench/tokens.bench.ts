import { Agent, get } from "node:http";
import { createAuth } from "../src/auth/auth.ts";
import { createDatabaseClient } from "../src/database/client.ts";
import { createLog } from "../src/observability/log.ts";
import { cookieOf } from "../testing/cookieOf.ts";
import { flowOf } from "../testing/intReports.ts";
import { quantile, sleep, startProduct } from "./support/product.ts";
import { startSender } from "./support/sender.ts";

const VIEWERS = 200;
const RATE_HZ = 50;
const ROUND_S = 8;
const ROUNDS = 4;
const SEGMENTS = 50;
/** what comes in meanwhile, so that viewers are sent frames */
const REPORTS_HZ = 10_000;
const EXPORTERS = ["127.0.5.1", "127.0.5.2", "127.0.5.3", "127.0.5.4"];
/** what a token may cost beside a cookie */
const MOST_TIMES = 2;
const SECRET = "0123456789abcdefghijklmnopqrstuv";
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const ask = (url: string, headers: Record<string, string>): Promise<{ ms: number; ok: boolean }> =>
  new Promise((resolve) => {
    const sinceMs = performance.now();
    const end = (ok: boolean) => resolve({ ms: performance.now() - sinceMs, ok });
    get(url, { headers, agent }, (answer) => {
      answer.resume();
      answer.on("end", () => end(answer.statusCode === 200));
    }).on("error", () => end(false));
  });

/** Requests at a fixed rate, whether or not those before are answered. */
async function round(url: string, headers: Record<string, string>) {
  const asked: Promise<{ ms: number; ok: boolean }>[] = [];
  const sinceMs = performance.now();
  for (let i = 0; i < RATE_HZ * ROUND_S; i++) {
    await sleep(Math.max(0, sinceMs + (i * 1_000) / RATE_HZ - performance.now()));
    asked.push(ask(url, headers));
  }
  return Promise.all(asked);
}

/**
 * What an API token costs beside a session cookie, with viewers at live streams: the same requests in turns in one run.
 */
export default async function bench() {
  const server = await startProduct("server", { AUTH_SECRET: SECRET });
  const client = createDatabaseClient(server.databaseUrl, 2);
  const sender = await startSender({ port: server.intPort, segments: SEGMENTS, exporters: EXPORTERS });
  const streams: { destroy(): void }[] = [];
  try {
    const log = createLog("silent");
    const config = { baseUrl: server.base, secret: SECRET, trustedOrigins: [], oidc: null };
    const auth = createAuth(config, { db: client.db, log, onSignIn: async () => {} });
    const { id: ownerId } = await client.db.user.findFirstOrThrow({ where: { role: "owner" } });
    const cookie = await cookieOf(auth, ownerId);
    const call = async (path: string, body: object): Promise<{ id: string; token: string }> => {
      const headers = { cookie, origin: server.base, "content-type": "application/json" };
      const answer = await fetch(`${server.base}/api/v1${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json() as Promise<{ id: string; token: string }>;
    };
    const segments = Array.from({ length: SEGMENTS }, (_, i) => ({
      ...{ id: `s${i}`, name: `s${i}`, kind: "uc1", plUs: 10, dlUs: 20 },
      ...{ from: { nodeId: 1 }, to: { nodeId: 3 }, flows: [flowOf(i)] },
    }));
    const { id } = await call("/deployments", { name: "load", segments });
    const { token } = await call("/tokens", { name: "bench", role: "viewer" });

    let frames = 0;
    const live = `${server.base}/trpc/twin.live?input=${encodeURIComponent(JSON.stringify({ deploymentId: id }))}`;
    for (let i = 0; i < VIEWERS; i++)
      streams.push(
        get(live, { headers: { cookie, accept: "text/event-stream" }, agent: false }, (answer) => {
          answer.on("data", () => {
            frames++;
          });
        }).on("error", () => {}),
      );
    const seconds = 2 * ROUNDS * ROUND_S + 20;
    const load = sender.round({
      rates: EXPORTERS.map(() => REPORTS_HZ / EXPORTERS.length),
      ms: seconds * 1_000,
    });
    const giveUpMs = performance.now() + 15_000;
    while (frames < VIEWERS && performance.now() < giveUpMs) await sleep(100);
    if (frames < VIEWERS) throw new Error(`${frames} frames for ${VIEWERS} viewers`);

    const url = `${server.base}/api/v1/deployments`;
    const means = { cookie: { cookie }, token: { authorization: `Bearer ${token}` } };
    const taken: Record<keyof typeof means, { ms: number; ok: boolean }[]> = { cookie: [], token: [] };
    for (const headers of Object.values(means)) await ask(url, headers);
    for (let i = 0; i < ROUNDS; i++)
      // each comes first in turn: what is still going on when the streams have just opened is no cost of either
      for (const kind of i % 2 === 0 ? (["cookie", "token"] as const) : (["token", "cookie"] as const))
        taken[kind].push(...(await round(url, means[kind])));
    for (const stream of streams) stream.destroy();
    await load;
    const rows = (["cookie", "token"] as const).map((kind) => {
      const sorted = taken[kind].map(({ ms }) => ms).sort((a, b) => a - b);
      const failed = taken[kind].filter(({ ok }) => !ok).length;
      return {
        kind,
        requests: sorted.length,
        failed,
        p50: quantile(sorted, 0.5),
        p99: quantile(sorted, 0.99),
      };
    });
    const [byCookie, byToken] = rows;
    const times = (byToken?.p99 ?? Number.NaN) / (byCookie?.p99 ?? Number.NaN);
    if (rows.some(({ failed }) => failed > 0) || !(times <= MOST_TIMES))
      throw new Error(`a token takes ${times.toFixed(2)} times as long as a cookie: ${JSON.stringify(rows)}`);
    return {
      name: `API tokens beside cookies: ${VIEWERS} viewers, ${RATE_HZ} requests/s, ${REPORTS_HZ} reports/s (ms)`,
      rows: rows.map((row) => ({
        ...row,
        p50: row.p50.toFixed(1),
        p99: row.p99.toFixed(1),
        "p99 in times of the cookie's": row.kind === "token" ? times.toFixed(2) : "",
      })),
    };
  } finally {
    for (const stream of streams) stream.destroy();
    sender.stop();
    await client.close();
    await server.stop();
  }
}
