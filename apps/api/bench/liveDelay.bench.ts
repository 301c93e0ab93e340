import { createSocket } from "node:dgram";
import { get } from "node:http";
import { encodeReport } from "@p4twin/models/telemetry";
import { flowOf } from "../testing/intReports.ts";
import { launchBrowser, quantile, sleep, startProduct } from "./support/product.ts";
import { startSender } from "./support/sender.ts";

const PROBES = 200;
/** not a divisor of the frame interval, so that probes fall anywhere between two frames */
const PROBE_EVERY_MS = 73;
const SEGMENT = "probe";
const PROBE_FLOW = { src: "10.0.0.1", dst: "10.0.0.2", proto: 17 };
/** What goes on meanwhile: a tenth of the rate that one collector is built for, and others who watch. */
const RATE = 40_000;
const SEGMENTS = 100;
const DEPLOYMENTS = 10;
const WATCHERS = 50;
const EXPORTERS = ["127.0.5.1", "127.0.5.2", "127.0.5.3", "127.0.5.4"];

function probe(sequence: number): Buffer {
  const bytes = new Uint8Array(512);
  const end = encodeReport(bytes, 0, {
    format: "telemetry-report-1.0",
    nodeId: 1,
    sequence,
    timestamp: 0,
    flags: { tracked: true },
    flow: { ...PROBE_FLOW, srcPort: 1, dstPort: 2 },
    int: { version: "1.0", instructions: 0xa000, remaining: 1, hops: [{ nodeId: 1, hopLatency: 1000 }] },
  });
  return Buffer.from(bytes.subarray(0, end));
}

const segment = (id: string, flow: typeof PROBE_FLOW, to: number) => ({
  id,
  name: id,
  kind: "uc1",
  plUs: 10,
  dlUs: 20,
  from: { nodeId: 1 },
  to: { nodeId: to },
  flows: [flow],
});
/** One deployment with the probe, and the segments of the load in some others. */
const deployments = [
  [segment(SEGMENT, PROBE_FLOW, 1)],
  ...Array.from({ length: DEPLOYMENTS }, (_, d) =>
    Array.from({ length: SEGMENTS / DEPLOYMENTS }, (_, k) => d + k * DEPLOYMENTS).map((i) =>
      segment(`s${i}`, flowOf(i), 3),
    ),
  ),
];

/** Frames as a browser takes them, without a browser; returns how many have come. */
function watch(url: string, cookie: string): { frames(): number; leave(): void } {
  let frames = 0;
  const request = get(url, { headers: { cookie, accept: "text/event-stream" } }, (answer) => {
    answer.setEncoding("utf8");
    answer.on("data", (text: string) => {
      frames += text.match(/^data: /gm)?.length ?? 0;
    });
  });
  request.on("error", () => {});
  return { frames: () => frames, leave: () => request.destroy() };
}

/**
 * From the moment a datagram is sent to the moment a script in a real browser has the row that counts it, under load.
 */
export default async function bench() {
  const server = await startProduct("server");
  const browser = await launchBrowser();
  const sender = await startSender({ port: server.intPort, segments: SEGMENTS, exporters: EXPORTERS });
  try {
    const page = await browser.newPage();
    await page.goto(server.link);
    await page.goto(`${server.base}/healthz`);
    const ids = await page.evaluate(async (all) => {
      const made: string[] = [];
      for (const [i, segments] of all.entries()) {
        const answer = await fetch("/trpc/deployments.create", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ name: `bench ${i}`, segments }),
        });
        made.push((await answer.json()).result.data.id);
      }
      return made;
    }, deployments);
    const live = (deploymentId: string): string =>
      `/trpc/twin.live?input=${encodeURIComponent(JSON.stringify({ deploymentId }))}`;
    await page.evaluate(
      ({ url, name }) => {
        const counts = new Map<number, number>();
        // the time at which each further packet was first seen
        const seen: number[] = [];
        Object.assign(window, { seen });
        const source = new EventSource(url);
        source.onmessage = (event) => {
          const now = performance.timeOrigin + performance.now();
          for (const row of JSON.parse(event.data).rows ?? [])
            if (row.segmentId === name && row.part === 0) counts.set(row.startMs, row.count);
          const total = [...counts.values()].reduce((a, b) => a + b, 0);
          while (seen.length < total) seen.push(now);
        };
      },
      { url: live(ids[0]), name: SEGMENT },
    );
    const cookie = (await page.context().cookies()).map((c) => `${c.name}=${c.value}`).join("; ");
    const watchers = Array.from({ length: WATCHERS }, (_, i) =>
      watch(`${server.base}${live(ids[1 + (i % DEPLOYMENTS)])}`, cookie),
    );
    const served = (frames: number): number => watchers.filter((w) => w.frames() >= frames).length;
    for (let i = 0; i < 600 && served(1) < WATCHERS; i++) await sleep(100);
    if (served(1) < WATCHERS) throw new Error(`only ${served(1)} of ${WATCHERS} watchers are connected`);
    const load = sender.round({
      rates: EXPORTERS.map(() => RATE / EXPORTERS.length),
      ms: 3_000 + PROBES * PROBE_EVERY_MS,
    });
    await sleep(2_000);
    const socket = createSocket("udp4");
    const sentMs: number[] = [];
    for (let i = 0; i < PROBES; i++) {
      sentMs.push(performance.timeOrigin + performance.now());
      socket.send(probe(i), server.intPort, "127.0.0.1");
      await sleep(PROBE_EVERY_MS);
    }
    const { sent, ms } = await load;
    await sleep(1_500);
    socket.close();
    const seenMs = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
    const delays = seenMs.map((at, i) => at - sentMs[i]).sort((a, b) => a - b);
    // the first is the greeting of the stream
    const [followed, frames] = [served(2), watchers.reduce((n, w) => n + w.frames(), 0)];
    for (const watcher of watchers) watcher.leave();
    if (followed < WATCHERS) throw new Error(`only ${followed} of ${WATCHERS} watchers were served`);
    if (seenMs.length !== PROBES) throw new Error(`${seenMs.length} of ${PROBES} probes were seen`);
    return {
      name: `live: datagram to browser, beside ${WATCHERS} watchers`,
      rows: [
        {
          probes: PROBES,
          "other reports/s": Math.round(sent.reduce((a, b) => a + b, 0) / (ms / 1_000)),
          "frames to others": frames,
          "p50 ms": Math.round(quantile(delays, 0.5)),
          "p99 ms": Math.round(quantile(delays, 0.99)),
          "max ms": Math.round(delays[delays.length - 1]),
        },
      ],
    };
  } finally {
    sender.stop();
    await browser.close();
    await server.stop();
  }
}
