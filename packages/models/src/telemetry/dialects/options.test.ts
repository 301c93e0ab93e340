import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FORMAT_PACKET, ReportBatch } from "../batch.ts";
import type { DecodedReport } from "../decodeLine.ts";
import { decodeDatagram } from "../decoder.ts";
import { reportAt } from "../json.ts";
import { compileProfile, exporterProfileSchema } from "../profile/profile.ts";
import { REASONS } from "../reasons.ts";
import { readMri } from "./mri.ts";
import { encodeTcpInt, readTcpInt, type TcpIntOption } from "./tcpInt.ts";

type Vector<E> = { id: string; about: string; parser: string; hex: string; expected: E };
const fixture = <T>(name: string): T[] =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8")) as T[];
const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));
const options = fixture<Vector<unknown>>("options.json");
const malformed = fixture<Vector<never> & { reason: string }>("malformed.json");

/** Reads a TCP or IPv4 option alone. */
function readOption(parser: string, bytes: Uint8Array): { reason: string; report: DecodedReport } {
  const batch = new ReportBatch();
  const r = batch.begin(FORMAT_PACKET);
  const view = new DataView(bytes.buffer);
  const reason =
    parser === "mri"
      ? readMri(view, 0, bytes.length, batch, r)
      : readTcpInt(view, 0, bytes.length, false, batch, r);
  batch.end(r);
  return { reason: REASONS[reason].code, report: reportAt(batch, r) };
}

/** A mirrored packet: the option inside an IPv4 or TCP header, read with the dialect's profile. */
function readPacket(
  dialect: "mri" | "tcp-int",
  option: Uint8Array,
): { reason: string; report: DecodedReport } {
  const words = option.length / 4;
  const [ip, tcp] = dialect === "mri" ? [5 + words, 5] : [5, 5 + words];
  const bytes = new Uint8Array(4 * (ip + tcp));
  bytes.set([0x40 | ip, 0, 0, bytes.length, 0, 0, 0, 0, 64, 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]);
  bytes.set([0, 7, 0, 8], 4 * ip);
  bytes[4 * ip + 12] = tcp << 4;
  bytes.set(option, dialect === "mri" ? 20 : 4 * ip + 20);
  const batch = new ReportBatch();
  const compiled = compileProfile(exporterProfileSchema.parse({ dialect }));
  const reason = REASONS[decodeDatagram(bytes, 0, bytes.length, compiled, batch)].code;
  return { reason, report: reportAt(batch, 0) };
}

describe("vectors of options and probes", () => {
  it.each(options.filter((v) => v.parser === "tcp-int"))("[T19] $id: $about", ({ hex, expected }) => {
    expect(readOption("tcp-int", bytesOf(hex))).toMatchObject({ reason: "ok", report: { tcpInt: expected } });
    const { reason, report } = readPacket("tcp-int", bytesOf(hex));
    expect(reason).toBe("ok");
    expect(report).toMatchObject({ format: "packet", tcpInt: expected, hops: [], warnings: [] });
    const written = new Uint8Array(12);
    encodeTcpInt(written, 0, expected as TcpIntOption);
    expect(Buffer.from(written).toString("hex")).toBe(hex);
  });

  it.each(options.filter((v) => v.parser === "mri"))("[T19] $id: $about", ({ hex, expected }) => {
    for (const { reason, report } of [readOption("mri", bytesOf(hex)), readPacket("mri", bytesOf(hex))]) {
      expect(reason).toBe("ok");
      expect(report).toMatchObject({ int: "mri", hops: expected });
      for (const hop of report.hops) expect(hop).toMatchObject({ queueId: null, hopLatency: null });
    }
  });

  it.each(malformed.filter((v) => v.parser === "tcp-int" || v.parser === "mri"))(
    "[T4] $id is refused: $about",
    ({ parser, hex, reason }) => {
      expect(readOption(parser, bytesOf(hex)).reason).toBe(reason);
      expect(readPacket(parser as "mri" | "tcp-int", bytesOf(hex)).reason).toBe(reason);
    },
  );
});

describe("laid-out vectors [int-vectors]", () => {
  const GROUPS = {
    A: 5,
    B: 5,
    C: 7,
    D: 2,
    E: 2,
    F: 2,
    G: 2,
    H: 2,
    I: 4,
    J: 2,
    K: 2,
    L: 2,
    M: 2,
    N: 2,
    P: 4,
    X: 12,
  };

  it("[T1] all 45 valid and 12 malformed vectors stand in the fixtures", () => {
    const wanted = Object.entries(GROUPS).flatMap(([group, count]) =>
      Array.from({ length: count }, (_, i) => `${group}${i + 1}`),
    );
    expect(wanted.length).toBe(45 + 12);
    const found = readdirSync(new URL("../fixtures/", import.meta.url))
      .filter((name) => name.endsWith(".json"))
      .flatMap((name) => fixture<{ id?: string }>(name).map(({ id }) => id));
    expect(wanted.filter((id) => !found.includes(id))).toEqual([]);
  });
});
