import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { MAX_BYTES, mutate } from "../../testing/telemetry/mutate.ts";
import { createRandom } from "../core/index.ts";
import { ReportBatch } from "./batch.ts";
import { countDatagram, createDecodeCounters, decodeDatagram } from "./decoder.ts";
import { DIALECT_IDS } from "./dialects/dialects.ts";
import { encodeAs } from "./dialects/encodeAs.ts";
import { Matcher } from "./match/match.ts";
import { compileProfile, DEFAULT_OPTIONS, exporterProfileSchema } from "./profile/profile.ts";
import { BATCH_FULL, OK, REASONS } from "./reasons.ts";
import { SequenceTracker } from "./report/sequence.ts";
import { WindowAccumulator } from "./window/window.ts";

/** `P4TWIN_FUZZ_DATAGRAMS=10000000 vitest run src/telemetry/fuzz` is the long run. */
const COUNT = Number(process.env.P4TWIN_FUZZ_DATAGRAMS ?? 250_000);

type Vector = { hex?: string };
const seeds = readdirSync(new URL("./fixtures/", import.meta.url))
  .filter((name) => name.endsWith(".json"))
  .flatMap(
    (name) => JSON.parse(readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8")) as Vector[],
  )
  .flatMap(({ hex }) => (hex ? [new Uint8Array(Buffer.from(hex, "hex"))] : []))
  .filter((bytes) => bytes.length > 0 && bytes.length <= MAX_BYTES);
/** Datagrams of real switches, whose deviations have ways of their own: the first ones of each capture. */
const OF_SWITCHES = 4;
/** Headers of a pcap file, of its records, and Ethernet, IPv4 without options and UDP in front of a payload. */
const [FILE_BYTES, RECORD_BYTES, FRAME_BYTES] = [24, 16, 42];
const switches = new URL("./fixtures/switches/", import.meta.url);
for (const name of readdirSync(switches)) {
  const file = new Uint8Array(readFileSync(new URL(name, switches)));
  const view = new DataView(file.buffer);
  for (let n = 0, at = FILE_BYTES; n < OF_SWITCHES; n++) {
    const bytes = view.getUint32(at + 8, true);
    at += RECORD_BYTES + bytes;
    seeds.push(file.slice(at - bytes + FRAME_BYTES, at));
  }
}
/** IPFIX and sFlow, which go from datagram to datagram by what their exporter said before. */
const { goflow2 } = JSON.parse(
  readFileSync(new URL("./fixtures/formats/readings.json", import.meta.url), "utf8"),
) as { goflow2: { ipfix: { hex: string }[]; sflow: { hex: string } } };
for (const { hex } of [...goflow2.ipfix, goflow2.sflow]) seeds.push(new Uint8Array(Buffer.from(hex, "hex")));
const encoded = new Uint8Array(MAX_BYTES);
for (const dialect of DIALECT_IDS) {
  const end = encodeAs(dialect, encoded, 0, {
    format: "telemetry-report-2.0",
    nodeId: 1,
    sequence: 1,
    flags: { tracked: true },
    flow: {
      ...(dialect === "ioam-linux"
        ? { src: "2001:db8::1", dst: "2001:db8::2" }
        : { src: "10.0.0.1", dst: "10.0.0.2" }),
      ...{ proto: 6, srcPort: 1, dstPort: 2 },
    },
    int: { version: "2.1", instructions: 0xfc00, remaining: 3, hops: [{ nodeId: 1 }, { nodeId: 2 }] },
    queue: { virtualMs: 1, realMs: 2, drops: 3 },
    tcpInt: {
      tag: 1,
      forward: { linkGbps: 10, available: 3, queueBytes: null, hopTtl: 61, latencyNs: 512 },
      echo: { linkGbps: 10, available: null, queueBytes: 8192, hop: 1, latencyNs: 256 },
    },
  });
  seeds.push(encoded.slice(0, end));
}
/** Every dialect, and frames that a capture tool cut. */
const options = DIALECT_IDS.map((dialect) => compileProfile(exporterProfileSchema.parse({ dialect })));
options.push({ ...options[0], isCut: true });
it(`[T5] ${COUNT.toLocaleString("en-US")} mutated datagrams: none crashes, none reads outside, received = decoded + undecodable`, () => {
  const random = createRandom(20_261_121);
  const batch = new ReportBatch();
  const again = new ReportBatch();
  const counters = createDecodeCounters();
  const sequences = new SequenceTracker();
  const windows = new WindowAccumulator();
  const matcher = new Matcher([
    { id: "any", flows: [{}], from: { nodeId: 1 }, to: { nodeId: 2 }, plUs: 1, dlUs: 2 },
    { id: "all", flows: [], from: { nodeId: 0 }, to: { nodeId: 3 }, plUs: 1, dlUs: 2 },
  ]);
  windows.advance(0, () => {});
  const space = new Uint8Array(2 * MAX_BYTES);
  for (let i = 0; i < COUNT; i++) {
    const length = mutate(random, seeds, space);
    const option = options[random.integer(options.length)];
    batch.clear();
    const reason = decodeDatagram(space, 0, length, option, batch);
    if (reason === BATCH_FULL) throw new Error(`mutation ${i}: a cleared batch was full`);
    countDatagram(counters, reason, batch.reports, batch.hops);
    if (reason !== OK && batch.reports + batch.hops > 0)
      throw new Error(`mutation ${i}: refused, and left something`);
    if (batch.reports > 0) sequences.track(batch, 0);
    for (let r = 0; r < batch.reports; r++) {
      if (batch.hopStart[r] + batch.hopCount[r] > batch.hops)
        throw new Error(`mutation ${i}: a report has foreign hops`);
      matcher.match(batch, r);
      for (let s = 0; s < matcher.sampleCount; s++)
        if (matcher.sampleUs[s] < 0) throw new Error(`mutation ${i}: a negative latency`);
      windows.recordAll(matcher.sampleSeries, matcher.sampleUs, matcher.sampleCount);
    }
    // exactly as long as the datagram, a read beyond its end throws
    if (i % 16 === 0) {
      again.clear();
      expect(decodeDatagram(space.slice(0, length), 0, length, option, again)).toBe(reason);
      expect([again.reports, again.hops]).toEqual([batch.reports, batch.hops]);
    }
  }
  expect(counters.received).toBe(COUNT);
  expect(counters.decoded + counters.undecodable).toBe(COUNT);
  expect(counters.byReason.reduce((a, b) => a + b)).toBe(COUNT);
  expect(counters.decoded).toBeGreaterThan(COUNT / 20);
  expect(counters.undecodable).toBeGreaterThan(COUNT / 20);
}, 3_600_000);

it("[T5] of 300,000 random datagrams hardly any reads as a report", () => {
  const random = createRandom(29);
  const batch = new ReportBatch();
  const bytes = new Uint8Array(320);
  let read = 0;
  for (let n = 0; n < 300_000; n++) {
    for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(random.next() * 256);
    batch.clear();
    const length = 8 + Math.floor(random.next() * 300);
    if (decodeDatagram(bytes, 0, length, DEFAULT_OPTIONS, batch) === OK) read++;
  }
  // those that remain name a flow, by bytes that look like an IP header
  expect(read / 300_000).toBeLessThan(1 / 4_000);
});

it.each([
  [
    "v0.5, reserved bits",
    "01e1c700b27a1b3714c4ef51e204cf84abaf3deeafabd4229f1f8343471b6d2e",
    "report-reserved",
  ],
  [
    "v0.5, a frame that is no IP packet",
    "0160000000000001000000090000000a00010002000000000000000000000000",
    "ok",
  ],
  [
    "v1.0, reserved bits",
    "171c18b89a9acec8d43d27685ab9227c1e77344ad57b2d5ebecca3db24e9bfe4",
    "report-reserved",
  ],
  ["v2.0, reserved bits", "200000010000000310020007000000000000000000000000", "report-reserved"],
])("%s", (_, hex, code) => {
  const bytes = new Uint8Array(Buffer.from(hex.padEnd(120, "0"), "hex"));
  const at = hex.startsWith("2") ? 20 : bytes.length;
  expect(REASONS[decodeDatagram(bytes, 0, at, DEFAULT_OPTIONS, new ReportBatch())].code).toBe(code);
});
