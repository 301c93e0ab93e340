import { describe, expect, it } from "vitest";
import { ReportBatch } from "../batch.ts";
import { createCaptureTally, decodeCapture, inferUnits } from "../capture/decodeCapture.ts";
import { encodePcap, encodeUdpFrame } from "../capture/pcapEncode.ts";
import type { DecodedReport } from "../decodeLine.ts";
import { decodeDatagram } from "../decoder.ts";
import { encodeReport } from "../encode/encoder.ts";
import type { ReportInput } from "../encode/input.ts";
import { DEFAULT_OPTIONS, telemetrySettingsSchema } from "../profile/profile.ts";
import { UptimeWatch } from "./uptimeWatch.ts";

const UPTIME_US = 2_900_000;
const TO = { src: "10.0.0.3", dst: "10.0.0.9", srcPort: 1, dstPort: 32_766 };
const STEP_US = 25_000;
const buffer = new Uint8Array(2_048);

type Exporter = Pick<ReportInput, "format"> & { version: "1.0" | "2.1"; timestamp: number };
const EXPORTERS: Record<string, Exporter> = {
  "report 1.0 of a clone": { format: "telemetry-report-1.0", version: "1.0", timestamp: 0 },
  "report 1.0 with a time": { format: "telemetry-report-1.0", version: "1.0", timestamp: 7_000_000 },
  "report 2.0": { format: "telemetry-report-2.0", version: "2.1", timestamp: 0 },
};

/** Report `i` of one every 25 ms, whose sink writes `item`. */
function datagram({ format, version, timestamp }: Exporter, instructions: number, i: number, item: number) {
  const hop = (nodeId: number, hopLatency: number, egressTs: number, stay = hopLatency) => ({
    ...{ nodeId, hopLatency, egressTs, ingressTs: egressTs - stay },
    ...{ ingressPort: 1, egressPort: 2, queueId: 0, queueDepth: 0 },
  });
  const now = UPTIME_US + i * STEP_US;
  const end = encodeReport(buffer, 0, {
    ...{ format, nodeId: 3, sequence: i, timestamp, flags: { tracked: true } },
    flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort: 2 },
    int: {
      ...{ version, instructions, remaining: 3 },
      hops: [hop(1, 234 + (i % 7), 5 * now), hop(2, 483 - (i % 5), 3 * now), hop(3, item, now, 310)],
    },
  });
  return buffer.slice(0, end);
}

/** What `decode` prints of 60 reports, one every 25 ms, whose sinks write what `item` says. */
async function printed(exporter: Exporter, instructions: number, item: (i: number) => number) {
  const frames = Array.from({ length: 60 }, (_, i) => ({
    timeNs: 1_700_000_000_000_000_000n + BigInt(i * STEP_US + (i % 3) * 200) * 1_000n,
    data: encodeUdpFrame(datagram(exporter, instructions, i, item(i)), TO),
  }));
  const file = [encodePcap(frames)];
  const settings = telemetrySettingsSchema.parse({});
  const units = await inferUnits(file, settings);
  const reports: DecodedReport[] = [];
  for await (const line of decodeCapture(file, settings, createCaptureTally(), units))
    if (!("error" in line)) reports.push(line);
  return reports;
}
const sinks = (reports: DecodedReport[]): (number | null)[] => reports.map((r) => r.hops[2].hopLatency);
const told = (reports: DecodedReport[]): number =>
  reports.filter((r) => r.warnings.includes("sink-clone-latency")).length;

const bitmaps = [0xa000, 0xa400, 0xa800, 0xac00, 0xb000, 0xe000, 0xf000, 0xfc00];
const cases = Object.entries(EXPORTERS).flatMap(([name, exporter]) =>
  bitmaps.map((bitmap) => [name, bitmap.toString(16), exporter, bitmap] as const),
);

describe("[T25] a sink's uptime does not pass as its latency", () => {
  it.each(cases)("%s, bitmap 0x%s", async (_, __, exporter, bitmap) => {
    const reports = await printed(exporter, bitmap, (i) => UPTIME_US + i * STEP_US);
    expect(new Set(sinks(reports))).toEqual(new Set([null]));
    expect(told(reports)).toBe(60);
    expect(reports[8].hops[1].hopLatency).toBe(480);
  });

  it.each(Object.entries(EXPORTERS))(
    "%s: a long latency is one, steady, growing or falling",
    async (_, exporter) => {
      const growing = (i: number) => 1_100_000 + 8_000 * i;
      for (const latency of [() => 1_500_000, growing, (i: number) => growing(60 - i)]) {
        const reports = await printed(exporter, 0xa000, latency);
        expect(sinks(reports)).toEqual(Array.from({ length: 60 }, (_, i) => latency(i)));
        expect(told(reports)).toBe(0);
      }
    },
  );

  it("a queue that empties after a burst grows as time passes, and is a latency: it has been small", async () => {
    const burst = (i: number) => 400_000 + STEP_US * (i % 30);
    const reports = await printed(EXPORTERS["report 2.0"], 0xa000, burst);
    expect(told(reports)).toBe(0);
  });

  it("a switch that starts again writes its uptime from its first second on", async () => {
    const restarted = (i: number) => (i < 30 ? UPTIME_US + i * STEP_US : (i - 29) * STEP_US);
    const reports = await printed(EXPORTERS["report 2.0"], 0xa000, restarted);
    expect(told(reports)).toBe(60);
  });

  it("one report is no evidence, and one sink says nothing of another", () => {
    const batch = new ReportBatch();
    const watch = new UptimeWatch();
    const verdicts = Array.from({ length: 8 }, (_, i) => {
      const bytes = datagram(EXPORTERS["report 2.0"], 0xa000, i, UPTIME_US + i * STEP_US);
      batch.clear();
      decodeDatagram(bytes, 0, bytes.length, DEFAULT_OPTIONS, batch);
      const verdict = watch.note(batch, 0, i * STEP_US);
      batch.hopNodeId[2] = 4;
      return [verdict, watch.verdict(batch, 0)];
    });
    expect(verdicts.map(([of]) => of)).toEqual([...Array(4).fill("open"), ...Array(4).fill("uptime")]);
    expect(verdicts.map(([, other]) => other)).toEqual(Array(8).fill(null));
  });

  it("a remembered shape does not hide the uptime of another switch", () => {
    const batch = new ReportBatch();
    const exporter = EXPORTERS["report 1.0 with a time"];
    const latencyOf = (item: number): number | null => {
      const bytes = datagram(exporter, 0xac00, 1, item);
      batch.clear();
      decodeDatagram(bytes, 0, bytes.length, DEFAULT_OPTIONS, batch);
      return batch.hopValid[2] & 0x2000 ? batch.hopLatency[2] : null;
    };
    expect([310, 310, UPTIME_US + STEP_US, 310].map(latencyOf)).toEqual([310, 310, null, 310]);
  });
});
