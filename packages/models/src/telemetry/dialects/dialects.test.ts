import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ReportBatch } from "../batch.ts";
import type { DecodedReport } from "../decodeLine.ts";
import { decodeDatagram } from "../decoder.ts";
import { encodeReport } from "../encode/encoder.ts";
import type { ReportInput } from "../encode/input.ts";
import { reportAt } from "../json.ts";
import { compileProfile, type ExporterProfile, exporterProfileSchema } from "../profile/profile.ts";
import { REASONS } from "../reasons.ts";
import { DIALECT_IDS, DIALECTS } from "./dialects.ts";

const buffer = new Uint8Array(2048);

function decode(
  bytes: Uint8Array,
  profile: Partial<ExporterProfile>,
): { reason: string; report: DecodedReport } {
  const batch = new ReportBatch();
  const options = compileProfile(exporterProfileSchema.parse(profile));
  const reason = decodeDatagram(bytes, 0, bytes.length, options, batch);
  return { reason: REASONS[reason].code, report: reportAt(batch, 0) };
}

const FLOW = { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1000, dstPort: 2000 };
const report = (over: Partial<ReportInput>): Uint8Array =>
  buffer.slice(
    0,
    encodeReport(buffer, 0, {
      format: "telemetry-report-1.0",
      nodeId: 1,
      sequence: 1,
      timestamp: 1,
      flags: { tracked: true },
      flow: FLOW,
      ...over,
    }),
  );
const int = (instructions: number, hops: object[]): ReportInput["int"] => ({
  version: "1.0",
  instructions,
  remaining: 7,
  hops,
});

/** Offset of the INT shim in `report` with an Ethernet/IPv4/UDP inner packet. */
const SHIM = 16 + 14 + 20 + 8;

describe("dialects", () => {
  type Vector = { id: string; hex: string; expected: DecodedReport[] };
  const vectors = JSON.parse(
    readFileSync(new URL("../fixtures/reports.json", import.meta.url), "utf8"),
  ) as Vector[];

  it.each([
    ["G1", "onos-bmv2"],
    ["G2", "onos-bmv2"],
    ["H1", "geant-bmv2"],
    ["H2", "geant-tofino"],
    ["E1", "fabric-tna"],
    ["E2", "fabric-tna-bmv2"],
    ["I4", "host-int"],
  ] as const)("[T17] vector %s reads the same with the profile of %s as without", (id, dialect) => {
    const vector = vectors.find((v) => v.id === id)!;
    const bytes = new Uint8Array(Buffer.from(vector.hex, "hex"));
    expect(decode(bytes, { dialect })).toEqual(decode(bytes, {}));
  });

  it("[T17] an ONOS report that was cut keeps its whole hops and is marked; a standard one is refused", () => {
    const vector = vectors.find((v) => v.id === "G1")!;
    const bytes = new Uint8Array(Buffer.from(vector.hex, "hex"));
    const cut = bytes.subarray(0, bytes.length - 4);
    expect(decode(cut, {}).report).toMatchObject({
      hops: [],
      warnings: ["truncated-stack", "ver-nibble-mismatch"],
    });
    const standard = cut.slice();
    standard.set([0x00, 0x41], 2);
    expect(decode(standard, {}).reason).toBe("int-truncated");
  });

  it("[T17] Host-INT: report with an inner IPv4 packet, two hops, no tail", () => {
    const header = [0x04, 0x20, 0, 1, 0, 0, 0, 9, 0, 0, 0, 1];
    const ip = [0x45, 0, 0, 76, 0, 0, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2];
    const udp = [0, 7, 0, 8, 0, 56, 0, 0];
    const hop = (node: number): number[] => [0, 0, 0, node, 0, 5, 0, 5, 0, 0, 1, node, 0, 0, 1, node];
    const int = [3, 0, 12, 0, 0, 4, 2, 2, 0xcc, 0, 0, 0, ...hop(2), ...hop(1), 0, 0, 0x10, 0x92];
    const { reason, report: decoded } = decode(Uint8Array.from([...header, ...ip, ...udp, ...int]), {});
    expect(reason).toBe("ok");
    expect(decoded).toMatchObject({ int: "0.5", hwId: 1, sequence: 9, flow: { srcPort: 7, dstPort: 8 } });
    expect(decoded.hops.map((h) => [h.nodeId, h.ingressPort, h.egressTs])).toEqual([
      [1, 5, 257],
      [2, 5, 258],
    ]);
  });

  it("[T17] every id stands once in the list", () => {
    expect(DIALECTS.map((d) => d.id)).toEqual([...DIALECT_IDS]);
  });
});

describe("what the profile settles", () => {
  // bits 0, 4 and 6: 4 words in both width profiles, with different bytes
  const ambiguous = report({
    int: int(0x8a00, [
      { nodeId: 5, ingressTs: 7, level2IngressPort: 0x00010002, level2EgressPort: 0x00030004 },
    ]),
  });

  it("[T17] item widths: standard is assumed and marked, a profile is obeyed", () => {
    const assumed = decode(ambiguous, {}).report;
    expect(assumed.hops[0]).toMatchObject({
      ingressTs: 7,
      level2IngressPort: 0x00010002,
      level2EgressPort: 0x00030004,
    });
    expect(assumed.warnings).toEqual(["width-assumed"]);
    expect(decode(ambiguous, { itemWidths: "standard" }).report.warnings).toEqual([]);
    const wide = decode(ambiguous, { itemWidths: "wide" }).report;
    expect(wide.hops[0]).toMatchObject({
      ingressTs: 7 * 2 ** 32 + 0x00010002,
      level2IngressPort: 3,
      level2EgressPort: 4,
    });
    expect(wide.warnings).toEqual([]);
  });

  it("[T17] an empty stack is accepted whatever its words per hop (GEANT commands3)", () => {
    const bytes = report({ int: int(0x8000, []) });
    bytes.set([0x00, 0xc0], SHIM + 8);
    bytes[SHIM + 6] = 5;
    expect(decode(bytes, {}).report).toMatchObject({
      hops: [],
      warnings: ["width-assumed"],
      remainingHopCount: 7,
    });
  });

  it("[T17] the sink's uptime is no latency (GEANT on BMv2)", () => {
    const egressNs = 60_000_973_000;
    const bytes = report({
      int: {
        ...int(0xac00, [])!,
        version: "2.1",
        hops: [{ nodeId: 5, hopLatency: 60_000_973, ingressTs: egressNs - 850_000, egressTs: egressNs }],
      },
    });
    // the same block as GEANT's v1.0: shim type 1, 3 + 6 words, version 1
    const wide = new Uint8Array(bytes.length - 4);
    wide.set(bytes.subarray(0, SHIM));
    wide.set([0x01, 0, 9, 0, 0x10, 0, 6, 7, 0xac, 0, 0, 0], SHIM);
    wide.set(bytes.subarray(SHIM + 16), SHIM + 12);
    const { report: decoded } = decode(wide, {});
    expect(decoded.warnings).toEqual(["sink-clone-latency"]);
    expect(decoded.hops[0]).toMatchObject({ nodeId: 5, hopLatency: null, egressTs: egressNs });
  });

  it("[T17] v0.4 and v0.5 differ in the position of E", () => {
    const bytes = report({
      format: "telemetry-report-0.5",
      int: { ...int(0x8000, [{ nodeId: 3 }])!, version: "0.5" },
    });
    const header = 12 + 14 + 20 + 8 + 4;
    expect(decode(bytes, {}).report).toMatchObject({ int: "0.5", warnings: [], flow: FLOW });
    bytes[header] = 0x04;
    expect(decode(bytes, {}).report).toMatchObject({ int: "0.5", warnings: [] });
    expect(decode(bytes, { intLayout: "0.4" }).report).toMatchObject({
      int: "0.4",
      warnings: ["hop-limit-exceeded"],
    });
  });

  it("[T17] TCP options: INT behind them, or behind the first 20 bytes", () => {
    const plain = report({ flow: { ...FLOW, proto: 6 }, int: int(0x8000, [{ nodeId: 3 }]) });
    const l4 = 16 + 14 + 20;
    const withOptions = (optionsFirst: boolean): Uint8Array => {
      const bytes = new Uint8Array(plain.length + 8);
      const options = new Uint8Array(8).fill(1);
      bytes.set(plain.subarray(0, l4 + 20));
      bytes.set(
        optionsFirst ? [...options, ...plain.subarray(l4 + 20)] : [...plain.subarray(l4 + 20), ...options],
        l4 + 20,
      );
      bytes[l4 + 12] = 0x70;
      bytes[l4 - 20 + 3] += 8;
      return bytes;
    };
    for (const [optionsFirst, placement] of [
      [true, "after-options"],
      [false, "after-fixed-header"],
    ] as const) {
      const bytes = withOptions(optionsFirst);
      for (const tcpPlacement of ["auto", placement] as const) {
        expect(decode(bytes, { tcpPlacement }).report.hops).toMatchObject([{ nodeId: 3 }]);
      }
      const other = optionsFirst ? "after-fixed-header" : "after-options";
      expect(decode(bytes, { tcpPlacement: other }).reason).not.toBe("ok");
    }
  });

  it("[T17] a marker without INT: refused alone, kept beside the report's own metadata", () => {
    const marked = report({ int: int(0x8000, [{ nodeId: 3 }]) });
    marked[SHIM] = 0x77;
    expect(decode(marked, {}).reason).toBe("int-shim-type");
    const own = report({
      metadata: { instructions: 0x4000, hop: { ingressPort: 1, egressPort: 2 } },
      int: int(0x8000, [{ nodeId: 3 }]),
    });
    own[SHIM + 4] = 0x77;
    expect(decode(own, {}).report).toMatchObject({
      int: null,
      mode: "xd",
      hops: [{ nodeId: 1 }],
      warnings: ["int-unreadable"],
    });
  });

  it("[T17] without a marker INT is read only in a report of a tracked flow", () => {
    const bytes = (tracked: boolean): Uint8Array => {
      const made = report({ flags: { tracked, congested: true }, int: int(0x8000, [{ nodeId: 3 }]) });
      made[16 + 14 + 1] = 0;
      return made;
    };
    expect(decode(bytes(true), {}).report.hops).toMatchObject([{ nodeId: 3 }]);
    expect(decode(bytes(false), {}).report).toMatchObject({ int: null, mode: null, hops: [] });
  });
});
