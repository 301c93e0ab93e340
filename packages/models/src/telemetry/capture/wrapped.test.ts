import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DecodedReport } from "../decodeLine.ts";
import { telemetrySettingsSchema } from "../profile/profile.ts";
import { createCaptureTally, decodeCapture } from "./decodeCapture.ts";
import { encodePcap, encodeUdpFrame } from "./pcapEncode.ts";
import { createFrameTally, readDatagrams } from "./readDatagrams.ts";

const file = (name: string): Buffer => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));
const capture = (frames: readonly Uint8Array[]): Uint8Array =>
  encodePcap(frames.map((data, i) => ({ timeNs: BigInt(i) * 1_000_000n, data })));

async function decoded(chunk: Uint8Array) {
  const tally = createCaptureTally();
  const settings = telemetrySettingsSchema.parse({ reportPorts: [6000] });
  const lines = [];
  for await (const line of decodeCapture([chunk], settings, tally)) lines.push(line);
  return { lines, tally };
}
const reported = ({ nodeId, sequence, flow, hops }: DecodedReport) => ({ nodeId, sequence, flow, hops });

/** The report inside all vectors. */
const [plain] = (await decoded(file("switches/geant10-calm.pcap"))).lines;
if ("error" in plain) throw new Error(plain.message);
const REPORT = reported(plain);

type Vectors<V> = { vectors: ({ id: string; about: string } & V)[] };
const load = <V>(name: string) => (JSON.parse(file(name).toString()) as Vectors<V>).vectors;

describe("[T48] frames in the tunnel of a mirror session", () => {
  const vectors = load<{ hex: string }>("wrapped/mirrored.json");

  it.each(vectors)("$about", async ({ hex }) => {
    const { lines, tally } = await decoded(capture([bytesOf(hex)]));
    expect(lines).toMatchObject([{ frame: 1, ...REPORT }]);
    expect(tally).toMatchObject({ frames: 1, skipped: 0, mirrored: 1 });
  });

  it("no tunnel is taken off where its header says something else, or ends", async () => {
    for (const { hex } of vectors) {
      const frame = bytesOf(hex);
      for (let kept = 0; kept < frame.length; kept += 7) {
        const { tally } = await decoded(capture([frame.subarray(0, kept)]));
        expect(tally.counters.received + tally.skipped).toBe(1);
        expect(tally.counters.reports).toBe(0);
      }
    }
  });

  it("a tunnel in a tunnel in a tunnel stays closed", async () => {
    const outer = (inside: Uint8Array): Uint8Array =>
      encodeUdpFrame(Uint8Array.from([8, 0, 0, 0, 0, 0, 1, 0, ...inside]), {
        ...{ src: "192.0.2.8", dst: "192.0.2.9", srcPort: 1, dstPort: 4789 },
      });
    const twice = vectors.find(({ id }) => id === "twice");
    const { tally } = await decoded(capture([outer(bytesOf(twice?.hex ?? ""))]));
    expect(tally).toMatchObject({ frames: 1, skipped: 1, mirrored: 0 });
  });
});

describe("[T49] fragments", () => {
  const vectors = load<{ frames: string[] }>("wrapped/fragments.json");

  it.each(vectors)("$about, in order and backwards", async ({ frames }) => {
    const pieces = frames.map(bytesOf);
    for (const order of [pieces, pieces.toReversed()]) {
      const { lines, tally } = await decoded(capture(order));
      expect(lines).toMatchObject([{ frame: pieces.length, ...REPORT }]);
      expect(tally).toMatchObject({ frames: pieces.length, skipped: pieces.length - 1 });
    }
  });

  it.each(vectors)(
    "$about: without one of them the datagram is refused once, by the first one's frame",
    async ({ id, frames }) => {
      const { lines, tally } = await decoded(capture(frames.slice(0, -1).map(bytesOf)));
      // where the ports stand behind a tunnel nobody knows that it was a report
      const refused = id === "erspan" ? [] : [{ frame: 1, error: "fragment" }];
      expect(lines).toMatchObject(refused);
      expect(tally.counters.received + tally.skipped).toBe(frames.length - 1);
    },
  );

  it("fragments half a minute apart belong to two packets", async () => {
    const [first, ...rest] = (vectors.find(({ id }) => id === "ipv4")?.frames ?? []).map(bytesOf);
    const frames = [{ timeNs: 0n, data: first }, ...rest.map((data) => ({ timeNs: 31_000_000_000n, data }))];
    expect((await decoded(encodePcap(frames))).lines).toMatchObject([{ frame: 1, error: "fragment" }]);
  });

  it("any cut into any order, with pieces that come twice, gives the datagram back", async () => {
    const ports = new Set([6000]);
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 9, maxLength: 400 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 49 }), { maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        fc.boolean(),
        async (payload, cuts, random, isTwice) => {
          const path = { src: "10.0.0.1", dst: "10.0.0.2", srcPort: 1, dstPort: 6000 };
          const pieces = fragmentsOf(encodeUdpFrame(payload, path), cuts);
          const shuffled = [...pieces, ...(isTwice && pieces.length > 1 ? [pieces[0]] : [])]
            .map((data) => ({ data, key: random.next().value }))
            .sort((a, b) => a.key - b.key)
            .map(({ data }) => data);
          const tally = createFrameTally();
          const found: string[] = [];
          for await (const { data, payloadAt, payloadBytes, reason } of readDatagrams(
            [capture(shuffled)],
            ports,
            tally,
          ))
            if (reason === 0)
              found.push(Buffer.from(data.subarray(payloadAt, payloadAt + payloadBytes)).toString("hex"));
          expect(found).toEqual([Buffer.from(payload).toString("hex")]);
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** The Ethernet frame of an IPv4 packet, cut behind each of these multiples of 8 bytes of its payload. */
function fragmentsOf(frame: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const head = frame.subarray(0, 34);
  const payload = frame.subarray(34);
  const ends = [...cuts.map((c) => 8 * c).filter((c) => c < payload.length), payload.length].sort(
    (a, b) => a - b,
  );
  return ends.map((end, i) => {
    const from = i === 0 ? 0 : ends[i - 1];
    const piece = new Uint8Array([...head, ...payload.subarray(from, end)]);
    const view = new DataView(piece.buffer);
    view.setUint16(16, piece.length - 14);
    view.setUint16(18, 7);
    view.setUint16(20, (end < payload.length ? 0x2000 : 0) | (from / 8));
    return piece;
  });
}
