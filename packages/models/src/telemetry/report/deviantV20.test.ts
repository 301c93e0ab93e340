import { describe, expect, it } from "vitest";
import { ReportBatch } from "../batch.ts";
import type { DecodedReport } from "../decodeLine.ts";
import { decodeDatagram } from "../decoder.ts";
import { encodeReport } from "../encode/encoder.ts";
import { reportAt } from "../json.ts";
import { DEFAULT_OPTIONS } from "../profile/profile.ts";
import { REASONS } from "../reasons.ts";

const batch = new ReportBatch();
function read(bytes: Uint8Array): { reason: string; report: DecodedReport | null } {
  batch.clear();
  const reason = REASONS[decodeDatagram(bytes, 0, bytes.length, DEFAULT_OPTIONS, batch)].code;
  return { reason, report: batch.reports === 1 ? reportAt(batch, 0) : null };
}
/** A strict report v2.0 around INT-MD v2.1 with two hops: group 8, individual 12, then Ethernet. */
function strict(): Uint8Array {
  const bytes = new Uint8Array(600);
  const end = encodeReport(bytes, 0, {
    format: "telemetry-report-2.0",
    nodeId: 3,
    sequence: 41,
    flags: { tracked: true },
    flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort: 2 },
    dscp: 0,
    int: {
      version: "2.1",
      instructions: 0xac00,
      remaining: 3,
      hops: [
        { nodeId: 7, hopLatency: 250, ingressTs: 1000, egressTs: 1250 },
        { nodeId: 5, hopLatency: 400, ingressTs: 2000, egressTs: 2400 },
      ],
    },
  });
  return bytes.slice(0, end);
}
const SHIM = 8 + 12 + 14 + 20 + 8;
const edited = (bytes: Uint8Array, ...edits: [number, number][]): Uint8Array => {
  const copy = bytes.slice();
  for (const [at, value] of edits) copy[at] = value;
  return copy;
};
const without = (bytes: Uint8Array, from: number, to: number): Uint8Array =>
  Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(to)]);

describe("[T24] reports v2.0 that deviate by name", () => {
  it.each([
    ["report20-length-zero", edited(strict(), [9, 0])],
    ["report20-no-individual", without(strict(), 8, 20)],
    ["inner-type-mismatch", edited(strict(), [8, 0x14])],
    ["shim2-type-mx-as-md", edited(strict(), [SHIM, 0x30])],
    // each hop has 6 words, of which the length counts 4
    ["shim2-length-underrun", edited(strict(), [SHIM + 1, 3 + 8])],
  ])("%s", (name, bytes) => {
    const { reason, report } = read(bytes);
    expect(reason).toBe("ok");
    expect(report?.warnings).toContain(name);
    expect(report?.hops.map((hop) => [hop.nodeId, hop.hopLatency])).toEqual([
      [7, 250],
      [5, 400],
    ]);
  });

  it("a report v2.0 that says version 1 keeps its flow, and no item that lies behind its end", () => {
    const bytes = edited(strict().subarray(0, SHIM + 12), [0, 0x10], [1, 0x40], [8, 0x14]);
    const { reason, report } = read(bytes);
    expect(reason).toBe("ok");
    expect(report?.warnings).toContain("report20-version-1");
    expect(report).toMatchObject({ nodeId: 3, hops: [], flow: { src: "10.0.0.1", dst: "10.0.0.2" } });
  });

  it("a stack that such a report cuts keeps its whole hops and nothing behind its end", () => {
    const bytes = without(strict(), 8, 20);
    // one hop of 6 words and a half of the other
    const cut = bytes.subarray(0, SHIM - 12 + 16 + 4 * 9);
    const { report } = read(cut);
    expect(report?.warnings).toEqual(expect.arrayContaining(["report20-no-individual", "truncated-stack"]));
    expect(report?.hops.map((hop) => hop.nodeId)).toEqual([5]);
    // the words of a domain lie behind the hops
    const DOMAIN = SHIM - 12 + 4 + 6;
    const edits: [number, number][] = [
      [DOMAIN, 0x54],
      [DOMAIN + 1, 0x53],
      [DOMAIN + 2, 0x80],
      [SHIM - 12 + 1, 3 + 12 + 2],
    ];
    expect(read(edited(cut, ...edits)).report).toBeNull();
  });

  it("a report length of 0 without a packet that explains it stays refused", () => {
    expect(read(edited(strict(), [9, 0], [8, 0x10])).reason).toBe("report-length");
    expect(read(edited(strict(), [9, 0], [SHIM + 1, 0xff])).reason).toBe("report-length");
  });
});
