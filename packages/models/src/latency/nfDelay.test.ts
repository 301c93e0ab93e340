import { describe, expect, it } from "vitest";
import { constructCount } from "../device/index.ts";
import { chainDelays, device, nfDelays, tableDevices } from "./fixtures/tables.ts";
import { baseDelayUs, nfDelayUs } from "./nfDelay.ts";

const cells = nfDelays.flatMap(({ nf, f, externs, cells }) =>
  tableDevices.map((id, i) => ({
    nf,
    id,
    load: { features: f, externs },
    delta: cells[i]![0],
    total: cells[i]![1],
  })),
);

describe("delay of a network function", () => {
  it.each(cells)("[L14] $nf on $id: $delta, with the base $total", ({ id, load, delta, total }) => {
    const delayUs = nfDelayUs(load, device(id));
    expect(delayUs).toBeCloseTo(delta, 9);
    expect(baseDelayUs(device(id))! + delayUs!).toBeCloseTo(total, 9);
  });

  it("[L14] the table has 28 cells", () => {
    expect(cells).toHaveLength(28);
  });

  it.each(nfDelays)("[L14] $nf has $size constructs (raw counts)", ({ f, size }) => {
    expect(constructCount(f)).toBe(size);
  });

  it.each(chainDelays)("[L14] chain $chain on one device of each type", ({ chain, totals }) => {
    const totalsUs = tableDevices.map((id) =>
      chain.reduce(
        (sum, name) => {
          const row = nfDelays.find((r) => r.nf === name)!;
          return sum + nfDelayUs({ features: row.f, externs: row.externs }, device(id))!;
        },
        baseDelayUs(device(id))!,
      ),
    );
    totals.forEach((total, i) => {
      expect(totalsUs[i]).toBeCloseTo(total, 9);
    });
  });

  it("[L14] unknown externs have no delay rather than none", () => {
    expect(nfDelayUs({ features: nfDelays[0].f, externs: ["aes"] }, device("npu"))).toBeNull();
  });
});
