import { describe, expect, it } from "vitest";
import { createCaptureTally, decodeCapture } from "./capture/decodeCapture.ts";
import type { DecodedReport } from "./decodeLine.ts";
import { type ExporterProfile, exporterProfileSchema, telemetrySettingsSchema } from "./profile/profile.ts";

// Every header of every version behind every carrier in every report, in frames of a capture: the bytes are laid out
// here field by field from [int-v0.5] to [int-carriers], and no encoder of ours is asked.

type Version = "0.4" | "0.5" | "1.0" | "2.0" | "2.1";
type Bytes = readonly number[];

const u16 = (value: number): Bytes => [value >> 8, value & 255];
const u32 = (value: number): Bytes => [...u16(value >>> 16), ...u16(value & 0xffff)];
/** Node and latency of the hops in the order of the packet. */
const HOPS = [
  [7, 250],
  [5, 400],
  [6, 310],
] as const;
const STACK = HOPS.toReversed().flatMap(([node, latency]) => [...u32(node), ...u32(latency)]);
/** Node id and hop latency. */
const BITMAP = 0xa000;
const [HOP_WORDS, STACK_WORDS, REMAINING] = [2, STACK.length / 4, 5];
const DSCP = 0x17;
const ORIGINAL_PORT = 2000;

/** INT header and stack of each version; `reserved` sets every bit that the version leaves undefined. */
function header(version: Version, reserved = false): Bytes {
  const fill = (mask: number): number => (reserved ? mask : 0);
  if (version === "0.4" || version === "0.5")
    return [
      ...[0, fill(0xe0) | HOP_WORDS, HOPS.length + REMAINING, HOPS.length],
      ...[...u16(BITMAP), ...u16(fill(0xffff)), ...STACK],
    ];
  if (version === "1.0")
    return [
      ...[0x10, fill(0x7f), fill(0xe0) | HOP_WORDS, REMAINING],
      ...[...u16(BITMAP), ...u16(fill(0xffff)), ...STACK],
    ];
  return [
    ...[0x20 | fill(0x01), fill(0xff), fill(0xe0) | HOP_WORDS, REMAINING],
    ...[...u16(BITMAP), ...[0, 0, 0, 0, 0, 0], ...STACK],
  ];
}
const headerWords = (version: Version): number => (version.startsWith("2") ? 3 : 2);

/** Shim, header, stack and tail behind TCP or UDP. */
function shimmed(version: Version, proto: number, reserved = false): Bytes {
  const words = headerWords(version) + STACK_WORDS;
  const rest = reserved ? 255 : 0;
  if (version.startsWith("2")) return [0x10, words, reserved ? 3 : 0, 0, ...header(version, reserved)];
  if (version === "1.0") return [1, rest, words + 1, reserved ? 3 : 0, ...header(version, reserved)];
  return [1, rest, words + 2, rest, ...header(version, reserved), proto, ...u16(ORIGINAL_PORT), 0];
}

const udp = (port: number, payload: Bytes): Bytes => [
  ...u16(1000),
  ...u16(port),
  ...[...u16(8 + payload.length), 0, 0, ...payload],
];
const tcp = (payload: Bytes, options: Bytes = []): Bytes => [
  ...[...u16(1000), ...u16(ORIGINAL_PORT), ...u32(1), ...u32(2)],
  ...[(5 + options.length / 4) << 4, 0x10, 1, 0, 0, 0, 0, 0, ...options, ...payload],
];
const ipv4 = (proto: number, payload: Bytes, dscp = DSCP): Bytes => [
  ...[0x45, dscp << 2, ...u16(20 + payload.length), 0, 1, 0, 0, 64, proto, 0, 0],
  ...[10, 0, 0, 1, 10, 0, 0, 2, ...payload],
];
const ADDRESS = [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const ipv6 = (proto: number, payload: Bytes): Bytes => [
  ...[0x60 | (DSCP >> 2), (DSCP & 3) << 6, 0, 0, ...u16(payload.length), proto, 64],
  ...[...ADDRESS, 1, ...ADDRESS, 2, ...payload],
];
const ethernet = (packet: Bytes, tags: Bytes = []): Bytes => [
  ...[2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, ...tags],
  ...(packet[0] >> 4 === 4 ? [8, 0] : [0x86, 0xdd]),
  ...packet,
];
/** VXLAN-GPE with its own shim, and Geneve with an option: the stack of a version without tail. */
function vxlan(version: Version): Bytes {
  const next = { "0.4": 5, "0.5": 5, "1.0": 8, "2.0": 0x80, "2.1": 0x82 }[version];
  const words = headerWords(version) + STACK_WORDS;
  const shim = version.startsWith("2") ? [0x10, words, 0, 3] : [1, 0, words + 1, 3];
  return [0x0c, 0, 0, next, 0, 0, 1, 0, ...shim, ...header(version)];
}
function geneve(version: Version): Bytes {
  const words = headerWords(version) + STACK_WORDS;
  const option = version.startsWith("2") ? 0x0103 : 0x00ab;
  return [1 + words, 0, 0x65, 0x58, 0, 0, 1, 0, ...u16(option), 1, words, ...header(version)];
}
const gre = (version: Version): Bytes => [
  ...[0x30, 0, ...u16(0x1234), ...u32(9), ...u32(1)],
  ...[0x10, headerWords(version) + STACK_WORDS, 8, 0, ...header(version)],
];

/** Reports of a tracked flow of node 6 with sequence 41, around an Ethernet frame. */
const REPORTS: Record<string, (inner: Bytes) => Bytes> = {
  "0.5": (inner) => [0x00, 0x20, 0, 0, ...u32(41), ...u32(9), ...inner],
  "1.0": (inner) => [0x14, 0, 0, 0x40, ...u32(6), ...u32(41), ...u32(9), ...inner],
  "2.0": (inner) => [0x20, 0, 0, 41, ...u32(6), 0x13, 0xff, 0, 0x20, ...u32(0), ...u32(0), ...inner],
};

/** A pcap file of one frame with the report; the outer checksum is 0, as of several switches. */
function captured(report: Bytes): Uint8Array {
  const frame = ethernet(ipv4(17, udp(32766, report), 0));
  const little = (...values: number[]): Bytes => values.flatMap((value) => [...u32(value)].reverse());
  const head = [...little(0xa1b2c3d4), 2, 0, 4, 0, ...little(0, 0, 262_144, 1)];
  return Uint8Array.from([...head, ...little(1, 0, frame.length, frame.length), ...frame]);
}
/** The file of one frame whose end a capture tool left out: its record says how long it was. */
function snapped(file: Uint8Array, bytes: number): Uint8Array {
  const cut = file.slice(0, bytes);
  new DataView(cut.buffer).setUint32(24 + 8, bytes - 40, true);
  return cut;
}
const read = (report: Bytes, profile: Partial<ExporterProfile> = {}): Promise<DecodedReport | string> =>
  readFile(captured(report), profile);

async function readFile(
  file: Uint8Array,
  profile: Partial<ExporterProfile> = {},
): Promise<DecodedReport | string> {
  const settings = telemetrySettingsSchema.parse({ defaultProfile: exporterProfileSchema.parse(profile) });
  const found: (DecodedReport | string)[] = [];
  const tally = createCaptureTally();
  for await (const line of decodeCapture([file], settings, tally))
    found.push("error" in line ? line.error : line);
  expect(found).toHaveLength(1);
  expect(tally.zeroChecksums).toBe(1);
  return found[0];
}
const hopsOf = (report: DecodedReport | string) =>
  typeof report === "string" ? report : report.hops.map((hop) => [hop.nodeId, hop.hopLatency]);

const CARRIERS: [name: string, inner: (version: Version) => Bytes, profile?: Partial<ExporterProfile>][] = [
  ["UDP, by DSCP", (v) => ethernet(ipv4(17, udp(ORIGINAL_PORT, shimmed(v, 17))))],
  ["TCP, by DSCP", (v) => ethernet(ipv4(6, tcp(shimmed(v, 6))))],
  ["TCP with options", (v) => ethernet(ipv4(6, tcp(shimmed(v, 6), [1, 1, 8, 10, ...u32(1), ...u32(2)])))],
  ["UDP over IPv6", (v) => ethernet(ipv6(17, udp(ORIGINAL_PORT, shimmed(v, 17))))],
  ["TCP over IPv6", (v) => ethernet(ipv6(6, tcp(shimmed(v, 6))))],
  ["UDP in a VLAN", (v) => ethernet(ipv4(17, udp(ORIGINAL_PORT, shimmed(v, 17))), [0x81, 0, 0, 7])],
  [
    "UDP, by a port of the operator",
    (v) => ethernet(ipv4(17, udp(5000, shimmed(v, 17)), 0)),
    { intPorts: [5000], intDscp: [] },
  ],
  ["reserved bits set", (v) => ethernet(ipv4(17, udp(ORIGINAL_PORT, shimmed(v, 17, true))))],
  ["VXLAN-GPE", (v) => ethernet(ipv4(17, udp(4790, vxlan(v)), 0))],
  ["Geneve", (v) => ethernet(ipv4(17, udp(6081, geneve(v)), 0))],
];

describe("[T1] [T2] [T18] every header behind every carrier in every report", () => {
  const VERSIONS = ["0.4", "0.5", "1.0", "2.0", "2.1"] as const;

  it.each(CARRIERS)("%s", async (name, inner, profile) => {
    for (const version of VERSIONS) {
      // the two differ in bits alone that only the operator can tell apart, and in nothing here
      const layout = version === "0.4" ? { ...profile, intLayout: "0.4" as const } : profile;
      for (const [format, report] of Object.entries(REPORTS)) {
        const found = await read(report(inner(version)), layout);
        expect([version, format, hopsOf(found)]).toEqual([version, format, HOPS]);
        expect(found).toMatchObject({
          format: `telemetry-report-${format}`,
          int: version === "2.0" ? "2.1" : version,
          remainingHopCount: REMAINING,
          sequence: 41,
          warnings: [],
        });
        const isTunnel = name === "VXLAN-GPE" || name === "Geneve";
        const restored = version === "0.4" || version === "0.5" || !name.includes("operator");
        if (!isTunnel && restored)
          expect(found).toMatchObject({ flow: { srcPort: 1000, dstPort: ORIGINAL_PORT } });
      }
    }
  });

  it("GRE with key and sequence, where the operator says which protocol it is", async () => {
    for (const version of ["2.0", "2.1"] as const)
      for (const report of Object.values(REPORTS)) {
        const inner = ethernet(ipv4(47, gre(version), 0));
        expect(hopsOf(await read(report(inner), { greProtocol: 0x1234 }))).toEqual(HOPS);
        expect(hopsOf(await read(report(inner)))).toEqual([]);
      }
  });

  it("v2.x keeps the port (NPT 1), or the protocol of a packet behind an added UDP header (NPT 2)", async () => {
    const [, words] = shimmed("2.1", 17);
    const kept = [0x14, words, ...u16(ORIGINAL_PORT), ...header("2.1")];
    const added = [0x18, words, 0, 6, ...header("2.1"), ...tcp([])];
    for (const report of Object.values(REPORTS)) {
      const port = await read(report(ethernet(ipv4(17, udp(5000, kept)))));
      expect(port).toMatchObject({ flow: { proto: 17, srcPort: 1000, dstPort: ORIGINAL_PORT } });
      const protocol = await read(report(ethernet(ipv4(17, udp(5000, added)))));
      expect(protocol).toMatchObject({ flow: { proto: 6, srcPort: 1000, dstPort: ORIGINAL_PORT } });
      expect([hopsOf(port), hopsOf(protocol)]).toEqual([HOPS, HOPS]);
    }
  });

  it.each([
    [
      "0.5: local header",
      [0x02, 0x20, 0, 0, ...u32(41), ...u32(1_000), ...u32(6), 0, 1, 0, 2],
      [3, 0, 0, 9],
      2_500,
    ],
    [
      "1.0: ports, latency, queue and egress time",
      [0x18, 0x1e, 0, 0x40, ...u32(6), ...u32(41), ...u32(1_000), 0, 1, 0, 2, ...u32(1_500)],
      [3, 0, 0, 9],
      2_500,
    ],
  ])("postcards, %s", async (_, front, queue, egress) => {
    const inner = ethernet(ipv4(17, udp(ORIGINAL_PORT, [1, 2, 3, 4]), 0));
    const found = await read([...front, ...queue, ...u32(egress), ...inner]);
    expect(found).toMatchObject({
      ...{ mode: "xd", int: null, sequence: 41, flow: { srcPort: 1000, dstPort: ORIGINAL_PORT } },
      hops: [
        {
          nodeId: 6,
          ingressPort: 1,
          egressPort: 2,
          queueId: 3,
          queueDepth: 9,
          ingressTs: 1_000,
          egressTs: 2_500,
        },
      ],
    });
  });

  it("postcards of 2.0: ports, latency and queue", async () => {
    const inner = ethernet(ipv4(17, udp(ORIGINAL_PORT, [1, 2, 3, 4]), 0));
    const metadata = [0, 1, 0, 2, ...u32(1_500), 3, 0, 0, 9];
    const words = 2 + (metadata.length + inner.length) / 4;
    const padded = [...inner, ...new Array<number>((4 - (inner.length % 4)) % 4).fill(0)];
    const front = [
      0x20,
      0,
      0,
      41,
      ...u32(6),
      0x13,
      Math.ceil(words),
      3,
      0x20,
      ...u16(0x7000),
      0,
      0,
      ...u32(0),
    ];
    expect(await read([...front, ...metadata, ...padded])).toMatchObject({
      ...{ mode: "xd", int: null, sequence: 41, flow: { srcPort: 1000, dstPort: ORIGINAL_PORT } },
      hops: [{ nodeId: 6, ingressPort: 1, egressPort: 2, hopLatency: 1_500, queueId: 3, queueDepth: 9 }],
    });
  });

  it("a packet whose payload alone the capture tool cut has all of its hops", async () => {
    for (const version of VERSIONS)
      for (const [format, report] of Object.entries(REPORTS)) {
        const payload = [...shimmed(version, 17), ...new Array<number>(400).fill(7)];
        const file = captured(report(ethernet(ipv4(17, udp(ORIGINAL_PORT, payload)))));
        const found = await readFile(snapped(file, file.length - 300));
        expect([version, format, hopsOf(found)]).toEqual([version, format, HOPS]);
        expect(found).toMatchObject({ flow: { srcPort: 1000, dstPort: ORIGINAL_PORT }, warnings: [] });
      }
  });

  it("cut at every offset of its payload a report gives nothing that was not in it", async () => {
    for (const version of VERSIONS)
      for (const report of Object.values(REPORTS)) {
        const whole = report(ethernet(ipv4(17, udp(ORIGINAL_PORT, shimmed(version, 17)))));
        for (let end = 0; end < whole.length; end += 3) {
          const found = hopsOf(await read(whole.slice(0, end)));
          if (typeof found !== "string") expect(HOPS.slice(HOPS.length - found.length)).toEqual(found);
        }
      }
  });
});
