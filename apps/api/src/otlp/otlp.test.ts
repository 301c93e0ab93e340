import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Histogram, noCounts } from "@p4twin/models/telemetry";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterEach, describe, expect, it } from "vitest";
import { createBus } from "../bus/bus.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import { metricsBody, type Names } from "./body.ts";
import { createOtlpExporter } from "./exporter.ts";
import { registerSegmentMetrics } from "./metrics.ts";
import { createSeriesSums } from "./series.ts";
import { otlpHeaders, otlpSettings } from "./settings.ts";

const NOW_MS = 1_795_421_940_000;
const clock = () => new Date(NOW_MS);
const log = pino({ level: "silent" });
const names: Names = new Map([["d", { name: "Web edge", segments: new Map([["s", "Firewall"]]) }]]);

function row(over: Partial<WindowRow>, us: readonly number[] = [100, 200, 300]): WindowRow {
  const histogram = new Histogram();
  for (const value of us) histogram.record(value);
  return {
    ...noCounts(),
    ...{ deploymentId: "d", segmentId: "s", part: 0, partLabel: null, collectorId: "c", sequence: 0 },
    ...{
      startMs: NOW_MS - 1_000,
      lengthS: 1,
      count: us.length,
      sumUs: histogram.sumUs,
      minUs: histogram.minUs,
    },
    ...{ maxUs: histogram.maxUs, abovePl: 2, aboveDl: 1, dropped: 4, sequenceGaps: 0 },
    histogram: us.length > 0 ? histogram.encode() : null,
    ...over,
  };
}

async function summing(...messages: WindowRow[][]) {
  const bus = createBus();
  const sums = createSeriesSums({ bus, clock });
  await sums.start();
  for (const rows of messages) bus.windows.publish(rows);
  return { bus, sums };
}

/** A receiver that gives these answers in turn, the last one from then on. */
async function receiver(answers: readonly { status: number; body?: string; retryAfter?: string }[]) {
  const bodies: string[] = [];
  const types: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", () => {
      const answer = answers[Math.min(bodies.length, answers.length - 1)];
      bodies.push(text);
      types.push(`${request.url} ${request.headers["content-type"]} ${request.headers.authorization}`);
      response.writeHead(answer.status, answer.retryAfter ? { "retry-after": answer.retryAfter } : {});
      response.end(answer.body ?? "{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  closing.push(() => server.close());
  return { bodies, types, url: `http://127.0.0.1:${port}/v1/metrics` };
}
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function exporting(url: string) {
  const { bus, sums } = await summing([row({})]);
  const config = { url, headers: { authorization: "Bearer t" }, everyMs: 3_600_000 };
  const exporter = createOtlpExporter(config, {
    ...{ sums, names: async () => names, instance: "host", clock, log, fetch: globalThis.fetch },
  });
  return { bus, exporter };
}

describe("the body", () => {
  it("has latencies of segments and elements in seconds, cumulative, and counters in packets", async () => {
    const { sums } = await summing([row({}), row({ part: 1, partLabel: "s1" })], [row({}, [50, 60])]);
    const body = JSON.parse(JSON.stringify(metricsBody(sums.list(), names, "host", NOW_MS)));
    const [latency, element, dropped] = body.resourceMetrics[0].scopeMetrics[0].metrics;
    expect(latency).toMatchObject({ name: "p4twin.segment.latency", unit: "s" });
    expect(latency.exponentialHistogram.aggregationTemporality).toBe(2);
    const [point] = latency.exponentialHistogram.dataPoints;
    expect(point).toMatchObject({ count: "5", scale: 5, min: 50e-6, max: 300e-6, zeroCount: "0" });
    expect(point.sum).toBeCloseTo(710e-6, 12);
    expect(point.positive.bucketCounts.reduce((n: number, text: string) => n + Number(text), 0)).toBe(5);
    expect(point.attributes).toEqual(
      ["p4twin.deployment.id", "p4twin.deployment.name", "p4twin.segment.id", "p4twin.segment.name"].map(
        (key, i) => ({
          key,
          value: { stringValue: ["d", "Web edge", "s", "Firewall"][i] },
        }),
      ),
    );
    expect(element.exponentialHistogram.dataPoints[0].attributes.at(-1)).toEqual({
      key: "p4twin.element",
      value: { stringValue: "s1" },
    });
    expect(dropped.sum).toMatchObject({ isMonotonic: true, dataPoints: [{ asInt: "8" }] });
  });

  it("is what opentelemetry-proto of PyPI reads (left out where Python lacks it)", async () => {
    const { sums } = await summing([row({}), row({ part: 1, partLabel: "s1" })]);
    const program = `import sys
from google.protobuf import json_format
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest as R
r = json_format.Parse(sys.stdin.read(), R())
p = r.resource_metrics[0].scope_metrics[0].metrics[0].exponential_histogram
d = p.data_points[0]
print(p.aggregation_temporality, d.count, d.scale, sum(d.positive.bucket_counts), d.time_unix_nano, len(r.SerializeToString()) > 300)`;
    const input = JSON.stringify(metricsBody(sums.list(), names, "host", NOW_MS));
    const ran = spawnSync("python3", ["-c", program], { input, encoding: "utf8" });
    if (ran.status !== 0 && /ModuleNotFoundError|ENOENT/.test(`${ran.stderr}${ran.error}`)) {
      console.warn("not run: pip install opentelemetry-proto, and this is held against its classes");
      return;
    }
    expect([ran.stderr, ran.stdout.trim()]).toEqual(["", `2 3 5 3 ${NOW_MS}000000 True`]);
  });

  it("windows that are filled into the past are not of now, and deployments that are gone are forgotten", async () => {
    const { sums } = await summing([row({ startMs: NOW_MS - 120_000 })], [row({ segmentId: "t" })]);
    expect(sums.list().map(({ segmentId }) => segmentId)).toEqual(["t"]);
    sums.keep(new Set());
    expect(sums.list()).toEqual([]);
  });
});

describe("the export", () => {
  it("is tried again after an answer that asks for it, with all that was summed since", async () => {
    const { bodies, types, url } = await receiver([{ status: 503 }, { status: 200 }]);
    const { exporter } = await exporting(url);
    await exporter.flush();
    expect(bodies).toHaveLength(2);
    expect(types[0]).toBe("/v1/metrics application/json Bearer t");
    expect(exporter.counters()).toMatchObject({ sent: 1, retried: 1, failed: 0, points: 1 });
  });

  it("gives up on an answer that no retry mends, and sends the sums again at the next interval", async () => {
    const { bodies, url } = await receiver([{ status: 400, body: "bad" }, { status: 200 }]);
    const { bus, exporter } = await exporting(url);
    await exporter.flush();
    expect(exporter.counters()).toMatchObject({ sent: 0, retried: 0, failed: 1 });
    bus.windows.publish([row({}, [1])]);
    await exporter.flush();
    expect(exporter.counters()).toMatchObject({ sent: 1, failed: 1 });
    expect(bodies[1]).toContain('"count":"4"');
  });

  it("counts points that the receiver rejects in a request that it takes", async () => {
    const body = JSON.stringify({ partialSuccess: { rejectedDataPoints: "2", errorMessage: "too old" } });
    const { url } = await receiver([{ status: 200, body }]);
    const { exporter } = await exporting(url);
    await exporter.flush();
    expect(exporter.counters()).toMatchObject({ sent: 1, rejectedPoints: 2 });
  });

  it("is configured by the variables of OpenTelemetry", () => {
    expect(otlpHeaders("api-key=a%2Cb, x=1=2")).toEqual({ "api-key": "a,b", x: "1=2" });
    for (const bad of ["novalue", "sp ace=1", "x=%zz"]) expect(otlpHeaders(bad)).toBeNull();
    const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://h:4318/", OTEL_METRIC_EXPORT_INTERVAL: 5_000 };
    expect(otlpSettings(variables)).toEqual({ url: "http://h:4318/v1/metrics", headers: {}, everyMs: 5_000 });
    expect(otlpSettings({ OTEL_METRIC_EXPORT_INTERVAL: 1 })).toBeNull();
  });
});

it("segments stand in /metrics as a classic histogram whose buckets only grow", async () => {
  const registry = new Registry();
  const { sums } = await summing([row({}, [3, 150, 150, 90_000])]);
  registerSegmentMetrics(registry, sums, () => names);
  const text = await registry.metrics();
  const buckets = new Map(
    [...text.matchAll(/^p4twin_segment_latency_seconds_bucket\{(.*)\} (\d+)$/gm)].map(([, labels, count]) => {
      expect(labels).toContain('deployment="Web edge"');
      return [/le="([^"]*)"/.exec(labels)?.[1], Number(count)];
    }),
  );
  expect(["0.000001", "0.000005", "0.0002", "0.1", "+Inf"].map((le) => buckets.get(le))).toEqual([
    0, 1, 3, 4, 4,
  ]);
  expect(text).toContain('p4twin_segment_latency_seconds_count{deployment="Web edge",segment="Firewall"} 4');
  expect(text).toContain('p4twin_segment_dropped_packets_total{deployment="Web edge",segment="Firewall"} 4');
});
