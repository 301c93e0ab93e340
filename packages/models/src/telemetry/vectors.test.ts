import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FORMAT_10, HAS_PORTS, ReportBatch } from "./batch.ts";
import type { DecodedReport } from "./decodeLine.ts";
import { decodeDatagram } from "./decoder.ts";
import { decodeGeneve, decodeGre, decodeVxlanGpe } from "./int/carriers.ts";
import { decodeInt } from "./int/shim.ts";
import { reportAt } from "./json.ts";
import { compileProfile, DEFAULT_OPTIONS, exporterProfileSchema } from "./profile/profile.ts";
import { REASONS } from "./reasons.ts";

type Vector = { id: string; about: string; profile?: object; hex: string };
type IntVector = Vector & { expected: Partial<DecodedReport> };
type ReportVector = Vector & { expected: DecodedReport[] };
type Malformed = Vector & { parser: string; reason: string };

const load = <T>(name: string): T[] =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), "utf8")) as T[];
const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));
const optionsOf = (profile: object | undefined) => compileProfile(exporterProfileSchema.parse(profile ?? {}));
const ABSENT = {
  nodeId: null,
  ingressPort: null,
  egressPort: null,
  hopLatency: null,
  queueId: null,
  queueDepth: null,
  ingressTs: null,
  egressTs: null,
};
const withAbsent = (hops: object[] = []): object[] => hops.map((hop) => ({ ...ABSENT, ...hop }));

/** Runs the INT codec alone on a report whose flow is known, as if the shim stood behind a UDP header. */
function runInt(vector: Vector): { reason: string; report: DecodedReport } {
  const batch = new ReportBatch();
  const bytes = bytesOf(vector.hex);
  const r = batch.begin(FORMAT_10);
  batch.family[r] = 4;
  batch.has[r] |= HAS_PORTS;
  const reason = decodeInt(
    new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    0,
    bytes.length,
    false,
    optionsOf(vector.profile),
    batch,
    r,
  );
  batch.end(r);
  return { reason: REASONS[reason].code, report: reportAt(batch, r) };
}

describe("vectors of INT headers", () => {
  it.each(load<IntVector>("int"))("[T2] $id: $about", (vector) => {
    const { reason, report } = runInt(vector);
    expect(reason).toBe("ok");
    const { hops, ...rest } = vector.expected;
    expect(report).toMatchObject(rest);
    expect(report.hops).toEqual(withAbsent(hops));
  });
});

describe("vectors of carriers", () => {
  const carriers = { "vxlan-gpe": decodeVxlanGpe, geneve: decodeGeneve, gre: decodeGre };
  type Carried = Vector & { parser: keyof typeof carriers; expected: Partial<DecodedReport> };

  it.each(load<Carried>("carriers"))("[T18] $id: $about", ({ parser, hex, expected }) => {
    const batch = new ReportBatch();
    const bytes = bytesOf(hex);
    const r = batch.begin(FORMAT_10);
    const reason = carriers[parser](
      batch.viewOf(bytes),
      bytes.byteOffset,
      bytes.byteOffset + bytes.length,
      DEFAULT_OPTIONS,
      batch,
      r,
    );
    expect(REASONS[reason].code).toBe("ok");
    batch.end(r);
    const { hops, ...rest } = expected;
    expect(reportAt(batch, r)).toMatchObject(rest);
    expect(reportAt(batch, r).hops).toEqual(withAbsent(hops));
  });

  it.each(load<Carried>("carriers"))("[T18] $id inside a report", ({ parser, hex, expected }) => {
    const batch = new ReportBatch();
    const carried = bytesOf(hex);
    const proto = parser === "gre" ? 47 : 17;
    const l4 =
      parser === "gre"
        ? [0, 0, 0x12, 0x34]
        : [0, 1, ...(parser === "geneve" ? [0x17, 0xc1] : [0x12, 0xb6]), 0, 0, 0, 0];
    const totalBytes = 20 + l4.length + carried.length;
    const ip = [0x45, 0, 0, totalBytes, 0, 0, 0, 0, 64, proto, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2];
    const bytes = Uint8Array.from([
      0x14,
      0x20,
      0,
      0x40,
      0,
      0,
      0,
      9,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      1,
      ...ip,
      ...l4,
      ...carried,
    ]);
    const options = optionsOf({ greProtocol: 0x1234 });
    expect(REASONS[decodeDatagram(bytes, 0, bytes.length, options, batch)].code).toBe("ok");
    expect(reportAt(batch, 0)).toMatchObject({
      nodeId: 9,
      int: expected.int,
      flow: { src: "10.0.0.1", proto },
    });
    expect(reportAt(batch, 0).hops).toEqual(withAbsent(expected.hops));
  });

  it.each(load<Carried>("carriers"))("[T18] $id cut anywhere is refused", ({ parser, hex }) => {
    const bytes = bytesOf(hex);
    for (let length = 0; length < bytes.length; length++) {
      const batch = new ReportBatch(32, 2081);
      const r = batch.begin(FORMAT_10);
      const at = bytes.byteOffset;
      const reason = carriers[parser](batch.viewOf(bytes), at, at + length, DEFAULT_OPTIONS, batch, r);
      expect(REASONS[reason].code).toBe("int-truncated");
    }
  });
});

describe("vectors of reports", () => {
  it.each(load<ReportVector>("reports"))("[T1] $id: $about", (vector) => {
    const batch = new ReportBatch();
    const bytes = bytesOf(vector.hex);
    expect(REASONS[decodeDatagram(bytes, 0, bytes.length, optionsOf(vector.profile), batch)].code).toBe("ok");
    const reports = Array.from({ length: batch.reports }, (_, r) => reportAt(batch, r));
    expect(reports).toEqual(vector.expected.map((e) => ({ ...e, hops: withAbsent(e.hops) })));
  });
});

describe("malformed vectors", () => {
  const rows = load<Malformed>("malformed");

  it.each(rows.filter((v) => v.parser === "int"))("[T4] $id is refused: $about", (vector) => {
    expect(runInt(vector).reason).toBe(vector.reason);
  });

  it.each(rows.filter((v) => v.parser === "report"))("[T4] $id is refused: $about", (vector) => {
    const batch = new ReportBatch();
    const bytes = bytesOf(vector.hex);
    expect(REASONS[decodeDatagram(bytes, 0, bytes.length, optionsOf(undefined), batch)].code).toBe(
      vector.reason,
    );
    expect([batch.reports, batch.hops]).toEqual([0, 0]);
  });
});
