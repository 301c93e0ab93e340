import { readFileSync } from "node:fs";
import { createFrameTally, encodeUdpFrame, parseIp, readDatagrams } from "@p4twin/models/telemetry";
import { describe, expect, it } from "vitest";
import { checksumDrops } from "./checksumDrops.ts";
import { createFrameSorter } from "./sortFrame.ts";

const PORT = 32_766;
const OWN = parseIp("10.0.0.9")?.words[0];
const sorter = () => createFrameSorter([PORT], (address) => address === OWN);
const TO = { src: "10.0.0.1", dst: "10.0.0.9", srcPort: 5, dstPort: PORT };
const PAYLOAD = Uint8Array.of(1, 2, 3, 4);
const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../../../packages/models/src/telemetry/fixtures/${name}`, import.meta.url));
/** The checksum of the IPv4 header behind an Ethernet one. */
const withChecksum = (frame: Uint8Array, sum: number): Uint8Array => {
  const changed = Uint8Array.from(frame);
  changed[24] = sum >> 8;
  changed[25] = sum & 255;
  return changed;
};

describe("frames that only a frame input can read", () => {
  const sound = encodeUdpFrame(PAYLOAD, TO);
  it.each([
    ["a sound one to this machine: the socket has it", sound, false, { leftToSocket: 1 }],
    ["an outer checksum of 0: hosts drop it", withChecksum(sound, 0), true, { zeroChecksums: 1 }],
    ["another wrong one", withChecksum(sound, 0x1234), true, { wrongChecksums: 1, zeroChecksums: 0 }],
    [
      "to another machine, as a mirror port shows it",
      encodeUdpFrame(PAYLOAD, { ...TO, dst: "10.0.0.7" }),
      true,
      {},
    ],
    ["to another port", encodeUdpFrame(PAYLOAD, { ...TO, dstPort: 53 }), false, { passedOver: 1 }],
    ["cut", sound.subarray(0, sound.length - 1), false, { passedOver: 1 }],
  ])("%s", (_, frame, taken, counters) => {
    const one = sorter();
    expect(one.take(frame, 0, frame.length)).toBe(taken);
    expect(one.counters).toMatchObject({ seen: 1, taken: taken ? 1 : 0, ...counters });
    const { seen, passedOver, leftToSocket } = one.counters;
    expect(seen).toBe(passedOver + leftToSocket + one.counters.taken);
    if (!taken) return;
    const { payloadAt, payloadBytes } = one.location;
    expect([...frame.subarray(payloadAt, payloadAt + payloadBytes)]).toEqual([...PAYLOAD]);
  });

  it("real switches that leave the checksum 0: every report of theirs is taken", async () => {
    const file = fixture("switches/baru-calm.pcap");
    const one = createFrameSorter([9555], () => true);
    for await (const { data } of readDatagrams([file], new Set([9555]), createFrameTally()))
      one.take(data, 0, data.length);
    expect(one.counters).toMatchObject({ seen: 110, taken: 110, zeroChecksums: 110, leftToSocket: 0 });
  });

  const { vectors } = JSON.parse(fixture("wrapped/mirrored.json").toString()) as {
    vectors: { id: string; about: string; hex: string }[];
  };
  it.each(vectors.filter(({ id }) => id !== "twice"))(
    "$about: the report inside counts as one frame",
    ({ hex }) => {
      const frame = Buffer.from(hex, "hex");
      const one = createFrameSorter([6000], () => false);
      expect(one.take(frame, 0, frame.length)).toBe(false);
      const inner = one.unwrap(frame, frame.length);
      expect(one.take(frame, inner, frame.length - inner)).toBe(true);
      expect(one.counters).toMatchObject({ seen: 1, taken: 1, passedOver: 0 });
      expect(one.location.payloadAt + one.location.payloadBytes).toBe(frame.length);
    },
  );
});

describe("what the kernel has dropped", () => {
  it("is read where it tells, and unknown where it does not", () => {
    const text = "TcpExt: A B\nTcpExt: 1 2\nIpExt: InNoRoutes InCsumErrors InOctets\nIpExt: 0 17 99\n";
    expect(checksumDrops(() => text)).toBe(17);
    expect(checksumDrops(() => "IpExt: A\nIpExt: 1\n")).toBeNull();
    expect(
      checksumDrops(() => {
        throw new Error("no /proc");
      }),
    ).toBeNull();
  });
});
