import { readFileSync } from "node:fs";
import { createRandom } from "../src/core/index.ts";
import { encodeReport } from "../src/telemetry/encode/encoder.ts";
import { encodeIfaPacket } from "../src/telemetry/ifa/ifa.ts";
import {
  DEFAULT_OPTIONS,
  decodeDatagram,
  ExporterMemory,
  OK,
  PathDelays,
  ReportBatch,
  readInBand,
} from "../src/telemetry/index.ts";
import { encodeIoamPacket } from "../src/telemetry/ioam/encode.ts";
import { encodeSflow } from "../src/telemetry/sflow/encode.ts";
import { MAX_BYTES, mutate } from "../testing/telemetry/mutate.ts";

/** Mutations of each kind: the tests of every run look at a million of all kinds together. */
const COUNT = 5_000_000;
/** One in so many is read again from bytes of exactly its length, beyond whose end any read throws. */
const AGAIN_EVERY = 64;
/** Header of a report v1.0, and Ethernet in front of the packet that it holds. */
const TO_PACKET = 16 + 14;

const written = (write: (b: Uint8Array) => number): Uint8Array => {
  const bytes = new Uint8Array(MAX_BYTES);
  return bytes.slice(0, write(bytes));
};
const flow = { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 4_000, dstPort: 53 };
const flow6 = { ...flow, src: "2001:db8::1", dst: "2001:db8::2" };
const HOPS = [1, 2, 3].map((nodeId) => ({ nodeId, ingressPort: 1, egressPort: 2, hopLatency: 500 }));

const ifa = written((b) => encodeIfaPacket(b, 0, flow, { hops: HOPS }));
const ioam = written((b) =>
  encodeIoamPacket(b, 0, flow6, {
    ...{ namespace: 1, type: 0xfa0000 },
    nodes: [1, 2].map((nodeId) => ({
      ...{
        nodeId,
        ingressPort: 1,
        egressPort: 2,
        seconds: 1,
        fraction: 2,
        transitDelayNs: 900,
        queueDepth: 1,
      },
    })),
  }),
);
const int = written((b) =>
  encodeReport(b, 0, {
    ...{ format: "telemetry-report-1.0", nodeId: 3, sequence: 1, flags: { tracked: true }, flow },
    int: { version: "2.1", instructions: 0xe000, remaining: 6, hops: HOPS },
  }),
).slice(TO_PACKET);
const sflow = written((b) =>
  encodeSflow(b, 0, { agent: "10.0.0.1", subAgent: 0, sequence: 1, uptimeMs: 1, samples: [] }),
);
const { goflow2 } = JSON.parse(
  readFileSync(new URL("../src/telemetry/fixtures/formats/readings.json", import.meta.url), "utf8"),
) as { goflow2: { ipfix: { hex: string }[]; sflow: { hex: string } } };
const ofHex = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));

const newMemory = (): ExporterMemory => new ExporterMemory(new PathDelays());

/**
 * Mutations of the formats beside INT reports, many more than a test has time for. A flow exporter keeps its memory
 * from datagram to datagram, as a collector does. Throws at the first one that reads outside or leaves something.
 */
export default async function bench() {
  const rows = [
    run("packets with IFA, IOAM, INT", [ifa, ioam, int], (bytes, at, length, batch) =>
      readInBand(bytes, at, length, DEFAULT_OPTIONS, batch),
    ),
    flowExports(
      "IPFIX",
      goflow2.ipfix.map(({ hex }) => ofHex(hex)),
    ),
    flowExports("sFlow", [ofHex(goflow2.sflow.hex), sflow]),
  ];
  return { name: "mutated formats", rows };
}

type Read = (bytes: Uint8Array, at: number, length: number, batch: ReportBatch) => boolean;

function flowExports(what: string, seeds: readonly Uint8Array[]) {
  let memory = newMemory();
  let left = 1_000;
  return run(what, seeds, (bytes, at, length, batch) => {
    // what a mutation has made it remember decides how the next ones are read, for a while
    if (left-- === 0) {
      memory = newMemory();
      left = 1_000;
    }
    batch.clear();
    const reason = decodeDatagram(bytes, at, length, DEFAULT_OPTIONS, batch, () => memory);
    if (reason !== OK && batch.reports + batch.hops > 0)
      throw new Error(`${what}: refused, and left something`);
    return reason === OK && batch.reports > 0;
  });
}

function run(what: string, fitting: readonly Uint8Array[], read: Read): Record<string, string | number> {
  const seeds = fitting.filter(({ length }) => length <= MAX_BYTES);
  const random = createRandom(20_261_123);
  const space = new Uint8Array(2 * MAX_BYTES);
  const batch = new ReportBatch();
  const [reports, hops] = [batch.reportCapacity, batch.hopCapacity];
  let taken = 0;
  const begin = process.cpuUsage();
  for (let i = 0; i < COUNT; i++) {
    const length = mutate(random, seeds, space);
    if (i % AGAIN_EVERY === 0) read(space.slice(0, length), 0, length, batch);
    if (!read(space, 0, length, batch)) continue;
    taken++;
    if (batch.reports > reports || batch.hops > hops)
      throw new Error(`${what}, mutation ${i}: beyond the batch`);
    for (let r = 0; r < batch.reports; r++)
      if (batch.hopStart[r] + batch.hopCount[r] > batch.hops)
        throw new Error(`${what}, mutation ${i}: a report has foreign hops`);
  }
  const { user } = process.cpuUsage(begin);
  return {
    what,
    mutations: COUNT,
    seeds: seeds.length,
    "read as telemetry": taken,
    "M mutations/s of processor time": Number((COUNT / user).toFixed(2)),
  };
}
