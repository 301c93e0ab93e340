import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exporterProfileSchema } from "@p4twin/models/telemetry";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { reportOf, SEQUENCE_AT, segmentsOf } from "../../testing/intReports.ts";
import { createUdpSender, type UdpSender } from "../../testing/udpSender.ts";
import { createWriter } from "../../testing/writer.ts";
import { createBus } from "../bus/bus.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import { ensurePartitions } from "../database/partitions.ts";
import { createLog } from "../observability/log.ts";
import { createSpool, defaultSpoolConfig } from "../spool/spool.ts";
import { createCollector, defaultCollectorConfig } from "./collector.ts";
import type { CollectorSettings } from "./settings.ts";
import type { CollectorState, ExporterState } from "./state.ts";

const SEGMENTS = 20;
const log = createLog("silent");
const listed = {
  accepted: true,
  profile: exporterProfileSchema.parse({}),
  maxDatagramsPerSecond: null,
  sampleOneIn: 1,
};
const settings: CollectorSettings = {
  acceptOnlyListed: false,
  exporters: [
    { ...listed, address: "127.0.6.4", maxDatagramsPerSecond: 50 },
    { ...listed, address: "127.0.6.5", sampleOneIn: 8 },
    { ...listed, address: "127.0.6.6", accepted: false },
  ],
};
/** What each exporter of the test sends over and over. */
const sent: Record<string, readonly Uint8Array[]> = {
  "127.0.6.1": Array.from({ length: SEGMENTS }, (_, i) => reportOf(i)),
  "127.0.6.2": [reportOf(0), reportOf(SEGMENTS), reportOf(SEGMENTS + 1)],
  "127.0.6.3": [reportOf(0), reportOf(1).subarray(0, 40), new Uint8Array(20).fill(0xff)],
  "127.0.6.4": [reportOf(3)],
  "127.0.6.5": [reportOf(4), reportOf(5)],
  "127.0.6.6": [reportOf(6)],
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
let cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const work of cleanUp.reverse()) await work();
  cleanUp = [];
});

/** Sockets, windows and PostgreSQL as in the product; stopped, they have written everything. */
async function start(receiveBufferBytes: number, source: "auto" | "dgram") {
  const deploymentId = randomUUID();
  const dir = await mkdtemp(join(tmpdir(), "p4twin-accounting-"));
  cleanUp.push(() => rm(dir, { recursive: true }));
  const bus = createBus();
  const writer = createWriter({
    pool: database.pool,
    bus,
    ensurePartitions: (instants) => ensurePartitions(database.pool, instants),
    openSpool: () => createSpool<WindowRow>({ ...defaultSpoolConfig, dir }),
    log,
  });
  const collector = createCollector(
    { ...defaultCollectorConfig, ports: [0], receiveBufferBytes, source },
    { bus, log, newId: randomUUID },
  );
  await writer.start();
  collector.configure(settings);
  collector.bind(segmentsOf(deploymentId, SEGMENTS));
  await collector.start();
  const senders = Object.entries(sent).map(([from, datagrams]) =>
    createUdpSender({ from, port: collector.ports()[0], datagrams, sequenceAt: SEQUENCE_AT }),
  );
  const stop = async () => {
    await collector.stop();
    await writer.stop();
    for (const sender of senders) sender.close();
    const { rows } = await database.pool.query<{ packets: number }>(
      `SELECT coalesce(sum(count + dropped), 0)::int AS packets FROM segment_window
        WHERE part = 0 AND level = 1 AND deployment_id = $1`,
      [deploymentId],
    );
    return { state: collector.state(), writer: writer.counters(), stored: rows[0].packets };
  };
  return { senders, stop, state: collector.state };
}

const total = (senders: readonly UdpSender[]): number => senders.reduce((n, s) => n + s.sent, 0);
const exporterSum = (state: CollectorState, of: (e: ExporterState) => number): number =>
  state.exporters.reduce((n, e) => n + of(e), 0);
const sumOf = (byReason: Record<string, number>): number =>
  Object.values(byReason).reduce((a, b) => a + b, 0);

/** Every step of the way accounts for all that came to it. */
function expectBalance(state: CollectorState): void {
  expect(state.refused).toBe(state.notAccepted + state.tooMany);
  expect(state.arrived).toBe(state.refused + exporterSum(state, (e) => e.arrived));
  for (const e of state.exporters) {
    expect(e.arrived).toBe(e.limited + e.sampledOut + e.queueDropped + e.received);
    expect(e.received).toBe(e.decoded + e.undecodable);
    expect(e.undecodable).toBe(sumOf(e.undecodableByReason));
    expect(e.reports).toBe(e.matched + e.unmatched);
    expect(e.unmatched).toBe(sumOf(e.unmatchedByReason));
  }
}

describe.runIf(process.platform === "linux")(
  "sent = stored + counted drops, over real UDP into PostgreSQL",
  () => {
    it.each(["auto", "dgram"] as const)("with time to read everything (%s)", async (source) => {
      const run = await start(4 * 1024 * 1024, source);
      for (let round = 0; round < 10; round++) {
        for (const sender of run.senders) sender.send(60);
        await new Promise((resolve) => setTimeout(resolve, 50));
        // a busy machine reads later: the next round waits, or the socket's buffer runs over
        await expect.poll(() => run.state()?.arrived, { timeout: 60_000 }).toBe(total(run.senders));
      }
      const { state, writer, stored } = await run.stop();
      if (!state) throw new Error("no account");
      expectBalance(state);
      expect(state.arrived).toBe(total(run.senders));
      expect(state.notAccepted).toBe(600);
      const of = (address: string) => state.exporters.find((e) => e.address === address);
      expect(of("127.0.6.1")).toMatchObject({ arrived: 600, matched: 600, recorded: 600, sequenceGaps: 0 });
      expect(of("127.0.6.2")).toMatchObject({
        matched: 200,
        unmatched: 400,
        unmatchedByReason: { "no-flow": 400 },
      });
      expect(of("127.0.6.3")).toMatchObject({ decoded: 200, undecodable: 400 });
      expect(of("127.0.6.5")).toMatchObject({
        received: 75,
        sampledOut: 525,
        sampleOneIn: 8,
        sequenceGaps: 0,
      });
      const limited = of("127.0.6.4");
      expect(limited?.received).toBeGreaterThanOrEqual(50);
      expect(limited?.limited).toBeGreaterThan(0);
      // what we left out ourselves is no loss of the network
      expect(limited?.sequenceGaps).toBe(0);
      expect(stored).toBe(exporterSum(state, (e) => e.recorded));
      expect(writer).toMatchObject({ dropped: 0, queued: 0, duplicates: 0, stored: writer.received });
    });

    it("under forced overload: what the kernel dropped is counted, and nothing else is missing", async () => {
      // room for some twenty datagrams a socket
      const run = await start(8 * 1024, "auto");
      for (let round = 0; round < 100; round++) {
        for (const sender of run.senders) sender.send(2_000);
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (round >= 5 && (run.state()?.kernelDropped ?? 0) > 0) break;
      }
      const { state, writer, stored } = await run.stop();
      if (!state) throw new Error("no account");
      expect(state.kernelDropped).toBeGreaterThan(0);
      expect(state.arrived + (state.kernelDropped ?? 0)).toBe(total(run.senders));
      expectBalance(state);
      expect(stored).toBe(exporterSum(state, (e) => e.recorded));
      expect(writer.stored).toBe(writer.received);
    });
  },
);
