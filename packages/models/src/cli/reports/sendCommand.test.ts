import { createSocket, type Socket } from "node:dgram";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import {
  compileProfile,
  DEFAULT_OPTIONS,
  type DecodedReport,
  decodeDatagram,
  exporterProfileSchema,
  OK,
  ReportBatch,
  reportAt,
} from "../../telemetry/index.ts";

const sockets: Socket[] = [];

/** A receiver on a free port of loopback, and a promise of its first `count` datagrams. */
async function receiver(count: number): Promise<{ to: string; datagrams: Promise<Uint8Array[]> }> {
  const socket = createSocket({ type: "udp4", recvBufferSize: 1 << 20 });
  sockets.push(socket);
  const received: Uint8Array[] = [];
  const datagrams = new Promise<Uint8Array[]>((resolve) => {
    socket.on("message", (message) => {
      received.push(message);
      if (received.length === count) resolve(received);
    });
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return { to: `127.0.0.1:${socket.address().port}`, datagrams };
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

function decodeAll(datagrams: readonly Uint8Array[], options = DEFAULT_OPTIONS) {
  const batch = new ReportBatch();
  return datagrams.map((bytes) => {
    batch.clear();
    expect(decodeDatagram(bytes, 0, bytes.length, options, batch)).toBe(OK);
    return reportAt(batch, 0);
  });
}

describe("send", () => {
  it("replays the datagrams of a capture, as often as --count says", async () => {
    const { to, datagrams } = await receiver(15);
    const ran = await runInProcess(["send", "lib:int-md-1.0", "--to", to, "--count", "15"]);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toMatch(/^sent 15 datagrams to 127\.0\.0\.1:\d+ in/);
    const sequences = decodeAll(await datagrams).map((r) => r.sequence);
    expect(sequences).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2]);
  });

  const fixture = (name: string): Uint8Array =>
    new Uint8Array(readFileSync(new URL(`../../telemetry/fixtures/${name}.pcap`, import.meta.url)));

  it.each([
    ["switches/geant10-calm", [], "auto", 110, /6000 are INT reports.*\[port-found\]/],
    ["switches/bmv2-int21-report", [], "auto", 60, /1234 are INT reports.*\[port-found\]/],
    ["switches/onos-calm", ["--port", "54321"], "auto", 110, /^$/],
    ["formats/ioam-linux", [], "ioam-linux", 30, /30 packets that carry.*\[packets\]/],
    ["switches/cse534-calm", ["--dialect", "cse-534-bmv2"], "cse-534-bmv2", 40, /40 packets .*\[packets\]/],
  ] as const)("replays what `decode` reads of %s %j", async (name, flags, dialect, count, note) => {
    const { to, datagrams } = await receiver(count);
    const files = { "a.pcap": fixture(name) };
    const ran = await runInProcess(["send", "a.pcap", "--to", to, ...flags], { files });
    expect(ran.code).toBe(0);
    expect(ran.err).toMatch(note);
    const options = compileProfile(exporterProfileSchema.parse({ dialect }));
    const sent = decodeAll(await datagrams, options).map((r) => [
      r.sequence,
      r.hops.map((hop) => hop.nodeId),
    ]);
    const decodeFlags = flags.length > 0 ? flags : dialect === "auto" ? [] : ["--dialect", dialect];
    const { out } = await runInProcess(["decode", "a.pcap", ...decodeFlags], { files });
    const read = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as DecodedReport);
    expect(sent).toEqual(read.map((r) => [r.sequence, r.hops.map((hop) => hop.nodeId)]));
  });

  it("leaves out what the capture tool cut, and says how much", async () => {
    const file = fixture("switches/onos-calm");
    const cut = file.slice(0, file.length - 40);
    const { to, datagrams } = await receiver(109);
    const ran = await runInProcess(["send", "a.pcap", "--to", to], { files: { "a.pcap": cut } });
    expect(ran.code).toBe(0);
    expect(await datagrams).toHaveLength(109);
  });

  it("sends a scenario: every number it prints is exact", async () => {
    const { to, datagrams } = await receiver(200);
    const argv = ["send", "lib:two-switches-vnf", "--to", to, "--count", "200", "--rate", "100000", "--json"];
    const { code, out } = await runInProcess(argv);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ to, sent: 200, failed: 0 });
    const reports = decodeAll(await datagrams);
    expect(reports.map((r) => r.sequence)).toEqual(Array.from({ length: 200 }, (_, i) => i));
    for (const { flow, hops } of reports) {
      expect(hops.map((h) => h.nodeId)).toEqual(flow?.proto === 17 ? [1, 1, 2] : [1, 2]);
      for (const hop of hops)
        expect((Number(hop.egressTs) - Number(hop.ingressTs) + 2 ** 32) % 2 ** 32).toBe(hop.hopLatency);
    }
  });

  it("sends what the switches of a simulated cloud report", async () => {
    const { to, datagrams } = await receiver(300);
    const argv = ["send", "lib:demo", "--to", to, "--count", "300", "--rate", "100000"];
    const ran = await runInProcess(argv);
    expect(ran).toMatchObject({ code: 0, err: "" });
    const reports = decodeAll(await datagrams);
    expect(reports.every((r) => r.mode === "md" || r.flags.dropped)).toBe(true);
    const bySource = new Map<number | null, number[]>();
    for (const r of reports) bySource.set(r.nodeId, [...(bySource.get(r.nodeId) ?? []), r.sequence]);
    for (const sequences of bySource.values()) expect(sequences).toEqual(sequences.map((_, i) => i));
  });

  it("keeps the pace of a capture, faster or slower", async () => {
    // the capture of the library lasts 2.5 ms; twice of it is once more after a mean gap of 0.5 ms
    const { to, datagrams } = await receiver(12);
    const startMs = performance.now();
    const ran = await runInProcess(["send", "lib:int-md-1.0", "--to", to, "--speed", "0.1", "--count", "12"]);
    expect(ran).toMatchObject({ code: 0, err: "" });
    await datagrams;
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(50);
  });

  it.each([
    [["send", "cloud.json", "--to", "127.0.0.1:9"], 1, /switches: .*\[scenario-field\]/],
    [["send", "lib:int-md-1.0"], 2, /--to HOST:PORT is missing/],
    [["send", "lib:int-md-1.0", "--to", "127.0.0.1"], 2, /--to takes HOST:PORT/],
    [["send", "lib:int-md-1.0", "--to", "127.0.0.1:99999"], 2, /--to takes HOST:PORT/],
    [["send", "lib:int-md-1.0", "--to", "127.0.0.1:9", "--rate", "0"], 2, /--rate takes a number/],
    [["send", "lib:int-md-1.0", "--to", "127.0.0.1:9", "--speed", "0"], 2, /--speed takes a number/],
    [["send", "lib:int-md-1.0", "--to", "127.0.0.1:9", "--speed", "101"], 2, /--speed takes a number from/],
    [["send", "lib:int-md-1.0", "--to", "127.0.0.1:9", "--speed", "1", "--rate", "1"], 2, /exclude each/],
    [["send", "lib:two-switches-vnf", "--to", "127.0.0.1:9", "--speed", "1"], 1, /\[no-times\]/],
    [["send", "lib:int-md-1.0", "--to", "127.0.0.1:9", "--port", "7"], 1, /\[no-reports\]/],
    [["send", "text", "--to", "127.0.0.1:9"], 1, /\[capture-format\]/],
    [["send", "bad.json", "--to", "127.0.0.1:9"], 1, /flows: .*must not be empty.*\[scenario-field\]/],
    [["send", "broken.json", "--to", "127.0.0.1:9"], 1, /not valid JSON/],
  ])("%j exits %i", async (argv, code, message) => {
    const files = {
      text: "hello, hello",
      "bad.json": '{"flows":[]}',
      "broken.json": "{",
      "cloud.json": '{"switches":[]}',
    };
    const ran = await runInProcess(argv, { files });
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(message);
  });
});
