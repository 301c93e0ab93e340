import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ReportBatch } from "../batch.ts";
import type { DecodedReport, ReportUnit } from "../decodeLine.ts";
import { decodeDatagram } from "../decoder.ts";
import { DEFAULT_OPTIONS, telemetrySettingsSchema } from "../profile/profile.ts";
import { SequenceTracker } from "../report/sequence.ts";
import { createCaptureTally, decodeCapture, inferUnits } from "./decodeCapture.ts";

/** A packet of a kept capture: Ethernet, IPv4, UDP, report. */
type Packet = { us: number; frame: Uint8Array; cutTo?: number; interface?: number };
type FileForm = { link?: number; bigEndian?: boolean; nanoseconds?: boolean };

const NAMES = ["baru-calm", "geant10-calm", "onos-calm", "bmv2-int21-report"] as const;
const settings = telemetrySettingsSchema.parse({ reportPorts: [9555, 6000, 54321, 1234] });
/** Reports that are enough for the units to be certain. */
const TAKEN = 40;

const join = (...parts: (Uint8Array | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

function packetsOf(name: string): Packet[] {
  const file = readFileSync(new URL(`../fixtures/switches/${name}.pcap`, import.meta.url));
  const packets: Packet[] = [];
  for (let at = 24; at < file.length && packets.length < TAKEN; ) {
    const bytes = file.readUInt32LE(at + 8);
    const us = file.readUInt32LE(at) * 1e6 + file.readUInt32LE(at + 4);
    packets.push({ us, frame: Uint8Array.from(file.subarray(at + 16, at + 16 + bytes)) });
    at += 16 + bytes;
  }
  return packets;
}
const kept = new Map(NAMES.map((name) => [name, packetsOf(name)] as const));
const of = (name: (typeof NAMES)[number]): Packet[] => kept.get(name) ?? [];

function words(bigEndian: boolean, ...values: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  for (const [i, value] of values.entries()) view.setUint32(4 * i, value, !bigEndian);
  return new Uint8Array(view.buffer);
}
function pcap(
  packets: readonly Packet[],
  { link = 1, bigEndian = false, nanoseconds = false }: FileForm = {},
) {
  const versions = bigEndian ? [0, 2, 0, 4] : [2, 0, 4, 0];
  const head = join(
    words(bigEndian, nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4),
    versions,
    words(bigEndian, 0, 0, 262_144, link),
  );
  const records = packets.map(({ us, frame, cutTo = frame.length }) => {
    const fraction = nanoseconds ? 1000 * (us % 1e6) : us % 1e6;
    return join(
      words(bigEndian, Math.floor(us / 1e6), fraction, Math.min(cutTo, frame.length), frame.length),
      frame.subarray(0, cutTo),
    );
  });
  return join(head, ...records);
}
const padded = (bytes: Uint8Array): Uint8Array => join(bytes, new Uint8Array(-bytes.length & 3));
/** A pcapng file; an interface counts 10^-resolution s, or 2^-n s where the resolution is 128 + n, all Ethernet. */
function pcapng(packets: readonly Packet[], resolutions: readonly number[], bigEndian = false): Uint8Array {
  const block = (type: number, body: Uint8Array): Uint8Array =>
    join(words(bigEndian, type, body.length + 12), body, words(bigEndian, body.length + 12));
  const half = (a: number, b: number): number => (bigEndian ? (a << 16) | b : (b << 16) | a) >>> 0;
  const section = block(0x0a0d0d0a, words(bigEndian, 0x1a2b3c4d, half(1, 0), 0xffffffff, 0xffffffff));
  const interfaces = resolutions.map((resolution) =>
    block(
      1,
      join(words(bigEndian, half(1, 0), 0, half(9, 1)), [resolution, 0, 0, 0], words(bigEndian, half(0, 0))),
    ),
  );
  const records = packets.map(({ us, frame, interface: id = 0 }) => {
    const resolution = resolutions[id];
    const perSecond = resolution >= 128 ? 2n ** BigInt(resolution - 128) : 10n ** BigInt(resolution);
    const time = (BigInt(us) * perSecond) / 1_000_000n;
    const [high, low] = [Number(time >> 32n), Number(time & 0xffffffffn)];
    const head = words(bigEndian, id, high, low, frame.length, frame.length);
    return block(6, join(head, padded(frame)));
  });
  return join(section, ...interfaces, ...records);
}

type Change = (packet: Packet, i: number) => Packet;
const framed =
  (change: (frame: Uint8Array) => Uint8Array): Change =>
  (packet) => ({ ...packet, frame: change(packet.frame) });
const tagged = (...tags: number[]): Change =>
  framed((frame) => join(frame.subarray(0, 12), tags, frame.subarray(12)));
const behind = (...header: number[]): Change => framed((frame) => join(header, frame.subarray(14)));
const overIpv6 = framed((frame) => {
  const address = [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0];
  const udp = frame.subarray(34);
  const head = [0x60, 0, 0, 0, udp.length >> 8, udp.length & 255, 17, 64];
  return join(
    frame.subarray(0, 12),
    [0x86, 0xdd],
    head,
    address,
    frame.subarray(26, 30),
    address,
    frame.subarray(30, 34),
    udp,
  );
});
const swapped = (packets: readonly Packet[]): Packet[] =>
  packets.map((packet, i) => ({ ...packets[i ^ 1], us: packet.us }));

async function read(...chunks: Uint8Array[]) {
  const units = await inferUnits(chunks, settings);
  const tally = createCaptureTally();
  const lines = [];
  for await (const line of decodeCapture(chunks, settings, tally, units)) lines.push(line);
  return { lines, tally };
}
type Reading = Pick<DecodedReport, "hops" | "warnings" | "sequence"> & {
  unit?: Omit<ReportUnit, "why">;
  error?: string;
};
/** What a reader is after: nodes, times and what they count, in the order of the packets. */
async function readings(file: Uint8Array): Promise<Reading[]> {
  const { lines } = await read(file);
  return lines.map((line) => {
    if ("error" in line) return { hops: [], warnings: [], sequence: 0, error: line.error };
    const { hops, warnings, unit, sequence } = line;
    // how many steps were looked at depends on the file
    if (unit === undefined) return { hops, warnings, sequence };
    const { why: _, ...certain } = unit;
    return { hops, warnings, unit: certain, sequence };
  });
}
const plain = new Map(
  await Promise.all(NAMES.map(async (name) => [name, await readings(pcap(of(name)))] as const)),
);

describe("[T8] [T26] the kept captures in other files and frames", () => {
  const SLL = [0, 0, 0, 1, 0, 6, 0, 1, 10, 0, 3, 10, 0, 0, 8, 0];
  const SLL2 = [8, 0, 0, 0, 0, 0, 0, 3, 0, 1, 0, 6, 0, 1, 10, 0, 3, 10, 0, 0];
  const same: Change = (packet) => packet;

  it.each<[string, Change, (packets: Packet[]) => Uint8Array]>([
    ["nanoseconds", same, (p) => pcap(p, { nanoseconds: true })],
    ["big endian", same, (p) => pcap(p, { bigEndian: true })],
    ["big endian and nanoseconds", same, (p) => pcap(p, { bigEndian: true, nanoseconds: true })],
    ["VLAN", tagged(0x81, 0, 0, 7), pcap],
    ["QinQ", tagged(0x88, 0xa8, 0, 9, 0x81, 0, 0, 7), pcap],
    ["two tags of the old kind", tagged(0x91, 0, 0, 9, 0x81, 0, 0, 7), pcap],
    ["MPLS", framed((f) => join(f.subarray(0, 12), [0x88, 0x47, 0, 1, 0x01, 64], f.subarray(14))), pcap],
    ["Linux cooked", behind(...SLL), (p) => pcap(p, { link: 113 })],
    ["Linux cooked v2", behind(...SLL2), (p) => pcap(p, { link: 276 })],
    ["raw IP", behind(), (p) => pcap(p, { link: 101 })],
    ["loopback of BSD", behind(2, 0, 0, 0), (p) => pcap(p, { link: 0 })],
    ["reports over IPv6", overIpv6, pcap],
    ["with the frames' checksums", framed((f) => join(f, [1, 2, 3, 4])), pcap],
    ["pcapng, microseconds", same, (p) => pcapng(p, [6])],
    ["pcapng, big endian, nanoseconds", same, (p) => pcapng(p, [9], true)],
    [
      "pcapng, interfaces of 2^-24 s and 10^-6 s in turn",
      (p, i) => ({ ...p, interface: i & 1 }),
      (p) => pcapng(p, [152, 6]),
    ],
    ["timestamps of tenths of milliseconds", same, (p) => pcapng(p, [4])],
  ])("%s", async (_, change, write) => {
    for (const name of NAMES)
      expect([name, await readings(write(of(name).map(change)))]).toEqual([name, plain.get(name)]);
  });

  it.each(NAMES)("%s is what the switches wrote: all reports, certain units", (name) => {
    const all = plain.get(name) ?? [];
    expect(all).toHaveLength(TAKEN);
    const timestamp = name === "geant10-calm" ? "ns" : "us";
    for (const { unit } of all) expect(unit).toMatchObject({ timestamp, latency: "us", basis: "evidence" });
  });

  it.each(NAMES)(
    "%s, a mirror port on two interfaces: every report twice, the units as before",
    async (name) => {
      const twice = of(name).flatMap((packet) =>
        [0, 1].map((id) => ({ ...packet, us: packet.us + 3 * id, interface: id })),
      );
      const found = await readings(pcapng(twice, [6, 9]));
      expect(found).toEqual((plain.get(name) ?? []).flatMap((reading) => [reading, reading]));
    },
  );

  it.each(NAMES)("%s, reordered: the same reports, and no unit that is not theirs", async (name) => {
    const found = await readings(pcap(swapped(of(name))));
    const expected = plain.get(name) ?? [];
    const strip = (list: readonly Reading[]) =>
      list.map(({ hops, warnings }) => JSON.stringify([hops, warnings])).toSorted();
    expect(strip(found)).toEqual(strip(expected));
    for (const { unit } of found) {
      expect([expected[0].unit?.timestamp, null]).toContain(unit?.timestamp);
      expect([expected[0].unit?.latency, null]).toContain(unit?.latency);
    }
  });

  it("merged, all four of one address: each node keeps its own unit", async () => {
    const merged = NAMES.flatMap((name) => {
      const packets = of(name);
      // one source, at one time
      return packets.map(({ us, frame }) => ({
        us: us - packets[0].us + 1.7e15,
        frame: join(frame.subarray(0, 26), [10, 0, 0, 3], frame.subarray(30)),
        name,
      }));
    }).sort((a, b) => a.us - b.us);
    const found = await readings(pcap(merged));
    const next = new Map<string, number>();
    expect(found).toEqual(
      merged.map(({ name }) => {
        const i = next.get(name) ?? 0;
        next.set(name, i + 1);
        return plain.get(name)?.[i];
      }),
    );
  });

  it.each(NAMES)(
    "%s, cut: by the end of the file the rest is read, by the capture tool nothing is made up",
    async (name) => {
      const file = pcap(of(name));
      const { lines, tally } = await read(file.subarray(0, file.length - 20));
      expect(lines).toHaveLength(TAKEN - 1);
      expect(tally.problems).toHaveLength(1);
      const snapped = await readings(pcap(of(name).map((packet) => ({ ...packet, cutTo: 96 }))));
      expect(new Set(snapped.map(({ error }) => error))).toEqual(new Set(["frame-cut"]));
    },
  );

  it.each(NAMES)(
    "%s, cut by the capture tool at every offset: whole hops next to the sink, or none",
    async (name) => {
      const [packet] = of(name);
      const [whole] = plain.get(name) ?? [];
      const lengths = Array.from({ length: packet.frame.length - 14 }, (_, i) => 14 + i);
      const found = await readings(pcap(lengths.map((cutTo) => ({ ...packet, cutTo }))));
      const told = new Set<number>();
      for (const [i, { error, hops, warnings }] of found.entries()) {
        if (error !== undefined) {
          expect([lengths[i], error]).toEqual([lengths[i], "frame-cut"]);
          continue;
        }
        told.add(hops.length);
        expect([lengths[i], hops]).toEqual([lengths[i], whole.hops.slice(-hops.length)]);
        expect(warnings.includes("truncated-stack")).toBe(hops.length < whole.hops.length);
      }
      // the last byte of these reports is of their stack
      expect([...told]).toEqual([1, 2]);
    },
  );
});

describe("[T26] clocks of 32 bits that wrap in the middle of a capture", () => {
  // report header, Ethernet, IPv4, UDP, shim, INT header; a hop: node, ports, latency, queue, two times
  const [STACK, HOP_BYTES, TIMES_AT] = [42 + 16 + 14 + 20 + 8 + 4 + 8, 24, 16];

  it("baru-calm: the unit stays certain and every stay is the same", async () => {
    const packets = of("baru-calm");
    const [middle] = packets.slice(TAKEN / 2);
    const moved = packets.map(({ us, frame }) => {
      const copy = frame.slice();
      const [view, now] = [new DataView(copy.buffer), new DataView(middle.frame.buffer)];
      for (let hop = 0; hop < 3; hop++)
        for (const at of [0, 4].map((word) => STACK + HOP_BYTES * hop + TIMES_AT + word))
          view.setUint32(at, view.getUint32(at) - now.getUint32(STACK + HOP_BYTES * hop + TIMES_AT));
      return { us, frame: copy };
    });
    const stays = (list: readonly Reading[]) =>
      list.map(({ hops, unit }) => [
        unit,
        hops.map((hop) => [hop.hopLatency, (Number(hop.egressTs) - Number(hop.ingressTs)) >>> 0]),
      ]);
    const found = await readings(pcap(moved));
    expect(stays(found)).toEqual(stays(plain.get("baru-calm") ?? []));
    for (const hop of found[0].hops) expect(hop.egressTs).toBeGreaterThan(2 ** 31);
  });
});

describe("[T11] sequences of the kept captures around a wrap", () => {
  it.each([
    ["geant10-calm", 8, 2 ** 32],
    ["baru-calm", 8, 2 ** 32],
    ["bmv2-int21-report", 0, 2 ** 22],
  ] as const)("%s", (name, at, range) => {
    const batch = new ReportBatch();
    const tracker = new SequenceTracker();
    of(name).forEach(({ frame }, i) => {
      const report = frame.slice(42);
      const view = new DataView(report.buffer);
      const sequence = (range - 20 + i) % range;
      // in v2.0 version and hardware id stand before it
      view.setUint32(at, at === 0 ? ((view.getUint32(0) & 0xffc00000) | sequence) >>> 0 : sequence);
      batch.clear();
      decodeDatagram(report, 0, report.length, DEFAULT_OPTIONS, batch);
      tracker.track(batch, 0);
    });
    expect(tracker.counters).toEqual({ lost: 0, late: 0, duplicates: 0, restarts: 0, untracked: 0 });
  });
});
