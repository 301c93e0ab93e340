import { createSocket } from "node:dgram";
import { encodeReport } from "@p4twin/models/telemetry";
import { launchBrowser, quantile, sleep, startProduct } from "./support/product.ts";

const PROBES = 200;
/** not a divisor of the frame interval, so that probes fall anywhere between two frames */
const PROBE_EVERY_MS = 73;
const SEGMENT = "probe";

function probe(sequence: number): Buffer {
  const bytes = new Uint8Array(512);
  const end = encodeReport(bytes, 0, {
    format: "telemetry-report-1.0",
    nodeId: 1,
    sequence,
    timestamp: 0,
    flags: { tracked: true },
    flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort: 2 },
    int: { version: "1.0", instructions: 0xa000, remaining: 1, hops: [{ nodeId: 1, hopLatency: 1000 }] },
  });
  return Buffer.from(bytes.subarray(0, end));
}

/** From the moment a datagram is sent to the moment a script in a real browser has the row that counts it. */
export default async function bench() {
  const server = await startProduct("server");
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(server.link);
    await page.goto(`${server.base}/healthz`);
    const deploymentId = await page.evaluate(async (segment) => {
      const body = {
        name: "bench",
        segments: [
          {
            id: segment,
            name: segment,
            kind: "uc1",
            plUs: 10,
            dlUs: 20,
            from: { nodeId: 1 },
            to: { nodeId: 1 },
          },
        ],
      };
      const answer = await fetch("/trpc/deployments.create", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return (await answer.json()).result.data.id as string;
    }, SEGMENT);
    await page.evaluate(
      ({ id, segment }) => {
        const counts = new Map<number, number>();
        // the time at which each further packet was first seen
        const seen: number[] = [];
        Object.assign(window, { seen });
        const source = new EventSource(
          `/trpc/twin.live?input=${encodeURIComponent(JSON.stringify({ deploymentId: id }))}`,
        );
        source.onmessage = (event) => {
          const now = performance.timeOrigin + performance.now();
          for (const row of JSON.parse(event.data).rows ?? [])
            if (row.segmentId === segment && row.part === 0) counts.set(row.startMs, row.count);
          const total = [...counts.values()].reduce((a, b) => a + b, 0);
          while (seen.length < total) seen.push(now);
        };
      },
      { id: deploymentId, segment: SEGMENT },
    );
    await sleep(1_000);
    const socket = createSocket("udp4");
    const sentMs: number[] = [];
    for (let i = 0; i < PROBES; i++) {
      sentMs.push(performance.timeOrigin + performance.now());
      socket.send(probe(i), server.intPort, "127.0.0.1");
      await sleep(PROBE_EVERY_MS);
    }
    await sleep(1_500);
    socket.close();
    const seenMs = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
    const delays = seenMs.map((ms, i) => ms - sentMs[i]).sort((a, b) => a - b);
    return {
      name: "live: datagram to browser",
      rows: [
        {
          probes: PROBES,
          seen: seenMs.length,
          "p50 ms": Math.round(quantile(delays, 0.5)),
          "p99 ms": Math.round(quantile(delays, 0.99)),
          "max ms": Math.round(delays[delays.length - 1]),
        },
      ],
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}
