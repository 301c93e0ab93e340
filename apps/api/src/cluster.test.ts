import { createSocket } from "node:dgram";
import { createRandom } from "@p4twin/models/core";
import { encodeReport, noCounts } from "@p4twin/models/telemetry";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { eventually } from "../testing/eventually.ts";
import { startNats, type TestNats } from "../testing/nats.ts";
import { createServerProcess, type ServerProcess } from "../testing/processes.ts";
import { createWorld, type World } from "../testing/world.ts";
import { createNatsLink } from "./bus/natsLink.ts";
import type { WindowRow } from "./bus/windowRow.ts";
import { createWindowStream, windowStreamConfig } from "./bus/windowStream.ts";
import { createProcessList, type Statement } from "./cluster/statements.ts";
import { createLog } from "./observability/log.ts";
import { createTwinStore } from "./twin/store.ts";

const SEGMENT = "edge";
const SEND_EVERY_MS = 10;
const AT_ONCE = 10;
/** From the end of a second to its windows on disk, on a machine that is busy with other tests. */
const CLOSING_MS = 400;
const random = createRandom(11);

let world: World;
let nats: TestNats;
let operator: Awaited<ReturnType<World["as"]>>;
let deploymentId: string;
const processes: ServerProcess[] = [];

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
async function until<T>(what: string, probe: () => Promise<T | false> | T | false): Promise<T> {
  return eventually(async () => {
    const found = await probe();
    if (found !== false) return found;
    throw new Error(`waited in vain for ${what}: ${processes.map((p) => p.said()).join("\n")}`);
  });
}

/** The latency says to which collector a report was sent. */
function report(sequence: number, latencyUs: number): Uint8Array {
  const bytes = new Uint8Array(512);
  const end = encodeReport(bytes, 0, {
    format: "telemetry-report-1.0",
    nodeId: 1,
    sequence,
    timestamp: 0,
    flags: { tracked: true },
    flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort: 2 },
    int: {
      version: "1.0",
      instructions: 0xa000,
      remaining: 1,
      hops: [{ nodeId: 1, hopLatency: 1000 * latencyUs }],
    },
  });
  return bytes.slice(0, end);
}

/** Sends a known number of reports to a port, at an even rate, until it is stopped. */
function createSender(port: number, latencyUs: number) {
  const socket = createSocket("udp4");
  const sentMs: number[] = [];
  const timer = setInterval(() => {
    for (let i = 0; i < AT_ONCE; i++) {
      socket.send(report(sentMs.length, latencyUs), port, "127.0.0.1");
      sentMs.push(Date.now());
    }
  }, SEND_EVERY_MS);
  return {
    sentMs,
    async stop(): Promise<number> {
      clearInterval(timer);
      await sleep(50);
      socket.close();
      return sentMs.length;
    },
  };
}

const rowsOf = async (): Promise<WindowRow[]> => {
  const { rows } = await world.database.pool.query(
    "SELECT * FROM segment_window ORDER BY collector_id, sequence",
  );
  return rows.map((r) => ({
    deploymentId: r.deployment_id,
    segmentId: r.segment_id,
    part: r.part,
    partLabel: r.part_label,
    startMs: r.start.getTime(),
    lengthS: r.level,
    count: Number(r.count),
    sumUs: r.sum_us,
    minUs: r.min_us,
    maxUs: r.max_us,
    histogram: r.hist && Uint8Array.from(r.hist),
    ...noCounts(),
    abovePl: Number(r.above_pl),
    aboveDl: Number(r.above_dl),
    dropped: Number(r.dropped),
    sequenceGaps: Number(r.seq_gaps),
    collectorId: r.collector_id,
    sequence: Number(r.sequence),
  }));
};
/** Reports stored of those that took this long. */
const storedOf = (rows: readonly WindowRow[], latencyUs: number): number =>
  rows
    .filter((w) => w.part === 0 && w.minUs !== null && Math.round(w.minUs) === latencyUs)
    .reduce((sum, w) => sum + w.count, 0);
/** Reports stored, by the run of a collector. */
function recordedBy(rows: readonly WindowRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { part, collectorId, count } of rows)
    if (part === 0) counts.set(collectorId, (counts.get(collectorId) ?? 0) + count);
  return counts;
}

const sendingTo = (index: number, latencyUs: number) => createSender(processes[index].intPort, latencyUs);
let senders: ReturnType<typeof createSender>[] = [];

beforeAll(async () => {
  [world, nats] = await Promise.all([createWorld(), startNats()]);
  operator = await world.as("operator");
  const uc1 = { kind: "uc1", plUs: 1_000, dlUs: 2_000, from: { nodeId: 1 }, to: { nodeId: 1 } } as const;
  const made = await operator.deployments.create({
    name: "two collectors",
    segments: [{ id: SEGMENT, name: SEGMENT, ...uc1 }],
  });
  deploymentId = made.id;
  const shared = { databaseUrl: world.database.url, natsUrl: nats.url };
  for (const role of ["collector", "collector", "writer", "writer"] as const)
    processes.push(await createServerProcess([role], shared));
  await Promise.all(processes.map((p) => p.start()));
  senders = [sendingTo(0, 10), sendingTo(1, 20)];
});
afterAll(async () => {
  await Promise.all(processes.map((p) => p.dispose()));
  await nats.dispose();
  await world.dispose();
});

it("pages and alarms in another process see what both collectors see, and collectors follow what is changed there", async () => {
  const { plane, services, ...front } = await createWorld({
    database: world.database,
    among: { roles: new Set(["http", "jobs"] as const), over: { nats: { url: nats.url, replicas: 1 } } },
  });
  const stop = new AbortController();
  // also when an assertion fails: what it holds of the database would keep the clean-up waiting
  onTestFinished(async () => {
    stop.abort();
    await front.stopTelemetry();
  });
  await front.startTelemetry();

  for await (const { rows } of plane.hub.watch(deploymentId, stop.signal)) {
    const whole = rows.find((row) => row.part === 0 && row.closed);
    // every packet took 10 or 20 us: a mean between them is of both collectors
    if (whole?.meanUs && whole.meanUs > 11 && whole.meanUs < 19) {
      expect(whole).not.toHaveProperty("histogram");
      expect([Math.round(whole.p99Us ?? 0), whole.aboveDl]).toEqual([20, 0]);
      break;
    }
  }
  const state = await until("both collectors", () => {
    const all = plane.telemetry.collector();
    return all?.ports.length === 2 && all.exporters[0] ? all : false;
  });
  expect(state.ports.map((p) => p.port).sort()).toEqual(
    processes
      .slice(0, 2)
      .map((p) => p.intPort)
      .sort(),
  );
  expect(state.exporters[0].reports).toBeGreaterThan(0);
  expect(services.raised(deploymentId, SEGMENT)).toBe(false);

  const alarm = { triggerUs: 15, resetUs: 12, raiseAfter: 2, outOf: 3, clearAfter: 3 };
  const thresholds = { plUs: 12, dlUs: 15, alarm };
  await operator.deployments.setThresholds({ id: deploymentId, segmentId: SEGMENT, thresholds });
  plane.changed(deploymentId);
  await until("an alarm of the new threshold", () => services.raised(deploymentId, SEGMENT));
  const events = await operator.events.list({ deploymentId, open: true });
  expect(events).toMatchObject([{ segmentId: SEGMENT }]);
  for await (const { rows } of plane.hub.watch(deploymentId, stop.signal)) {
    const whole = rows.find((row) => row.part === 0 && row.closed && row.aboveDl > 0);
    if (whole) break;
  }
});

it("two collectors, two writers, a broker: killed at random times, they lose the window in progress at most, and double nothing", async () => {
  const link = createNatsLink({ url: nats.url, name: "test" }, { log: createLog("silent") });
  const list = createProcessList(link);
  onTestFinished(async () => {
    await list.stop();
    await link.stop();
  });
  await link.start();
  await list.start();
  const stream = createWindowStream(link, 1);
  const roleOf = (role: Statement["roles"][number]) => list.list().filter((s) => s.roles.includes(role));

  const [collectorA, , writerA] = processes;

  await sleep(1_000 + 1_000 * random.next());
  await writerA.end("SIGKILL");
  await sleep(500 + 1_000 * random.next());
  const killedMs = Date.now();
  await collectorA.end("SIGKILL");
  await sleep(500 * random.next());
  await nats.kill();
  await sleep(1_000 + 1_000 * random.next());
  await nats.start();
  await Promise.all([collectorA.start(), writerA.start()]);
  const backMs = Date.now();
  await sleep(2_000);
  const [sentA, sentB] = await Promise.all(senders.map((s) => s.stop()));
  const stoppedMs = Date.now();

  // what stands in spools and in the stream arrives, what the killed writer had not acknowledged goes to the other;
  // a collector that says how much it recorded a second later has closed the last window, which may be the later one
  const rows = await until("all that both collectors recorded, and the end of it", async () => {
    const all = await rowsOf();
    const stored = new Set(recordedBy(all).values());
    const collectors = roleOf("collector").flatMap((s) => s.collector ?? []);
    const arrived = collectors.filter(
      ({ atMs, exporters }) => atMs > stoppedMs + 1_000 && stored.has(exporters[0]?.recorded),
    );
    return arrived.length === 2 && (await stream.waiting()) === 0 ? all : false;
  });
  expect(storedOf(rows, 20)).toBe(sentB);
  const inProgressMs = Math.floor((killedMs - CLOSING_MS) / 1_000) * 1_000;
  const atRisk = senders[0].sentMs.filter((ms) => ms >= inProgressMs && ms <= backMs).length;
  const lost = sentA - storedOf(rows, 10);
  expect(lost).toBeGreaterThan(0);
  expect(lost).toBeLessThanOrEqual(atRisk);

  // the collector that was killed says so
  const told = await until(
    "the interruption",
    () => roleOf("collector").find((s) => s.outbox?.interruption) ?? false,
  );
  expect(told.outbox?.interruption?.lastSignMs).toBeLessThanOrEqual(killedMs);
  // sent = stored + counted, process by process; what has arrived may be acknowledged, and said, a moment later
  const outboxes = () => roleOf("collector").flatMap((s) => s.outbox ?? []);
  const settled = await until("every window known as stored", () => {
    const all = outboxes();
    return all.length === 2 && all.every((o) => o.queued === 0) ? all : false;
  });
  for (const { received, stored, duplicates, dropped, queued } of settled) {
    expect(received).toBe(stored + duplicates + dropped + queued);
    expect(dropped).toBe(0);
  }

  // both collectors saw the same segment in the same seconds: they add up
  const [whole] = await createTwinStore(world.database.pool).windows({
    ...{ deploymentId, parts: [0], bucketMs: null },
    ...{ fromMs: killedMs - 60_000, toMs: backMs + 60_000 },
  });
  expect(whole.buckets[0].histogram.count).toBe(storedOf(rows, 10) + storedOf(rows, 20));
  const collectorsOf = new Map<number, Set<string>>();
  for (const { part, startMs, collectorId } of rows)
    if (part === 0) collectorsOf.set(startMs, (collectorsOf.get(startMs) ?? new Set()).add(collectorId));
  expect(Math.max(...[...collectorsOf.values()].map((ids) => ids.size))).toBe(2);

  // all of it again, cut into other messages, and twice with the same ids
  const before = roleOf("writer").reduce((sum, s) => sum + (s.writer?.duplicates ?? 0), 0);
  const cuts = windowStreamConfig.maxRecord - 7;
  const again = rows.slice(1);
  const records = Array.from({ length: Math.ceil(again.length / cuts) }, (_, i) =>
    again.slice(i * cuts, (i + 1) * cuts),
  );
  expect(await stream.publish(records)).toEqual({
    stored: again.length,
    duplicates: 0,
    dropped: 0,
    mended: 0,
  });
  expect(await stream.publish(records)).toEqual({
    stored: 0,
    duplicates: again.length,
    dropped: 0,
    mended: 0,
  });
  await until(
    "the duplicates",
    () => roleOf("writer").reduce((sum, s) => sum + (s.writer?.duplicates ?? 0), 0) === before + again.length,
  );
  expect(await rowsOf()).toEqual(rows);

  // asked to end, each of them does, and has nothing left
  expect(await Promise.all(processes.map((p) => p.end("SIGTERM")))).toEqual([0, 0, 0, 0]);
});
