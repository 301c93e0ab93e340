import fc from "fast-check";
import { expect, it } from "vitest";
import { ReportBatch } from "../batch.ts";
import { decodeDatagram } from "../decoder.ts";
import { encodeReport } from "../encode/encoder.ts";
import { reportAt } from "../json.ts";
import { OK } from "../reasons.ts";
import { decodeKnown } from "./knownShape.ts";
import { compileProfile, DEFAULT_OPTIONS, exporterProfileSchema } from "./profile.ts";

const buffer = new Uint8Array(2048);
const hop = (nodeId: number, at: number) => ({
  nodeId,
  ingressPort: 1,
  egressPort: 2,
  hopLatency: 77,
  queueId: 1,
  queueDepth: 2,
  ingressTs: at,
  egressTs: at + 5,
});

/** A datagram of one of the shapes that are remembered. */
function datagram(
  v20: boolean,
  version: "1.0" | "2.1",
  instructions: number,
  ethernet: boolean,
  proto: number,
) {
  const end = encodeReport(buffer, 0, {
    format: v20 ? "telemetry-report-2.0" : "telemetry-report-1.0",
    nodeId: 9,
    hwId: 3,
    sequence: 70_000,
    timestamp: 5,
    flags: { tracked: true },
    flow: { src: "10.0.0.1", dst: "10.0.0.2", proto, srcPort: 1000, dstPort: 2000 },
    innerLayer: ethernet ? "ethernet" : "ip",
    int: { version, instructions, remaining: 4, hops: [hop(1, 10), hop(2, 4_000_000_000), hop(3, 30)] },
  });
  return buffer.slice(0, end);
}

const outcome = (batch: ReportBatch, bytes: Uint8Array, options = DEFAULT_OPTIONS): object => {
  batch.clear();
  const reason = decodeDatagram(bytes, 0, bytes.length, options, batch);
  const units = reason === OK ? [...batch.units.subarray(0, batch.reports)] : [];
  const identification = [...batch.identification.subarray(0, batch.reports)].map((id, r) =>
    batch.has[r] & 32 ? id : null,
  );
  return {
    reason,
    units,
    identification,
    reports: Array.from({ length: batch.reports }, (_, r) => reportAt(batch, r)),
  };
};

const shape = fc.tuple(
  fc.boolean(),
  fc.constantFrom<"1.0" | "2.1">("1.0", "2.1"),
  fc.nat(63).map((bits) => (bits << 10) | 0x8000),
  fc.boolean(),
  fc.constantFrom(6, 17),
);
const edits = fc.array(fc.tuple(fc.nat(400), fc.oneof(fc.nat(255), fc.constantFrom(0, 0xff))), {
  maxLength: 6,
});

it("[T21] a datagram reads the same whether its shape is remembered or not, whatever its bytes are", () => {
  const us = compileProfile(exporterProfileSchema.parse({ dialect: "bmv2" }));
  fc.assert(
    fc.property(shape, edits, fc.boolean(), (of, changes, otherOptions) => {
      const warm = new ReportBatch(64, 2200);
      const bytes = datagram(...of);
      const learned = outcome(warm, bytes);
      expect(outcome(warm, bytes)).toEqual(learned);
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      const options = otherOptions ? us : DEFAULT_OPTIONS;
      expect(outcome(warm, bytes, options)).toEqual(outcome(new ReportBatch(64, 2200), bytes, options));
    }),
    { numRuns: 3000 },
  );
});

/** A report without its time, of the sink itself: what its clone may have written is looked at. */
const ofSink = fc.record({
  timestamp: fc.constantFrom(0, 5, 0xffffffff),
  latency: fc.constantFrom(77, 99_999, 100_000, 999_999, 1_000_000, 8_422_467, 0xffffffff),
  ingressTs: fc.constantFrom(0, 30, 8_422_400),
  egressTs: fc.constantFrom(0, 107, 8_422_467),
  instructions: fc.constantFrom(0x8000, 0xa000, 0xa800, 0xa400, 0xac00, 0xfc00),
});

type SinkReport = typeof ofSink extends fc.Arbitrary<infer T> ? T : never;

it("[T21] a sink whose report has lost its time reads the same by a remembered shape", () => {
  const report = ({ timestamp, instructions, latency, ...times }: SinkReport): Uint8Array => {
    const sink = { ...hop(9, 0), ...times, hopLatency: latency };
    const end = encodeReport(buffer, 0, {
      ...{ format: "telemetry-report-1.0", nodeId: 9, sequence: 1, timestamp, flags: { tracked: true } },
      flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1000, dstPort: 2000 },
      int: { version: "1.0", instructions, remaining: 4, hops: [hop(1, 10), sink] },
    });
    return buffer.slice(0, end);
  };
  fc.assert(
    fc.property(ofSink, ofSink, (first, { instructions: _, ...second }) => {
      const warm = new ReportBatch(64, 2200);
      outcome(warm, report(first));
      const bytes = report({ ...second, instructions: first.instructions });
      expect(outcome(warm, bytes)).toEqual(outcome(new ReportBatch(64, 2200), bytes));
    }),
    { numRuns: 1000 },
  );
});

it("[T21] a report without its time is read by a remembered shape where nothing in it may be of a clone", () => {
  const warm = new ReportBatch();
  const bytes = datagram(false, "1.0", 0xec00, true, 17);
  bytes.fill(0, 12, 16);
  outcome(warm, bytes);
  const known = warm.shapes.find((each) => each?.length === bytes.length);
  if (!known) throw new Error("its shape is not remembered");
  expect(decodeKnown(warm.viewOf(bytes), 0, known, warm)).toBe(true);
});

it("[T21] items that are all ones are absent in a remembered shape, too", () => {
  const warm = new ReportBatch();
  const bytes = datagram(false, "1.0", 0xfc00, true, 17);
  outcome(warm, bytes);
  expect(warm.shapes.some((known) => known?.length === bytes.length)).toBe(true);
  for (let at = 70; at + 4 <= bytes.length; at += 4) {
    const absent = bytes.slice();
    absent.fill(0xff, at, at + 4);
    expect(outcome(warm, absent)).toEqual(outcome(new ReportBatch(), absent));
  }
});

it("[T21] what stands behind the remembered report is read each time", () => {
  const first = datagram(true, "2.1", 0xfc00, true, 17);
  const words = (first.length - 12 + 3) >> 2;
  const bytes = new Uint8Array(12 + 4 * words + 8);
  bytes.set(first);
  bytes[9] = words;
  // an individual report of a type that is passed over, of one word
  bytes.set([0x70, 1, 0, 0], 12 + 4 * words);
  const warm = new ReportBatch();
  expect(outcome(warm, bytes)).toEqual(outcome(new ReportBatch(), bytes));
  // now it runs beyond the datagram
  bytes[12 + 4 * words + 1] = 9;
  expect(outcome(warm, bytes)).toEqual(outcome(new ReportBatch(), bytes));
});
