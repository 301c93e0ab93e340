import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeWindows, encodeWindows } from "./windowCodec.ts";
import type { WindowRow } from "./windowRow.ts";

const count = fc.nat();
const latency = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }));
const row: fc.Arbitrary<WindowRow> = fc.record({
  deploymentId: fc.uuid(),
  segmentId: fc.string({ unit: "grapheme" }),
  part: fc.nat(255),
  partLabel: fc.option(fc.string()),
  startMs: fc.nat(4e12),
  lengthS: fc.constant(1),
  count,
  sumUs: fc.double({ noNaN: true }),
  minUs: latency,
  maxUs: latency,
  histogram: fc.option(fc.uint8Array({ maxLength: 50 })),
  abovePl: count,
  aboveDl: count,
  dropped: count,
  sequenceGaps: fc.integer(),
  congested: count,
  queueDepthMs: fc.double({ noNaN: true, min: 0 }),
  queueMs: fc.double({ noNaN: true, min: 0 }),
  queueMax: count,
  utilisation: count,
  utilisationCount: count,
  sampleOneIn: count,
  collectorId: fc.constantFrom("c0", "c1"),
  sequence: fc.maxSafeNat(),
});

it("says what it was told", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
      expect(decodeWindows(encodeWindows(rows))).toEqual(rows);
    }),
  );
});

it("knows a message that is torn, too long, changed in its lengths, or of another version", () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 3 }), fc.nat(), (rows, cut) => {
      const bytes = encodeWindows(rows);
      expect(decodeWindows(bytes.subarray(0, cut % bytes.length))).toBeNull();
      expect(decodeWindows(Uint8Array.of(...bytes, 0))).toBeNull();
      expect(decodeWindows(Uint8Array.of(3, ...bytes.subarray(1)))).toBeNull();
      const more = Uint8Array.from(bytes);
      more[1] = (more[1] ?? 0) + 1;
      expect(decodeWindows(more)).toBeNull();
    }),
  );
});

it("reads windows of the version before, which say nothing of queues", () => {
  // version 1: one row, two texts, the columns of then
  const bytes = Buffer.alloc(200);
  const texts = ["019a0000-0000-7000-8000-000000000000", "s", "c"];
  bytes.writeUInt8(1, 0);
  bytes.writeUInt32LE(1, 1);
  bytes.writeUInt32LE(texts.length, 5);
  let at = 9;
  for (const text of texts) {
    at = bytes.writeUInt32LE(text.length, at);
    at += bytes.write(text, at);
  }
  // deployment, segment, no label, collector; part
  for (const n of [0, 1, 0xffff, 2, 0]) at = bytes.writeUInt16LE(n, at);
  const numbers = [1_700_000_000_000, 1, 10, 100, 5, 20, 1, 0, 0, -1, 7];
  for (const n of numbers) at = bytes.writeDoubleLE(n, at);
  at = bytes.writeUInt32LE(0xffff_ffff, at);
  expect(decodeWindows(bytes.subarray(0, at))).toMatchObject([
    {
      ...{ segmentId: "s", collectorId: "c", count: 10, sumUs: 100, minUs: 5, maxUs: 20, abovePl: 1 },
      ...{ sequenceGaps: -1, sequence: 7, queueMs: 0, queueMax: 0, sampleOneIn: 0, histogram: null },
    },
  ]);
});
