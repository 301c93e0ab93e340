import { describe, expect, it } from "vitest";
import { createRandom } from "../../core/index.ts";
import { ReportBatch } from "../batch.ts";
import { decodeInBand } from "../decoder.ts";
import { encodeReport } from "../encode/encoder.ts";
import { reportAt } from "../json.ts";
import { compileProfile, DEFAULT_OPTIONS, exporterProfileSchema } from "../profile/profile.ts";
import { OK } from "../reasons.ts";
import { readInBand } from "./inBand.ts";
import { encodePcap } from "./pcapEncode.ts";
import { createFrameTally, NO_EXPORTER, readDatagrams } from "./readDatagrams.ts";

/** Header of a report v1.0 without metadata, and Ethernet in front of the packet that it holds. */
const [REPORT_BYTES, ETHERNET_BYTES] = [16, 14];
const DSCP_AT = ETHERNET_BYTES + 1;

/** The frame of a user's packet with the INT stack of two switches, as a mirror port before any sink shows it. */
function userFrame(version: "1.0" | "2.1", proto: 6 | 17): Uint8Array {
  const bytes = new Uint8Array(400);
  const hop = { ingressPort: 1, egressPort: 2, hopLatency: 500 };
  const end = encodeReport(bytes, 0, {
    ...{ format: "telemetry-report-1.0", nodeId: 3, sequence: 1, flags: { tracked: true } },
    flow: { src: "10.0.0.1", dst: "10.0.0.2", proto, srcPort: 4_000, dstPort: 5_000 },
    int: {
      ...{ version, instructions: 0xe000, remaining: 6 },
      hops: [
        { ...hop, nodeId: 1 },
        { ...hop, nodeId: 2 },
      ],
    },
  });
  return bytes.slice(REPORT_BYTES, end);
}
const batch = new ReportBatch();
const read = (frame: Uint8Array, options = DEFAULT_OPTIONS) => {
  batch.clear();
  const isRead = readInBand(frame, ETHERNET_BYTES, frame.length - ETHERNET_BYTES, options, batch);
  return isRead ? reportAt(batch, 0) : null;
};
const changed = (frame: Uint8Array, at: number, value: number): Uint8Array =>
  frame.map((byte, i) => (i === at ? value : byte));

describe("[T47] INT in packets of users", () => {
  it("[T5] no bytes at all are no packet", () => {
    batch.clear();
    expect(decodeInBand(new Uint8Array(0), 0, 0, DEFAULT_OPTIONS, batch)).not.toBe(OK);
  });

  it.each([
    ["1.0", 17],
    ["1.0", 6],
    ["2.1", 17],
    ["2.1", 6],
  ] as const)("v%s over protocol %i: hops, ports and flow are those of the packet", (version, proto) => {
    expect(read(userFrame(version, proto))).toMatchObject({
      ...{ format: "packet", int: version, mode: "md", warnings: [] },
      flow: { src: "10.0.0.1", dst: "10.0.0.2", proto, srcPort: 4_000, dstPort: 5_000 },
      hops: [
        { nodeId: 1, ingressPort: 1, egressPort: 2, hopLatency: 500 },
        { nodeId: 2, ingressPort: 1, egressPort: 2, hopLatency: 500 },
      ],
    });
  });

  it("without its marker, cut, or with one length that does not agree, a packet is traffic and nothing else", () => {
    const frame = userFrame("2.1", 17);
    expect(read(changed(frame, DSCP_AT, 0))).toBeNull();
    for (let length = ETHERNET_BYTES; length < ETHERNET_BYTES + 20 + 8 + 16 + 24; length++)
      expect(read(frame.subarray(0, length))).toBeNull();
    // length of the shim, words of a hop
    for (const at of [ETHERNET_BYTES + 29, ETHERNET_BYTES + 34])
      for (const value of [0, 1, 2, 4, 5, 255]) expect(read(changed(frame, at, value))).toBeNull();
    expect(read(frame, compileProfile({ dialect: "standard", intDscp: [9] }))).toBeNull();
  });

  // between two switches that run the public programs on BMv2, as their port shows them
  it.each<[string, object, string, object]>([
    [
      "baru64/int-p4 over TCP, bitmap in the lower byte",
      {},
      "0000000002020000000001010800455c006400010000400663350a0001010a0002021201001600000001000000015018200000000000" +
        "01000f001000060200fc00000000000500010002000000a30000000000713b5900713bfc" +
        "00000007000100020000010d00000000007151a5007152b2",
      {
        ...{ int: "1.0", warnings: ["bitmap-low-byte"], flow: { proto: 6, srcPort: 4609, dstPort: 22 } },
        hops: [
          { nodeId: 7, ingressPort: 1, egressPort: 2, hopLatency: 269 },
          { nodeId: 5, ingressPort: 1, egressPort: 2, hopLatency: 163 },
        ],
      },
    ],
    [
      "MRI of the tutorials behind the last switch",
      { dialect: "mri" },
      "00000000020200000000020208004c000042000100003d115fa80a0001010a0002021f1c0003000000030000" +
        "00010000000200000000000000010000000004d210e100120000503420697320636f6f6c",
      {
        int: "mri",
        hops: [
          { nodeId: 1, queueDepth: 0 },
          { nodeId: 2, queueDepth: 0 },
          { nodeId: 3, queueDepth: 1 },
        ],
      },
    ],
  ])("%s", (_, profile, hex, expected) => {
    const frame = new Uint8Array(Buffer.from(hex, "hex"));
    expect(read(frame, compileProfile(exporterProfileSchema.parse(profile)))).toMatchObject(expected);
  });

  it("bits by which switches say that a packet did not fit or met too many hops do not hide its stack", () => {
    const frame = userFrame("1.0", 17);
    const flags = ETHERNET_BYTES + 20 + 8 + 4;
    for (const [at, bits, mark] of [
      [flags, 0x01, "hop-limit-exceeded"],
      [flags, 0x02, "copy"],
      [flags + 1, 0x80, "mtu-exceeded"],
    ] as const)
      expect(read(changed(frame, at, frame[at] | bits))).toMatchObject({ warnings: [mark] });
  });

  it("of 20,000 packets with the marker of INT and any payload none is read", () => {
    const random = createRandom(15);
    const noise = userFrame("1.0", 17);
    const view = new DataView(noise.buffer);
    let taken = 0;
    for (let n = 0; n < 20_000; n++) {
      for (let i = ETHERNET_BYTES + 28; i + 4 <= noise.length; i += 4)
        view.setUint32(i, random.integer(2 ** 32));
      if (read(noise) !== null) taken++;
    }
    expect(taken).toBe(0);
  });

  it("is found in captures, of no exporter; a report to a report port stays one report", async () => {
    const other = changed(userFrame("2.1", 17), DSCP_AT, 0);
    const file = encodePcap([userFrame("2.1", 17), other].map((data) => ({ data, timeNs: 1n })));
    const found: [number, string, boolean][] = [];
    const tally = createFrameTally();
    for await (const { frame, address, isPacket } of readDatagrams([file], new Set([32_766]), tally))
      found.push([frame, address, isPacket]);
    expect(found).toEqual([[1, NO_EXPORTER, true]]);
    expect(tally).toMatchObject({ frames: 2, skipped: 1 });
  });
});
