import { describe, expect, it } from "vitest";
import { sizeRegisters, timestampWrapUs, tofinoMemory } from "./sizeRegisters.ts";

describe("register sizing [paolucci-sizing]", () => {
  const demand = { gbps: 10, packetBytes: 500, vnfBoundUs: 20_000, timestampBits: 48, arrays: 1 } as const;

  it("[C27] 10 Gb/s of 500 B, 20 ms, 48 bit: 2.5 Mpps, 50,000 entries, 2.4 Mbit, 300 kB (Q13)", () => {
    expect(sizeRegisters(demand, tofinoMemory)).toMatchObject({
      pps: 2.5e6,
      entries: 50_000,
      bits: 2.4e6,
      bytes: 300_000,
    });
  });

  // percent of SRAM, and of SRAM with TCAM
  it.each([
    [1, 48, 1.91, 1.81],
    [2, 48, 3.81, 3.63],
    [1, 64, 2.54, 2.42],
    [1, 32, 1.27, 1.21],
  ] as const)(
    "[C27] %s arrays of %s bit take %s % of the SRAM, %s % with the TCAM",
    (arrays, timestampBits, sram, both) => {
      const { shareOfSram, shareOfSramAndTcam } = sizeRegisters(
        { ...demand, arrays, timestampBits },
        tofinoMemory,
      );
      expect(Math.abs(shareOfSram * 100 - sram)).toBeLessThan(0.006);
      expect(Math.abs(shareOfSramAndTcam * 100 - both)).toBeLessThan(0.006);
    },
  );

  it("[C27] 32 bit of nanoseconds wrap after 4.29 s, far above the bound", () => {
    expect(timestampWrapUs(32, 1) / 1e6).toBeCloseTo(4.29, 2);
  });
});
