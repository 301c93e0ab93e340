import { describe, expect, it } from "vitest";
import { ReportBatch } from "./batch.ts";
import type { DecodedReport } from "./decodeLine.ts";
import { countDatagram, countMarks, createDecodeCounters, decodeDatagram, deviationsOf } from "./decoder.ts";
import { encodeReport } from "./encode/encoder.ts";
import type { HopInput, ReportInput } from "./encode/input.ts";
import { reportAt } from "./json.ts";
import { deviationSentence } from "./marks.ts";
import { Matcher } from "./match/match.ts";
import { DEFAULT_OPTIONS } from "./profile/profile.ts";
import { REASONS } from "./reasons.ts";

// Every public exporter of [int-deviations] as it writes: laid out by its source, not captured, but for V1's shape,
// which the capture `bmv2-int21-report` shares. The names of the deviations are what pages and counters say.

const batch = new ReportBatch();
const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replace(/\s/g, ""), "hex"));
const edited = (bytes: Uint8Array, ...edits: [number, number][]): Uint8Array => {
  const copy = bytes.slice();
  for (const [at, value] of edits) copy[at] = value;
  return copy;
};
const without = (bytes: Uint8Array, from: number, to: number): Uint8Array =>
  Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(to)]);
const inserted = (bytes: Uint8Array, at: number, ...more: number[]): Uint8Array =>
  Uint8Array.from([...bytes.subarray(0, at), ...more, ...bytes.subarray(at)]);

const HOPS: HopInput[] = [
  [7, 250],
  [5, 400],
  [6, 310],
].map(([nodeId, hopLatency], i) => ({
  ...{ nodeId, hopLatency, ingressPort: 1, egressPort: 2, queueId: 0, queueDepth: i },
  ...{ ingressTs: 1_000 * (i + 1), egressTs: 1_000 * (i + 1) + hopLatency },
  ...{ level2IngressPort: 1, level2EgressPort: 2, txUtilization: 0 },
}));
const READ = [
  [7, 250],
  [5, 400],
  [6, 310],
];
function written(
  format: ReportInput["format"],
  version: "1.0" | "2.1",
  instructions: number,
  int: object = {},
) {
  const bytes = new Uint8Array(600);
  const end = encodeReport(bytes, 0, {
    ...{ format, nodeId: 6, sequence: 41, timestamp: 9, dscp: 0, flags: { tracked: true } },
    flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort: 2 },
    int: { version, instructions, remaining: 3, hops: HOPS, ...int },
  });
  return bytes.slice(0, end);
}
const v10 = (instructions: number, int: object = {}) =>
  written("telemetry-report-1.0", "1.0", instructions, int);
const v20 = (instructions = 0xac00) => written("telemetry-report-2.0", "2.1", instructions);
/** Offset of the shim behind the report's header, Ethernet, IPv4 and UDP. */
const SHIM_10 = 16 + 14 + 20 + 8;
const SHIM_20 = 20 + 14 + 20 + 8;
/** Three hops of 0xff00 by a length that counts each of the two wide times as one word: 9 words instead of 11. */
const UNDERRUN = 3 + 3 * 9;

type Read = { reason: string; report: DecodedReport | null; told: string[] };
function read(bytes: Uint8Array): Read {
  const counters = createDecodeCounters();
  batch.clear();
  const reason = decodeDatagram(bytes, 0, bytes.length, DEFAULT_OPTIONS, batch);
  countDatagram(counters, reason, batch.reports, batch.hops);
  countMarks(counters, batch);
  return {
    reason: REASONS[reason].code,
    report: batch.reports === 1 ? reportAt(batch, 0) : null,
    told: deviationsOf(counters).map(({ name }) => name),
  };
}

describe("[T24] [T25] exporters as they are", () => {
  it.each<[string, string[], Uint8Array, number[][]]>([
    [
      "LAO (P4-INT on BMv2): no report length, DSCP in byte 2 of the shim",
      ["report20-length-zero"],
      fromHex(`20400029 00000003 13000020 00000000 00000000 00000a00 03020000 00000001 0800455c
        00a80001 00003d11 64e60a00 01010a00 0302c350 1f900094 12341009 00002000 0207a000
        00000000 00000000 00030000 00fa0000 00020000 01900000 00010000 0136`),
      [
        [1, 310],
        [2, 400],
        [3, 250],
      ],
    ],
    ["no individual header", ["report20-no-individual"], without(v20(), 8, 20), READ],
    ["an individual header of 4 bytes (SRv6)", ["report20-short-individual"], without(v20(), 12, 20), READ],
    [
      "MAND XD: version 1, IPv4 announced before Ethernet, items behind the end",
      ["report20-version-1"],
      edited(v20().subarray(0, SHIM_20 + 12), [0, 0x10], [1, 0x40], [8, 0x14]),
      [],
    ],
    ["IPv4 announced before Ethernet", ["inner-type-mismatch"], edited(v20(), [8, 0x14]), READ],
    ["shim type MX before an MD stack", ["shim2-type-mx-as-md"], edited(v20(), [SHIM_20, 0x30]), READ],
    [
      "wide times counted once",
      ["shim2-length-underrun"],
      edited(v20(0xff00), [SHIM_20 + 1, UNDERRUN]),
      READ,
    ],
    ["words per hop of INT 2.1", ["hop-length-wrong"], edited(v20(), [SHIM_20 + 6, 5]), READ],
    [
      "MAND 1.0: 16 words per hop said, 9 written",
      ["hop-length-wrong"],
      edited(v10(0xff00), [SHIM_10 + 6, 16]),
      READ,
    ],
    [
      "BARU (int-p4): the bitmap in the low byte",
      ["bitmap-low-byte"],
      edited(v10(0xfc00), [SHIM_10 + 8, 0], [SHIM_10 + 9, 0xfc]),
      READ,
    ],
  ])("%s: %j", (_, names, bytes, nodes) => {
    const { reason, report, told } = read(bytes);
    expect([reason, told]).toEqual(["ok", names]);
    expect(report?.hops.map((hop) => [hop.nodeId, hop.hopLatency])).toEqual(nodes);
    // what is counted can be said to its maker
    for (const name of names) expect(deviationSentence(name)).toMatch(/^[A-Z].*\.$/);
  });

  it("a length that counts times once and fits whole hops all the same is read strictly: nothing contradicts it", () => {
    const { report, told } = read(edited(v20(0xac00), [SHIM_20 + 1, 3 + 3 * 4]));
    expect([told, report?.hops.map((hop) => hop.nodeId)]).toEqual([[], [5, 6]]);
  });

  it("MAND 2.1: no individual header, type MX, a length that counts times once, and the stack cut by the UDP length", () => {
    const whole = edited(without(v20(0xff00), 8, 20), [SHIM_20 - 12, 0x30], [SHIM_20 - 11, UNDERRUN]);
    const { reason, report, told } = read(whole.subarray(0, whole.length - 28));
    const names = [
      "report20-no-individual",
      "shim2-length-underrun",
      "shim2-type-mx-as-md",
      "truncated-stack",
    ];
    expect([reason, told.toSorted()]).toEqual(["ok", names]);
    // the oldest hop lies behind the end
    expect(report?.hops.map((hop) => [hop.nodeId, hop.hopLatency])).toEqual(READ.slice(1));
  });

  it("AML (NoviFlow): a tagged packet inside, latencies of all ones are egress minus ingress", () => {
    const absent = HOPS.map((hop) => ({ ...hop, hopLatency: 0xffffffff }));
    const bytes = inserted(v10(0xfc00, { hops: absent }), 16 + 12, 0x81, 0, 0, 100);
    const { reason, report, told } = read(bytes);
    expect([reason, told]).toEqual(["ok", []]);
    expect(report?.hops.map((hop) => hop.hopLatency)).toEqual([null, null, null]);
    const matcher = new Matcher([
      { id: "s", flows: [], from: { nodeId: 7 }, to: { nodeId: 6 }, plUs: 1, dlUs: 2 },
    ]);
    expect(matcher.match(batch, 0)).toBe(1);
    expect([...matcher.sampleUs.subarray(0, 4)].map((us) => Math.round(1_000 * us))).toEqual([
      960, 250, 400, 310,
    ]);
  });

  it("GEANT and SUG: a sink's uptime in place of its latency is absent, and said", () => {
    const hops = HOPS.map((hop, i) =>
      i === 2 ? { ...hop, hopLatency: 8_422_467, egressTs: 8_422_467 } : hop,
    );
    const { report, told } = read(v10(0xa400, { hops }));
    expect(told).toEqual(["sink-clone-latency"]);
    expect(report?.hops.map((hop) => hop.hopLatency)).toEqual([250, 400, null]);
  });

  it.each([
    ["DTA key-write", "01000100 00003200 00000700"],
    ["DTA postcard", "04000000 2a020000 0007"],
    ["STA stamp in the payload", "0f100000 00000001 00000000 0000002a"],
    ["two deviations of one place", "20400029 00000003 13000020 00000000"],
  ])("%s is no report", (_, hex) => {
    const { reason, report } = read(fromHex(hex));
    expect([reason === "ok", report]).toEqual([false, null]);
  });
});
