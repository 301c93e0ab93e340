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
      expect(decodeWindows(Uint8Array.of(2, ...bytes.subarray(1)))).toBeNull();
      const more = Uint8Array.from(bytes);
      more[1] = (more[1] ?? 0) + 1;
      expect(decodeWindows(more)).toBeNull();
    }),
  );
});
