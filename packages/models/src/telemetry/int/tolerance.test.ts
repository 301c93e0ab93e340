import { describe, expect, it } from "vitest";
import { ReportBatch } from "../batch.ts";
import type { DecodedReport } from "../decodeLine.ts";
import { decodeDatagram } from "../decoder.ts";
import { encodeReport } from "../encode/encoder.ts";
import type { HopInput, ReportInput } from "../encode/input.ts";
import { reportAt } from "../json.ts";
import { DEFAULT_OPTIONS } from "../profile/profile.ts";
import { REASONS } from "../reasons.ts";

const batch = new ReportBatch();
function read(bytes: Uint8Array): { reason: string; reports: DecodedReport[] } {
  batch.clear();
  const reason = REASONS[decodeDatagram(bytes, 0, bytes.length, DEFAULT_OPTIONS, batch)].code;
  return { reason, reports: Array.from({ length: batch.reports }, (_, r) => reportAt(batch, r)) };
}
const HOPS: HopInput[] = [
  { nodeId: 7, ingressPort: 1, egressPort: 2, hopLatency: 250, queueId: 0, queueDepth: 3 },
  { nodeId: 5, ingressPort: 2, egressPort: 3, hopLatency: 400, queueId: 0, queueDepth: 0 },
];
function written(change: Partial<ReportInput> = {}, int: object = {}): Uint8Array {
  const bytes = new Uint8Array(600);
  const end = encodeReport(bytes, 0, {
    format: "telemetry-report-1.0",
    nodeId: 5,
    sequence: 1,
    timestamp: 9,
    flags: { tracked: true },
    flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort: 2 },
    int: { version: "1.0", instructions: 0xf000, remaining: 3, hops: HOPS, ...int },
    ...change,
  });
  return bytes.slice(0, end);
}
/** Offset of the INT header in a report v1.0: header, Ethernet, IPv4, UDP, shim. */
const INT_10 = 16 + 14 + 20 + 8 + 4;
const changed = (bytes: Uint8Array, ...edits: [number, number][]): Uint8Array => {
  const copy = bytes.slice();
  for (const [at, value] of edits) copy[at] = value;
  return copy;
};
const nodesOf = ({ reports }: ReturnType<typeof read>) => reports[0]?.hops.map((hop) => hop.nodeId);

describe("[T24] INT headers that deviate by name", () => {
  it("a bitmap in the low byte of its field is read as meant, and said", () => {
    const found = read(changed(written(), [INT_10 + 4, 0], [INT_10 + 5, 0xf0]));
    expect(found.reports[0]?.warnings).toEqual(["bitmap-low-byte"]);
    expect(found.reports[0]?.hops.map((hop) => hop.hopLatency)).toEqual([250, 400]);
  });

  it("GEANT's v0.4 with 8-byte timestamps and its bitmap in the low byte", () => {
    const hops = HOPS.map((hop, i) => ({
      ...hop,
      ingressTs: 1_000_000 * i,
      egressTs: 1_000_000 * i + 250_000,
    }));
    const strict = written(
      { dscp: 0 },
      { version: "0.4", instructions: 0xff00, hops, style: { wide: true } },
    );
    const found = read(changed(strict, [INT_10 + 4, 0], [INT_10 + 5, 0xff]));
    expect(found.reports[0]?.warnings).toContain("bitmap-low-byte");
    expect(found.reports[0]?.int).toBe("0.4");
    expect(found.reports[0]?.hops).toEqual(read(strict).reports[0]?.hops);
    expect(found.reports[0]?.hops.map((hop) => hop.egressTs)).toEqual([250_000, 1_250_000]);
  });

  it("reserved bits that are no low byte either are refused, not read as hops without items", () => {
    // three reserved bits in four words a hop
    const bytes = changed(written(), [INT_10 + 4, 0], [INT_10 + 5, 0x70]);
    expect(read(bytes)).toEqual({ reason: "hop-length-mismatch", reports: [] });
  });

  it("words per hop that the bitmap contradicts are read by the bitmap when only that divides the stack", () => {
    const found = read(changed(written(), [INT_10 + 2, 5]));
    expect(found.reports[0]?.warnings).toEqual(["hop-length-wrong"]);
    expect(nodesOf(found)).toEqual([7, 5]);
    // 8 words are two hops of four or four of two: nothing tells which
    expect(read(changed(written(), [INT_10 + 2, 2])).reason).toBe("hop-length-mismatch");
  });

  it("a stack that no reading explains stays refused for the reason of the specification", () => {
    const bytes = changed(written(), [INT_10 + 4, 0xe0], [INT_10 + 2, 5]);
    expect(read(bytes)).toEqual({ reason: "hop-length-mismatch", reports: [] });
  });
});

describe("[T25] a sink's uptime is no latency", () => {
  const uptime = 8_422_467;
  const sink = { nodeId: 5, hopLatency: uptime };
  const hops = [{ nodeId: 7, hopLatency: 250 }, sink];

  it.each([
    ["without timestamps, in a report without its own", { timestamp: 0 }, 0xa000, hops],
    ["with an ingress timestamp alone", {}, 0xa800, hops.map((hop) => ({ ...hop, ingressTs: uptime - 640 }))],
    ["with an egress timestamp alone", {}, 0xa400, hops.map((hop) => ({ ...hop, egressTs: uptime }))],
  ])("%s", (_, change, instructions, given) => {
    const [report] = read(written(change, { instructions, hops: given })).reports;
    expect(report?.warnings).toContain("sink-clone-latency");
    expect(report?.hops.map((hop) => hop.hopLatency)).toEqual([250, null]);
  });

  it("half a second in a full queue is a latency, whatever the clock says", () => {
    const queued = [{ nodeId: 5, hopLatency: 559_000, ingressTs: 12_400_000 }];
    const change = { timestamp: 12_400_000 };
    expect(
      read(written(change, { instructions: 0xa800, hops: queued })).reports[0]?.hops[0]?.hopLatency,
    ).toBe(559_000);
    // ten minutes after its start, a thousandth of the clock is as long
    const late = [{ nodeId: 5, hopLatency: 600_000, ingressTs: 599_400_000, egressTs: 600_000_000 }];
    expect(read(written(change, { instructions: 0xac00, hops: late })).reports[0]?.hops[0]?.hopLatency).toBe(
      600_000,
    );
  });

  it("a long latency of a report with its own timestamp stays, and so does one that its timestamps agree with", () => {
    expect(read(written({}, { instructions: 0xa000, hops })).reports[0]?.hops[1]?.hopLatency).toBe(uptime);
    const agreed = [{ ...sink, ingressTs: 1e9, egressTs: 1e9 + uptime }];
    const [report] = read(written({ timestamp: 0 }, { instructions: 0xac00, hops: agreed })).reports;
    expect(report?.hops[0]?.hopLatency).toBe(uptime);
  });
});
