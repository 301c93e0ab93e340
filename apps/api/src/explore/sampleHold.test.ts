import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeSamples, type ReportSample } from "@p4twin/models/telemetry";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSampleHold } from "./sampleHold.ts";

const sample = (atMs: number): ReportSample => ({
  ...{ atMs, exporter: "10.0.0.1", flow: null, dscp: null, segment: null, dropped: false, congested: false },
  hops: [{ nodeId: 1, ingressPort: 1, egressPort: 2, queueId: null, latencyUs: 5, queueDepth: null }],
  ...{ reports: 3, datagramBytes: 4, bytes: Uint8Array.of(1, 2, 3, 4) },
});

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "p4twin-kept-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function holdOf(file: string | null) {
  let hear: (payload: Uint8Array) => void = () => {};
  const warnings: string[] = [];
  const hold = createSampleHold({
    link: {
      on: (_, handler) => {
        hear = (payload) => handler(payload, "p4twin.samples.a");
        return () => {};
      },
    },
    file,
    log: { warn: (_: unknown, text: string) => void warnings.push(text) } as never,
  });
  await hold.start();
  return { hold, hear: (atMs: number) => hear(encodeSamples([sample(atMs)])), warnings };
}
const times = (hold: Awaited<ReturnType<typeof holdOf>>["hold"]): number[] =>
  hold.chunks().flatMap((chunk) => Array.from({ length: chunk.count }, (_, i) => chunk.sample(i).atMs));

describe("kept reports", () => {
  it("outlive an orderly end, in their order and as they were", async () => {
    const file = join(folder, "kept");
    const first = await holdOf(file);
    first.hear(1);
    first.hear(2);
    await first.hold.stop();
    const second = await holdOf(file);
    second.hear(3);
    expect(times(second.hold)).toEqual([1, 2, 3]);
    expect(second.hold.chunks()[0]?.sample(0)).toEqual(sample(1));
    expect([first.warnings, second.warnings]).toEqual([[], []]);
  });

  it("of a file that is torn what is whole counts", async () => {
    const file = join(folder, "torn");
    const first = await holdOf(file);
    first.hear(1);
    first.hear(2);
    await first.hold.stop();
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length - 3));
    expect(times((await holdOf(file)).hold)).toEqual([1]);
  });

  it("a file that cannot be read or written is said and stops nothing", async () => {
    const { hold, hear, warnings } = await holdOf(folder);
    hear(1);
    expect(times(hold)).toEqual([1]);
    await hold.stop();
    expect(warnings).toEqual([
      "the kept reports of before could not be read",
      "the kept reports could not be written: they end with this process",
    ]);
  });

  it("before its start, or without a file, an end writes nothing", async () => {
    const { hold } = await holdOf(null);
    await hold.stop();
    await hold.stop();
  });
});
