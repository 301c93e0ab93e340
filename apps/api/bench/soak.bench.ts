import { readFileSync } from "node:fs";
import { startPostgres, startRig } from "./support/collectorRig.ts";
import { startSender } from "./support/sender.ts";

const SEGMENTS = 100;
const DEPLOYMENTS = 10;
const WATCHERS = 50;
const EXPORTERS = ["127.0.5.1", "127.0.5.2", "127.0.5.3", "127.0.5.4"];
/** A tenth of the rate that one collector is built for. */
const RATE = 40_000;
/** `P4TWIN_SOAK_MINUTES=60` is the hour; a minute shows what leaks fast. */
const MINUTES = Number(process.env.P4TWIN_SOAK_MINUTES ?? 1);
const ROUND_MS = 5_000;
/** The first part of the run is not judged: code is compiled, heaps take their size. */
const WARM_UP = 0.4;
const SAMPLES = 60;
/**
 * More growth than this from the first to the last quarter of what is judged is a leak (our choice; the noise
 * of a minute is below it).
 */
const GROWTH = 0.1;

type Sample = { hours: number; rssBytes: number; heapBytes: number };

/**
 * Memory after a collection: of the process (collector thread, writer and watchers), and what this thread
 * (writer, live hub and watchers) still reaches. A slow leak hides in what the process holds and shows in
 * what is reached.
 */
function sample(startMs: number): Sample {
  if (!globalThis.gc) throw new Error("node runs without --expose-gc: what is reached cannot be told");
  globalThis.gc();
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
  return {
    hours: (performance.now() - startMs) / 3_600_000,
    rssBytes: kilobytes * 1024,
    heapBytes: process.memoryUsage().heapUsed,
  };
}

/** How the least of the last quarter stands to the least of the first. */
function growthOf(values: readonly number[]): number {
  const quarter = Math.max(1, Math.floor(values.length / 4));
  return Math.min(...values.slice(-quarter)) / Math.min(...values.slice(0, quarter)) - 1;
}

/** Least-squares slope of `y` per unit of `x`. */
function slope(x: readonly number[], y: readonly number[]): number {
  const mean = (v: readonly number[]): number => v.reduce((a, b) => a + b, 0) / v.length;
  const [mx, my] = [mean(x), mean(y)];
  const above = x.reduce((sum, xi, i) => sum + (xi - mx) * (y[i] - my), 0);
  return above / x.reduce((sum, xi) => sum + (xi - mx) ** 2, 0);
}

/** Memory stays flat: reports in, windows out, watchers served, for a minute or as long as asked for. */
export default async function bench() {
  const postgres = await startPostgres();
  const rig = await startRig({ segments: SEGMENTS, deployments: DEPLOYMENTS }, postgres);
  rig.watch(WATCHERS);
  const sender = await startSender({ port: rig.port, segments: SEGMENTS, exporters: EXPORTERS });
  try {
    const startMs = performance.now();
    const lengthMs = MINUTES * 60_000;
    const samples: Sample[] = [];
    const sampling = setInterval(() => {
      if (performance.now() - startMs >= WARM_UP * lengthMs) samples.push(sample(startMs));
    }, lengthMs / SAMPLES);
    let sent = 0;
    while (performance.now() - startMs < lengthMs) {
      const round = await sender.round({ rates: EXPORTERS.map(() => RATE / EXPORTERS.length), ms: ROUND_MS });
      sent += round.sent.reduce((a, b) => a + b, 0);
    }
    clearInterval(sampling);
    if (samples.length < SAMPLES / 4) throw new Error("this machine is too busy to be judged by");
    const { arrived, kernelDropped } = await rig.settled();
    if (sent !== arrived + (kernelDropped ?? sent - arrived)) throw new Error("datagrams are missing");
    const { state, stored } = await rig.stop();
    const recorded = state.exporters.reduce((sum, e) => sum + e.recorded, 0);
    if (stored !== recorded) throw new Error(`${recorded} packets recorded, ${stored} stored`);
    const hours = samples.map((one) => one.hours);
    const memory = (["rssBytes", "heapBytes"] as const).map((of) => {
      const bytes = samples.map((one) => one[of]);
      return { of, bytes, growth: growthOf(bytes) };
    });
    for (const { of, bytes, growth } of memory)
      if (growth > GROWTH)
        throw new Error(
          `${of} grew by ${(100 * growth).toFixed(1)} % after warm-up: that is a leak, or for rssBytes a run of 5 to 50 minutes, while the runtime still takes its pages (MB: ${bytes.map((b) => (b / 1e6).toFixed(1)).join(" ")})`,
        );
    return {
      name: `soak: ${MINUTES} min at ${RATE} reports/s, ${SEGMENTS} segments, ${WATCHERS} watchers`,
      rows: memory.map(({ of, bytes, growth }) => ({
        reports: arrived,
        "lost, all counted": sent - arrived,
        windows: state.windows,
        "after a collection": of,
        "MB at the end": Number((bytes[bytes.length - 1] / 1e6).toFixed(1)),
        "growth after warm-up %": Number((100 * growth).toFixed(1)),
        "slope MB/h": Number((slope(hours, bytes) / 1e6).toFixed(1)),
      })),
    };
  } finally {
    sender.stop();
    await postgres.stop();
  }
}
