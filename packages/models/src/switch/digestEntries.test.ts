import { expect, it } from "vitest";
import { P4Info } from "../p4runtime/index.ts";
import { DigestEntries } from "./digestEntries.ts";
import type { Pipeline } from "./pipeline.ts";

it("4,096 messages wait for their list; further ones are left out", () => {
  const info = P4Info.of({ digests: [{ preamble: { id: 7, name: "learn_t" } }] });
  const digests = new DigestEntries({ info } as Pipeline);
  const config = { maxTimeoutNs: 1_000n, maxListSize: 100_000, ackTimeoutNs: 0n };
  digests.write("INSERT", { digestId: 7, config });
  for (let i = 0; i < 4_200; i++)
    digests.take("learn_t", { data: { kind: "bitstring", value: Uint8Array.of(i >> 8, i) } }, 0);
  expect([...digests.due(2)].map(({ data }) => data.length)).toEqual([4_096]);
});
