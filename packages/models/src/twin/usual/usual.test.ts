import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CaptureUnits,
  createFrameTally,
  DEFAULT_OPTIONS,
  decodeDatagram,
  hopLatencyUs,
  ReportBatch,
  readDatagrams,
} from "../../telemetry/index.ts";
import { blame, type ElementReading } from "../blame.ts";
import { robust } from "./robust.ts";
import { UsualLatency } from "./usualLatency.ts";

const HOUR_MS = 3_600_000;
const WINDOW_MS = 100;

type Window = { atMs: number; us: number[] };

/** Mean latency of each hop in windows of a capture of real switches, in microseconds. */
async function windowsOf(name: string, port: number): Promise<Window[]> {
  const file = readFileSync(new URL(`../../telemetry/fixtures/switches/${name}.pcap`, import.meta.url));
  const batch = new ReportBatch();
  const units = new CaptureUnits();
  const rows: { atMs: number; written: number[] }[] = [];
  for await (const d of readDatagrams([file], new Set([port]), createFrameTally())) {
    batch.clear();
    decodeDatagram(d.data, d.payloadAt, d.payloadBytes, DEFAULT_OPTIONS, batch);
    units.note(batch, d.address, d.timeNs);
    const written = Array.from({ length: batch.hopCount[0] }, (_, h) =>
      hopLatencyUs(batch, h, { timestampUs: 1, latencyUs: 1 }, 0),
    );
    rows.push({ atMs: Number((d.timeNs ?? 0n) / 1_000_000n), written });
  }
  const of = units.list();
  const windows = new Map<number, { count: number; sums: number[] }>();
  for (const { atMs, written } of rows) {
    const start = Math.floor(atMs / WINDOW_MS) * WINDOW_MS;
    const window = windows.get(start) ?? { count: 0, sums: written.map(() => 0) };
    windows.set(start, window);
    window.count++;
    written.forEach((value, h) => {
      // a sink's uptime is absent: its latency is egress minus ingress, in the unit of its timestamps
      const isItem = of[h].seen.latencies > 0;
      const unit = isItem ? of[h].latency : of[h].timestamp;
      window.sums[h] += unit === "us" ? value : value / 1000;
    });
  }
  return [...windows].map(([atMs, { count, sums }]) => ({ atMs, us: sums.map((sum) => sum / count) }));
}

const CAPTURES = [
  ["geant10-calm", 6000],
  ["baru-calm", 9555],
  ["onos-calm", 54321],
  ["bmv2-int21-report", 1234],
] as const;

/** What is blamed in the last three windows after all before them were learnt; `change` is what went wrong there. */
function blamedIn(windows: readonly Window[], change: (us: number, hop: number) => number) {
  const usual = windows[0].us.map(() => new UsualLatency());
  for (const { atMs, us } of windows.slice(0, -3))
    for (const [h, value] of us.entries()) usual[h].note(atMs, value);
  const last = windows.slice(-3);
  const elements = usual.map((one, h): ElementReading => {
    const known = one.at(last[0].atMs);
    const meanUs = last.reduce((sum, { us }) => sum + change(us[h], h), 0) / last.length;
    return {
      ...{ label: `hop ${h}`, kind: "switch", meanUs },
      ...{ usualUs: known?.us ?? null, usualSpreadUs: known?.spreadUs ?? null },
    };
  });
  return blame(elements);
}

describe("[T21] [T8] a culprit without a model, in captures of real switches", () => {
  it.each(CAPTURES)(
    "%s: each hop that becomes slow is named with its share, within seconds",
    async (name, port) => {
      const windows = await windowsOf(name, port);
      for (const slow of [0, 1, 2]) {
        const found = blamedIn(windows, (us, hop) => (hop === slow ? us + 20_000 : us));
        expect(found).toMatchObject({ index: slow });
        expect(found?.shareOfExcess).toBeGreaterThan(0.9);
      }
    },
  );

  it.each(CAPTURES)(
    "%s: slow from the first window on, the hop that holds the time is named",
    async (name, port) => {
      const windows = await windowsOf(name, port);
      const readings = windows[3].us.map(
        (us, h): ElementReading => ({
          ...{ label: `s${h + 1}`, kind: "switch", usualUs: null, meanUs: h === 1 ? us + 559_000 : us },
        }),
      );
      const found = blame(readings);
      expect(found).toMatchObject({ label: "s2", usualUs: null });
      expect(found?.shareOfExcess).toBeGreaterThan(0.99);
    },
  );

  it("geant04-congested, whose second switch queues: it is named, and the sink, which tells no time, is not", async () => {
    const windows = await windowsOf("geant04-congested", 5500);
    const last = windows[windows.length - 1].us;
    expect(last[2]).toBeNaN();
    const readings = last
      .slice(0, 2)
      .map((meanUs, h): ElementReading => ({ label: `s${h + 1}`, kind: "switch", usualUs: null, meanUs }));
    expect(blame(readings)).toMatchObject({ label: "s2" });
  });

  it.each(CAPTURES)("%s: where nothing changed nothing is named", async (name, port) => {
    const windows = await windowsOf(name, port);
    // the windows that were learnt, met once more
    const again = [...windows, ...windows.slice(4, 7).map((w) => ({ ...w, atMs: w.atMs + 10_000 }))];
    const found = blamedIn(again, (us) => us);
    expect(found === null || found.excessUs < 5_000).toBe(true);
  });
});

describe("[T21] what is usual", () => {
  it("is unknown until five windows, then the median of the last two minutes", () => {
    const usual = new UsualLatency();
    for (const us of [10, 11, 9, 10]) usual.note(0, us);
    expect(usual.at(0)).toBeNull();
    usual.note(0, 5_000);
    expect(usual.at(0)).toMatchObject({ us: 10, basis: "recent" });
  });

  it("follows the hour of the day once that hour was met for half an hour", () => {
    const usual = new UsualLatency();
    const day = (n: number): void => {
      for (let s = 0; s < 24 * 3600; s += 10)
        usual.note(1000 * s + n * 24 * HOUR_MS, Math.floor(s / 3600) === 9 ? 900 : 100);
    };
    for (let n = 0; n < 6; n++) day(n);
    const at = (hour: number) => usual.at(6 * 24 * HOUR_MS + hour * HOUR_MS);
    // nine in the morning is slow every day, and no anomaly
    expect(at(9)).toMatchObject({ us: 900, basis: "hour" });
    expect(at(3)).toMatchObject({ us: 100, basis: "hour" });
  });

  it("is not moved by odd windows, as long as they are fewer than half", () => {
    const calm = fc.array(fc.double({ min: 90, max: 110, noNaN: true }), { minLength: 40, maxLength: 60 });
    const odd = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { maxLength: 19 });
    fc.assert(
      fc.property(calm, odd, (some, few) => {
        const found = robust(Float64Array.from([...some, ...few]));
        expect(found?.median).toBeGreaterThanOrEqual(90);
        expect(found?.median).toBeLessThanOrEqual(110);
      }),
      { numRuns: 50 },
    );
    expect(robust(new Float64Array(0))).toBeNull();
    expect(robust(Float64Array.of(1, 2, 3, 4, 100))).toEqual({ median: 3, spread: 1.4826 });
  });
});
