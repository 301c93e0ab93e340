import fc from "fast-check";
import { expect, test } from "vitest";
import { BitWriter } from "./bits.ts";

test("what was taken stays as it is, whatever is written and taken later, and by whomever", () => {
  const writers = [new BitWriter(), new BitWriter()];
  const packets = fc.array(fc.tuple(fc.nat(1), fc.uint8Array({ maxLength: 3_000, size: "max" })), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(packets, (given) => {
      const taken = given.map(([writer, bytes]) => {
        writers[writer]?.writeBytes(bytes);
        return writers[writer]?.take();
      });
      expect(taken.map((each) => Array.from(each ?? []))).toEqual(
        given.map(([, bytes]) => Array.from(bytes)),
      );
    }),
    { numRuns: 30 },
  );
});
