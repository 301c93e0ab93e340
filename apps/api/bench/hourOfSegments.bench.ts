import { createSocket } from "node:dgram";
import { encodeReport, Histogram } from "@p4twin/models/telemetry";
import pg from "pg";
import { launchBrowser, quantile, signIn, sleep, startProduct } from "./support/product.ts";

const SEGMENTS = 50;
const HOUR_S = 3600;
const WATCH_MS = 10_000;

const segmentId = (i: number): string => `segment-${i}`;

/** A report whose only hop is node `i`. */
function report(i: number, sequence: number): Buffer {
  const bytes = new Uint8Array(512);
  const end = encodeReport(bytes, 0, {
    format: "telemetry-report-1.0",
    nodeId: i,
    sequence,
    timestamp: 0,
    flags: { tracked: true },
    flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort: 2 },
    int: {
      version: "1.0",
      instructions: 0xa000,
      remaining: 1,
      hops: [{ nodeId: i, hopLatency: 400_000 + (sequence % 97) * 1000 }],
    },
  });
  return Buffer.from(bytes.subarray(0, end));
}

/** An hour of windows of every segment, as the writer would have stored them. */
async function storeHour(databaseUrl: string, deploymentId: string): Promise<void> {
  const histogram = new Histogram();
  for (let us = 300; us < 700; us += 7) histogram.record(us);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const days = await client.query("SELECT 1 FROM pg_class WHERE relname LIKE 'segment_window_%'");
  if (days.rowCount === 0) throw new Error("there are no partitions to store into");
  await client.query(
    `INSERT INTO segment_window (deployment_id, segment_id, part, level, start, count, sum_us, min_us, max_us, hist, collector_id, sequence)
     SELECT $1, 'segment-' || i, 0, 1, date_trunc('second', now()) - make_interval(secs => s), $2, $3, 300, 700, $4, 'bench', i * 10000 + s
       FROM generate_series(1, $5::int) i, generate_series(1, $6::int) s`,
    [deploymentId, histogram.count, histogram.sumUs, Buffer.from(histogram.encode()), SEGMENTS, HOUR_S],
  );
  await client.end();
}

/** A twin page over an hour of 1 s windows of 50 segments, live: how evenly it paints. */
export default async function bench() {
  const product = await startProduct("pages");
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await signIn(page, product);
    const segments = Array.from({ length: SEGMENTS }, (_, i) => ({
      id: segmentId(i + 1),
      name: `Segment ${i + 1}`,
      kind: "uc1",
      plUs: 800,
      dlUs: 1000,
      from: { nodeId: i + 1 },
      to: { nodeId: i + 1 },
    }));
    const deploymentId = await page.evaluate(
      async (body) => {
        const answer = await fetch("/trpc/deployments.create", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        return (await answer.json()).result.data.id as string;
      },
      { name: "bench", segments },
    );
    await storeHour(product.databaseUrl, deploymentId);

    const socket = createSocket("udp4");
    let sequence = 0;
    const sender = setInterval(() => {
      for (let i = 1; i <= SEGMENTS; i++) socket.send(report(i, sequence), product.intPort, "127.0.0.1");
      sequence++;
    }, 100);
    const opened = performance.now();
    await page.goto(`${product.base}/twin/${deploymentId}?span=${HOUR_S}`);
    await page.getByText("live", { exact: true }).waitFor();
    const liveMs = performance.now() - opened;
    await sleep(3_000);
    const gaps = await page.evaluate(
      (watchMs) =>
        new Promise<number[]>((resolve) => {
          const start = performance.now();
          let last = start;
          const found: number[] = [];
          const step = (now: number): void => {
            found.push(now - last);
            last = now;
            if (now - start < watchMs) requestAnimationFrame(step);
            else resolve(found.slice(1));
          };
          requestAnimationFrame(step);
        }),
      WATCH_MS,
    );
    clearInterval(sender);
    socket.close();
    const sorted = gaps.toSorted((a, b) => a - b);
    return {
      name: "twin page: an hour of 1 s windows of 50 segments, live",
      rows: [
        {
          segments: SEGMENTS,
          windows: SEGMENTS * HOUR_S,
          "open to live ms": Math.round(liveMs),
          "frames/s": Math.round((1000 * gaps.length) / gaps.reduce((a, b) => a + b, 0)),
          "frame p50 ms": Number(quantile(sorted, 0.5).toFixed(1)),
          "frame p95 ms": Number(quantile(sorted, 0.95).toFixed(1)),
          "longest ms": Math.round(sorted[sorted.length - 1]),
        },
      ],
    };
  } finally {
    await browser.close();
    await product.stop();
  }
}
