import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../testing/eventually.ts";
import { createWorld, type World } from "../testing/world.ts";
import type { LiveFrame } from "./bus/windowRow.ts";
import { defaultCollectorConfig } from "./collector/collector.ts";
import { demoBindings } from "./demo/bindings.ts";
import { registerTelemetryMetrics } from "./telemetry/metrics.ts";

let world: World;
let operator: Awaited<ReturnType<World["as"]>>;
let deploymentId: string;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
async function until<T>(
  what: string,
  probe: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
  return eventually(async () => {
    const found = await probe();
    if (found) return found;
    throw new Error(`waited in vain for ${what}`);
  });
}
const segmentOf = async (id: string) => (await operator.twin.overview()).find((row) => row.segmentId === id);

beforeAll(async () => {
  world = await createWorld({ live: true });
  operator = await world.as("operator");
  const made = await operator.deployments.create({ name: "Web edge", segments: demoBindings("web-edge") });
  deploymentId = made.id;
  await world.startTelemetry();
});
afterAll(() => world.dispose());

describe("from emulated switches to the twin, over real UDP and PostgreSQL", () => {
  it("observes every segment beside its prediction", async () => {
    const row = await until("a minute's packets", async () => {
      const r = await segmentOf("edge-transcode");
      return r && r.summary.count > 500 && r;
    });
    expect(row.predicted.meanUs).not.toBeNull();
    expect(row.predicted.lowUs).toBeLessThan(row.predicted.meanUs ?? 0);
    expect(row.verdict).toBe("holds");
    // the emulated switches are not the estimator: close to it, and never equal
    expect(Math.abs(row.residual?.share ?? 1)).toBeLessThan(0.1);
    expect(row.residual?.us).not.toBe(0);
    const [state] = await operator.twin.state({
      deploymentId,
      range: { from: new Date(Date.now() - 20_000).toISOString(), to: new Date().toISOString() },
    });
    expect(state.parts).toHaveLength(4);
    const parts = state.parts.slice(1).reduce((sum, p) => sum + (p.meanUs ?? Number.NaN), 0);
    expect(parts / (state.parts[0].meanUs ?? 1)).toBeCloseTo(1, 2);
    expect(state.distribution.reduce((sum, bar) => sum + bar.count, 0)).toBe(state.parts[0].count);
  });

  it("counts every datagram: received = decoded + undecodable, reports = matched + unmatched", async () => {
    const state = await operator.telemetry.state();
    expect(state?.exporters.map((e) => e.address)).toEqual(
      expect.arrayContaining(["127.0.1.1", "127.0.1.3", "127.0.1.4"]),
    );
    for (const e of state?.exporters ?? []) {
      expect(e.received).toBe(e.decoded + e.undecodable);
      expect(e.reports).toBe(e.matched + e.unmatched);
    }
    // the switch of the chain that is not deployed here reports too: said, not hidden
    const other = state?.exporters.find((e) => e.address === "127.0.1.4");
    expect(other?.unmatchedByReason).toEqual({ "no-flow": other?.reports });
  });

  it("tells Prometheus the same counts", async () => {
    const registry = new Registry();
    registerTelemetryMetrics(registry, world.services.telemetry);
    const text = await registry.metrics();
    const value = (line: string): number => Number(new RegExp(`^${line} (\\d+)$`, "m").exec(text)?.[1]);
    const decoded = value('p4twin_datagrams_total\\{exporter="127.0.1.1",outcome="decoded"\\}');
    expect(decoded).toBeGreaterThan(0);
    expect(value('p4twin_reports_total\\{exporter="127.0.1.1",outcome="matched"\\}')).toBe(decoded);
    expect(value('p4twin_windows_total\\{outcome="dropped"\\}')).toBe(0);
  });

  it("streams at least twice a second, and a reconnect leaves no gap", async () => {
    // what a frame takes to come is measured by `npm run bench liveDelay`
    expect(defaultCollectorConfig.frameMs).toBeLessThanOrEqual(500);
    const frames = async (lastEventId: string | null, count: number): Promise<LiveFrame[]> => {
      const stop = new AbortController();
      const taken: LiveFrame[] = [];
      for await (const frame of world.services.twin.live(deploymentId, lastEventId, stop.signal)) {
        taken.push(frame);
        if (taken.length === count) break;
      }
      stop.abort();
      return taken;
    };
    const before = await frames(null, 7);
    await sleep(3_500);
    // what closed during the absence comes first, what was on its way to the database two seconds later
    const after = await frames(String(before[6].atMs), 16);
    const seen = new Set(
      [...before, ...after]
        .flatMap((f) => f.rows)
        .filter((r) => r.segmentId === "edge-firewall" && r.part === 0 && r.count > 0)
        .map((r) => r.startMs),
    );
    const [first, last] = [Math.min(...seen), Math.max(...seen)];
    expect(last - first).toBeGreaterThan(4_000);
    // every second that is stored was seen, and every one that was seen is stored: also that of the absence
    await eventually(async () => {
      const { rows } = await world.database.pool.query<{ ms: number }>(
        `SELECT (extract(epoch FROM start) * 1000)::float8 AS ms FROM segment_window
         WHERE level = 1 AND deployment_id = $1 AND segment_id = 'edge-firewall' AND part = 0 AND count > 0
           AND start BETWEEN $2 AND $3`,
        [deploymentId, new Date(first), new Date(last)],
      );
      expect(new Set(rows.map(({ ms }) => ms))).toEqual(seen);
    });
  });

  it("congestion raises an event that blames the hop; a lower PL, set at run time, clears it", async () => {
    await operator.demo.setCongestion({ flow: "transit-s1", on: true });
    const [event] = await until("an event", async () => {
      const open = await operator.events.list({ deploymentId, open: true });
      const found = open.filter((each) => each.kind === "latency");
      return found.length > 0 && found;
    });
    expect(event).toMatchObject({ segmentId: "edge-firewall", hop: "s1" });
    expect(event.evidence.blame?.excessUs).toBeGreaterThan(5_000);
    expect(event.message).toContain("s1");
    // pages learn of it a second later at most
    await until("the verdict", async () => (await segmentOf("edge-firewall"))?.verdict === "violated");

    await operator.deployments.setThresholds({
      id: deploymentId,
      segmentId: "edge-firewall",
      thresholds: {
        plUs: 8_000,
        dlUs: 15_000,
        alarm: { triggerUs: 8_000, resetUs: 6_000, raiseAfter: 2, outOf: 3, clearAfter: 3 },
      },
    });
    await until(
      "the event to close",
      async () => (await operator.events.list({ deploymentId, open: true })).length === 0,
    );
    expect(await operator.deployments.thresholdHistory({ id: deploymentId })).toHaveLength(1);
  });

  it("loses nothing at the end: every window that was made is stored", async () => {
    await world.stopTelemetry();
    const { writer } = (await operator.telemetry.state()) ?? {};
    expect(writer).toMatchObject({ duplicates: 0, dropped: 0, queued: 0, failures: 0 });
    expect(writer?.stored).toBe(writer?.received);
    const { rows } = await world.database.pool.query("SELECT count(*)::int AS n FROM segment_window");
    expect(rows[0].n).toBe(writer?.stored);
  });
});
