import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DecodeLine, decodeLineSchema } from "../decodeLine.ts";
import { encodeReport } from "../encode/encoder.ts";
import { deviationSentence } from "../marks.ts";
import { telemetrySettingsSchema } from "../profile/profile.ts";
import { REASONS } from "../reasons.ts";
import { createCaptureTally, decodeCapture } from "./decodeCapture.ts";
import type { CaptureItem } from "./item.ts";
import { createUdpLocation, locateUdp, NOT_UDP } from "./locateUdp.ts";
import { encodePcap, encodeUdpFrame } from "./pcapEncode.ts";
import { readCapture } from "./readCapture.ts";

type FrameMeta = { timeNs: string | null; linkType: number; capturedBytes: number; originalBytes: number };
type Vector<E> = { id: string; about: string; hex: string; expected: E };

const load = <T>(name: string): T[] =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8")) as T[];
const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const result: T[] = [];
  for await (const item of items) result.push(item);
  return result;
}

/** The frames' metadata; views are read at once, because they hold only until the next item. */
async function metaOf(chunks: Iterable<Uint8Array>): Promise<{ frames: FrameMeta[]; problems: string[] }> {
  const frames: FrameMeta[] = [];
  const problems: string[] = [];
  for await (const item of readCapture(chunks) as AsyncIterable<CaptureItem>) {
    if (item.kind === "problem") problems.push(`${item.severity} ${item.code}`);
    else {
      frames.push({
        timeNs: item.timeNs?.toString() ?? null,
        linkType: item.linkType,
        capturedBytes: item.data.length,
        originalBytes: item.originalBytes,
      });
    }
  }
  return { frames, problems };
}

function* inChunks(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

describe("capture files", () => {
  const vectors = load<Vector<FrameMeta[]>>("captures");

  it.each(vectors)("[T8] $id: $about", async (vector) => {
    const bytes = bytesOf(vector.hex);
    expect(await metaOf([bytes])).toEqual({ frames: vector.expected, problems: [] });
    expect(await metaOf(inChunks(bytes, 1))).toEqual({ frames: vector.expected, problems: [] });
    expect(await metaOf(inChunks(bytes, 13))).toEqual({ frames: vector.expected, problems: [] });
  });

  it.each(vectors)("[T8] $id cut anywhere keeps whole packets and warns", async (vector) => {
    const bytes = bytesOf(vector.hex);
    for (let length = 4; length < bytes.length; length++) {
      const { frames, problems } = await metaOf([bytes.subarray(0, length)]);
      expect(frames).toEqual(vector.expected.slice(0, frames.length));
      const whole = problems.length === 0;
      if (!whole) expect(problems).toEqual([expect.stringMatching(/capture-cut|capture-format/)]);
    }
  });

  it("[T4] X9 is refused: block length 8", async () => {
    const [vector] = load<Vector<unknown> & { parser: string }>("malformed").filter((v) => v.id === "X9");
    expect(await metaOf([bytesOf(vector.hex)])).toEqual({ frames: [], problems: ["error block-length"] });
  });

  it.each([
    ["empty", "", "error capture-empty"],
    ["text", "68656c6c6f20776f726c64", "error capture-format"],
    ["version 9", `a1b2c3d40009000400000000000000000000ffff00000001`, "error capture-version"],
    [
      "fraction",
      `a1b2c3d40002000400000000000000000000ffff00000001${"00000001000f42400000000000000000"}`,
      "error record-time",
    ],
    [
      "length",
      `a1b2c3d40002000400000000000000000000ffff00000001${"000000010000000000ffffff00ffffff"}`,
      "error record-length",
    ],
  ])("[T8] refuses %s", async (_, hex, expected) => {
    expect((await metaOf([bytesOf(hex)])).problems).toEqual([expected]);
  });
});

describe("mutated capture files", () => {
  const vectors = load<Vector<unknown>>("captures").map((v) => bytesOf(v.hex));
  const mutation = fc.record({
    file: fc.constantFrom(...vectors),
    edits: fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 6 }),
    length: fc.nat(500),
  });

  it("[T8] no bytes make the reader throw, and frames = passed over + received", async () => {
    await fc.assert(
      fc.asyncProperty(mutation, async ({ file, edits, length }) => {
        const bytes = file.slice(0, length);
        for (const [at, value] of edits) if (at < bytes.length) bytes[at] = value;
        const tally = createCaptureTally();
        const lines = await all(decodeCapture(inChunks(bytes, 50), telemetrySettingsSchema.parse({}), tally));
        for (const line of lines) expect(decodeLineSchema.parse(line)).toEqual(line);
        expect(tally.skipped + tally.counters.received).toBe(tally.frames);
        expect(tally.counters.decoded + tally.counters.undecodable).toBe(tally.counters.received);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("frames", () => {
  const j1 = load<Vector<unknown>>("frames")[0];
  const ethernet = bytesOf(j1.hex);
  const ip = ethernet.subarray(14);
  const concat = (...parts: (Uint8Array | number[])[]): Uint8Array =>
    Uint8Array.from(parts.flatMap((p) => [...p]));
  const zeros = (n: number): number[] => new Array<number>(n).fill(0);
  const patched = (at: number, ...values: number[]): Uint8Array => {
    const copy = ethernet.slice();
    copy.set(values, at);
    return copy;
  };

  it.each<[string, number, Uint8Array, number | string]>([
    ["Ethernet", 1, ethernet, 82],
    ["Ethernet with trailer bytes", 1, concat(ethernet, zeros(9)), 82],
    ["VLAN", 1, concat(ethernet.subarray(0, 12), [0x81, 0, 0, 5], ethernet.subarray(12)), 82],
    [
      "QinQ",
      1,
      concat(ethernet.subarray(0, 12), [0x88, 0xa8, 0, 5, 0x81, 0, 0, 6], ethernet.subarray(12)),
      82,
    ],
    ["MPLS", 1, concat(ethernet.subarray(0, 12), [0x88, 0x47, 0, 1, 0x01, 64], ip), 82],
    ["raw IP", 101, ip, 82],
    ["IPv4", 228, ip, 82],
    ["Linux cooked", 113, concat(zeros(14), [0x08, 0x00], ip), 82],
    ["Linux cooked v2", 276, concat([0x08, 0x00], zeros(18), ip), 82],
    ["loopback", 0, concat([2, 0, 0, 0], ip), 82],
    ["loopback, network order", 108, concat([0, 0, 0, 2], ip), 82],
    [
      "IPv4 options",
      1,
      concat(patched(14, 0x46, 0, 0, 0x72).subarray(0, 34), zeros(4), ethernet.subarray(34)),
      82,
    ],
    [
      "IPv6 with an extension header",
      229,
      concat([0x60, 0, 0, 0, 0, 98, 0, 64], zeros(32), [17, 0, 1, 4, 0, 0, 0, 0], ip.subarray(20)),
      82,
    ],
    ["ARP", 1, patched(12, 0x08, 0x06), NOT_UDP],
    ["TCP", 1, patched(23, 6), NOT_UDP],
    ["a later fragment", 1, patched(20, 0x00, 0x10), NOT_UDP],
    ["short Ethernet", 1, ethernet.subarray(0, 10), "frame-too-short"],
    ["cut IP header", 1, ethernet.subarray(0, 30), "frame-too-short"],
    ["cut payload", 1, ethernet.subarray(0, 64), "udp-length"],
    ["UDP length beyond the IP length", 1, patched(38, 0x01, 0x00), "udp-length"],
    ["UDP length 7", 1, patched(38, 0, 7), "udp-length"],
    ["IP header length", 1, patched(14, 0x44), "ip-header"],
    ["IP version", 101, concat([0x75], ip.subarray(1)), "ip-header"],
    ["unknown link", 147, ethernet, "link-type"],
  ])("[T7] %s", (_, linkType, frame, expected) => {
    const location = createUdpLocation();
    const result = locateUdp(frame, 0, frame.length, linkType, location);
    if (typeof expected === "string") expect(REASONS[result].code).toBe(expected);
    else if (expected < 0) expect(result).toBe(expected);
    else {
      expect(REASONS[result].code).toBe("ok");
      expect([location.payloadBytes, location.dstPort]).toEqual([expected, 32766]);
    }
  });
});

describe("decodeCapture", () => {
  const ABSENT = { hopLatency: null, queueId: null, queueDepth: null, ingressTs: null, egressTs: null };
  const settings = telemetrySettingsSchema.parse({});

  it.each(load<Vector<{ hops: object[]; warnings: string[] }[]>>("frames"))(
    "[T1] $id as a capture: $about",
    async (vector) => {
      const tally = createCaptureTally();
      const file = encodePcap([{ timeNs: 1_700_000_000_000_000_001n, data: bytesOf(vector.hex) }]);
      const lines = await all(decodeCapture([file], settings, tally));
      expect(lines).toEqual(
        vector.expected.map((e) => ({
          frame: 1,
          timeNs: "1700000000000000001",
          quirks: e.warnings.filter((name) => deviationSentence(name) !== null),
          ...e,
          hops: e.hops.map((hop) => ({ ...ABSENT, ...hop })),
        })),
      );
    },
  );

  it("a frame that the capture tool cut is not blamed on its sender", async () => {
    const payload = new Uint8Array(100);
    const whole = encodeUdpFrame(payload, { src: "10.0.0.1", dst: "10.0.0.2", srcPort: 0, dstPort: 32766 });
    for (const kept of [96, 30]) {
      const file = encodePcap([{ timeNs: 0n, data: whole.subarray(0, kept) }]);
      // what was on the wire, in the record's header
      new DataView(file.buffer).setUint32(24 + 12, whole.length);
      const tally = createCaptureTally();
      const [line] = await all(decodeCapture([file], telemetrySettingsSchema.parse({}), tally));
      expect(line).toMatchObject({ error: "frame-cut", message: expect.stringContaining("snap length") });
    }
  });

  it("[T9] the balance of a mixed capture is exact", async () => {
    const payload = new Uint8Array(512);
    const end = encodeReport(payload, 0, {
      format: "telemetry-report-1.0",
      nodeId: 1,
      sequence: 7,
      timestamp: 5,
      flags: { tracked: true },
      flow: { src: "10.0.1.1", dst: "10.0.2.2", proto: 17, srcPort: 43000, dstPort: 45000 },
      int: {
        version: "1.0",
        instructions: 0xfc00,
        remaining: 7,
        hops: [
          {
            nodeId: 2,
            ingressPort: 1,
            egressPort: 3,
            hopLatency: 37,
            queueId: 0,
            queueDepth: 4,
            ingressTs: 420775583,
            egressTs: 420775620,
          },
        ],
      },
    });
    const path = { src: "10.9.0.1", dst: "10.9.0.2", srcPort: 0, dstPort: 32766 };
    const good = encodeUdpFrame(payload.subarray(0, end), path);
    const frames = [
      good,
      encodeUdpFrame(payload.subarray(0, end), { ...path, dstPort: 6000 }),
      encodeUdpFrame(Uint8Array.of(0xff, 1, 2, 3), path),
      good.subarray(0, 60),
      good.subarray(0, 9),
      encodeUdpFrame(payload.subarray(0, end), { ...path, src: "fd00::1", dst: "fd00::2", dstPort: 54321 }),
    ];
    const tally = createCaptureTally();
    const file = encodePcap(
      frames.map((data, i) => ({ timeNs: BigInt(i) + 1_700_000_000_000_000_000n, data })),
    );
    const lines: DecodeLine[] = await all(decodeCapture([file], settings, tally));
    expect(lines[0]).toMatchObject({
      frame: 1,
      timeNs: "1700000000000000000",
      format: "telemetry-report-1.0",
      int: "1.0",
      mode: "md",
      reportType: "flow",
      nodeId: 1,
      sequence: 7,
      flow: { src: "10.0.1.1", dst: "10.0.2.2", proto: 17, srcPort: 43000, dstPort: 45000 },
      hops: [
        {
          nodeId: 2,
          ingressPort: 1,
          egressPort: 3,
          hopLatency: 37,
          queueId: 0,
          queueDepth: 4,
          ingressTs: 420775583,
          egressTs: 420775620,
        },
      ],
      flags: { dropped: false, congested: false, tracked: true },
      warnings: [],
    });
    expect(lines.slice(1).map((l) => ("error" in l ? [l.frame, l.error] : [l.frame, l.sequence]))).toEqual([
      [3, "report-version"],
      [4, "udp-length"],
      [5, "frame-too-short"],
      [6, 7],
    ]);
    expect([tally.frames, tally.skipped, [...tally.otherPorts]]).toEqual([6, 1, [[6000, 1]]]);
    const { received, decoded, undecodable, reports, hops } = tally.counters;
    expect({ received, decoded, undecodable, reports, hops }).toEqual({
      received: 5,
      decoded: 2,
      undecodable: 3,
      reports: 2,
      hops: 2,
    });
  });
});
