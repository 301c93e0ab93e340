import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { createRandom } from "../../core/index.ts";
import { encodePcap, encodeReport, encodeUdpFrame } from "../../telemetry/index.ts";

const linesOf = (out: string): Record<string, unknown>[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("decode", () => {
  it.each([[[]], [["--json"]]])("prints one object per report %j", async (flags) => {
    const { code, out, err } = await runInProcess(["decode", "lib:int-md-1.0", ...flags]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const lines = linesOf(out);
    expect(lines.map((l) => l.frame)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(lines[0]).toMatchObject({
      timeNs: "1700000000000000000",
      format: "telemetry-report-1.0",
      int: "1.0",
      mode: "md",
      reportType: "flow",
      nodeId: 2,
      sequence: 0,
      flow: { src: "10.0.1.1", dst: "10.0.2.2", proto: 17, srcPort: 43000, dstPort: 45000 },
      flags: { dropped: false, congested: false, tracked: true },
      warnings: [],
    });
    expect((lines[0]!.hops as { nodeId: number }[]).map((hop) => hop.nodeId)).toEqual([1, 1, 2]);
    expect(Object.keys((lines[0]!.hops as object[])[0]!)).toEqual([
      "nodeId",
      "ingressPort",
      "egressPort",
      "hopLatency",
      "queueId",
      "queueDepth",
      "ingressTs",
      "egressTs",
    ]);
  });

  it("both versions of the same cloud tell the same hops", async () => {
    const [old, current] = await Promise.all(
      ["lib:int-md-1.0", "lib:int-md-2.1"].map(async (file) =>
        linesOf((await runInProcess(["decode", file])).out),
      ),
    );
    const latencies = (lines: Record<string, unknown>[]) =>
      lines.map((l) =>
        (l.hops as { nodeId: number; hopLatency: number }[]).map((h) => [h.nodeId, h.hopLatency]),
      );
    expect(latencies(current!)).toEqual(latencies(old!));
    expect(new Set(current!.map((l) => `${l.format} ${l.int}`))).toEqual(
      new Set(["telemetry-report-2.0 2.1"]),
    );
  });

  it("frames that cannot be decoded give their reason, others are passed over", async () => {
    const { code, out, err } = await runInProcess(["decode", "lib:damaged"]);
    expect(code).toBe(0);
    // two reports are too few to tell what they count
    expect(err).toMatch(
      /^damaged\.txt: warning: node 1, 2 of 192\.168\.99\.1: .*not certain.*\[unit-unknown\]$/m,
    );
    expect(linesOf(out).map((l) => [l.frame, l.error ?? l.format])).toEqual([
      [1, "telemetry-report-1.0"],
      [2, "udp-length"],
      [3, "report-version"],
      [4, "report-header-length"],
      [7, "telemetry-report-1.0"],
    ]);
    expect(linesOf(out)[1]).toEqual({
      frame: 2,
      error: "udp-length",
      message: expect.stringContaining("UDP length"),
    });
  });

  it("says whose reports are missing by their numbers, and who deviates, exporter by exporter", async () => {
    const report = (i: number): Uint8Array => {
      const bytes = new Uint8Array(512);
      const end = encodeReport(bytes, 0, {
        ...{ format: "telemetry-report-2.0", nodeId: 3, sequence: i, flags: { tracked: true } },
        flow: { src: "10.1.0.1", dst: "10.1.0.2", proto: 17, srcPort: 1, dstPort: 2 },
        int: { version: "2.1", instructions: 0xa000, remaining: 3, hops: [{ nodeId: 3, hopLatency: 300 }] },
      });
      const report = bytes.slice(0, end);
      // no report length
      if (i % 2 === 1) report[9] = 0;
      return report;
    };
    const from = (src: string, i: number) => ({
      timeNs: BigInt(i) * 1_000_000n,
      data: encodeUdpFrame(report(i), { src, dst: "10.0.0.9", srcPort: 1, dstPort: 32_766 }),
    });
    const frames = [0, 1, 2, 6, 7, 9].map((i) => from("10.0.0.1", i));
    // numbers that come late or twice are not missing
    for (const i of [10, 12, 11, 12, 14]) frames.push(from("10.0.0.2", i));
    frames.push(from("10.0.0.3", 5));
    const { err } = await runInProcess(["decode", "a.pcap"], { files: { "a.pcap": encodePcap(frames) } });
    const lines = err.split("\n").filter((line) => /report-loss|length-zero/.test(line));
    expect(lines.map((line) => line.replace("a.pcap: ", ""))).toEqual([
      expect.stringMatching(/^note: 3 of 6 reports of 10\.0\.0\.1: .*\[report20-length-zero\]$/),
      "warning: 4 reports of 10.0.0.1 are missing by their numbers, beside 6 that are there [report-loss]",
      expect.stringMatching(/^note: 1 of 5 reports of 10\.0\.0\.2: .*\[report20-length-zero\]$/),
      "warning: 1 report of 10.0.0.2 is missing by its number, beside 5 that are there [report-loss]",
      expect.stringMatching(/^note: 1 of 1 reports of 10\.0\.0\.3: .*\[report20-length-zero\]$/),
    ]);
  });

  describe("[T9] reports to ports that nobody named", () => {
    const captureOf = (name: string): Uint8Array =>
      new Uint8Array(
        readFileSync(new URL(`../../telemetry/fixtures/switches/${name}.pcap`, import.meta.url)),
      );
    /** One file of several: the packets of each behind one header. */
    const joined = (names: readonly string[]): Uint8Array =>
      new Uint8Array(
        Buffer.concat(names.map((name, i) => Buffer.from(captureOf(name)).subarray(i === 0 ? 0 : 24))),
      );
    const nodesOf = (out: string): string[] => [
      ...new Set(linesOf(out).map((l) => (l.hops as { nodeId: number }[]).map((hop) => hop.nodeId).join())),
    ];

    it("are read too where no port is named, and the others of a mixed file are not left out", async () => {
      const names = ["onos-calm", "geant10-calm", "baru-calm", "bmv2-int21-report"];
      const mixed = joined(names);
      const { out, err } = await runInProcess(["decode", "a.pcap"], { files: { "a.pcap": mixed } });
      expect(linesOf(out)).toHaveLength(390);
      expect(nodesOf(out)).toEqual(["1001,1002,1003", "11,22,33", "7,5,9", "1,2,3"]);
      for (const port of [6000, 9555])
        expect(err).toContain(`110 of 110 datagrams to port ${port} are INT reports: they are read too`);
      expect(err).toContain("60 of 60 datagrams to port 1234 are INT reports: they are read too");
    });

    it("are listed where they cannot be read: nothing of a mixed file is left out without a word", async () => {
      const mixed = joined(["onos-calm", "geant10-calm"]);
      // the payloads of one exporter become zeros: behind the record's header and those of Ethernet, IPv4 and UDP
      const view = new DataView(mixed.buffer);
      for (let at = 24, bytes = 0; at < mixed.length; at += 16 + bytes) {
        bytes = view.getUint32(at + 8, true);
        if (view.getUint16(at + 16 + 36) === 6000) mixed.fill(0, at + 16 + 42, at + 16 + bytes);
      }
      const files = { "a.pcap": mixed };
      const { err } = await runInProcess(["decode", "a.pcap"], { files });
      expect(err).toMatch(/note: datagrams to other ports are not read: 6000 \(110\);.*\[ports-not-read\]/);
      const named = await runInProcess(["decode", "a.pcap", "--port", "54321"], { files });
      expect(named.err).not.toContain("[ports-not-read]");
    });

    it("are told where a port is named", async () => {
      const files = { "a.pcap": joined(["onos-calm", "geant10-calm"]) };
      const { out, err } = await runInProcess(["decode", "a.pcap", "--port", "6000"], { files });
      expect(nodesOf(out)).toEqual(["11,22,33"]);
      expect(err).toMatch(
        /110 of 110 datagrams to port 54321 read as INT reports and are left out.*\[reports-left-out\]/,
      );
    });

    it("are none in random bytes, in tunnels or in postcards of few fixed bits", async () => {
      const random = createRandom(20_261_126);
      const frames = Array.from({ length: 60_000 }, (_, i) => {
        const payload = Uint8Array.from({ length: 60 + (i % 90) }, () => Math.floor(random.next() * 256));
        payload[0] &= 0x2f;
        // an Ethernet header with IPv4 behind it, where reports have one
        if (i % 2) payload.set([8, 0, 0x45, 0x5c], [8, 12, 16, 20][(i >> 1) % 4] + 12);
        return {
          timeNs: BigInt(i),
          data: encodeUdpFrame(payload, {
            src: "10.0.0.1",
            dst: "10.0.0.2",
            srcPort: 1,
            dstPort: 1024 + (i % 3000),
          }),
        };
      });
      const files = { "a.pcap": encodePcap(frames) };
      const ran = await runInProcess(["decode", "a.pcap", "--port", "9"], { files });
      expect(ran.out).toBe("");
      // a single one would be told
      expect(ran.err).not.toContain("[reports-left-out]");
    });

    it("a capture that gzip compressed is read; one that is not whole is refused", async () => {
      const packed = gzipSync(captureOf("onos-calm"));
      const files = { "a.gz": new Uint8Array(packed), "cut.gz": new Uint8Array(packed.subarray(0, 900)) };
      expect(linesOf((await runInProcess(["decode", "a.gz"], { files })).out)).toHaveLength(110);
      const cut = await runInProcess(["decode", "cut.gz"], { files });
      expect(cut.code).toBe(1);
      expect(cut.err).toMatch(/\[gzip-damaged\]/);
    });
  });

  it("a capture whose datagrams all end before the first hop says that they were cut", async () => {
    const path = { src: "10.0.0.1", dst: "10.0.0.2", srcPort: 1, dstPort: 1234 };
    const whole = encodePcap([{ data: encodeUdpFrame(new Uint8Array(200), path), timeNs: 1n }]);
    const cut = whole.slice(0, 24 + 16 + 96);
    new DataView(cut.buffer).setUint32(24 + 8, 96);
    const { err } = await runInProcess(["decode", "a.pcap"], { files: { "a.pcap": cut } });
    expect(err).toMatch(
      /1234 \(1\).*\[no-reports\]\n.*datagrams to other ports .*\(1\).*tcpdump -s 0.*\[frame-cut\]/,
    );
  });

  it("a capture without reports says where its datagrams went", async () => {
    const { code, out, err } = await runInProcess(["decode", "lib:fabric-tna", "--port", "9"]);
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toMatch(/^fabric-tna\.txt: warning: .*32766 \(2\).*--port.*\[no-reports\]$/m);
  });

  it.each([
    [["decode"], 2, /FILE is missing/],
    [["decode", "a", "b"], 2, /one too many/],
    [["decode", "a", "--port", "x"], 2, /--port takes a UDP port/],
    [["decode", "a", "--dialect", "x"], 2, /--dialect takes one of auto, standard, .*"x"/],
    [["decode", "none.pcap"], 1, /no such file/],
    [["decode", "lib:none"], 1, /no captures entry/],
    [["decode", "text.pcap"], 1, /^text\.pcap: error: not a pcap or pcapng file.*\[capture-format\]$/m],
    [["decode", "lib:fabric-tna", "--profile", "text.pcap"], 1, /not valid JSON/],
    [["decode", "lib:fabric-tna", "--profile", "bad.json"], 1, /timestampUnit: must be .*\[profile-field\]/],
  ])("%j exits %i", async (argv, code, message) => {
    const files = { "text.pcap": "hello, this is no capture", "bad.json": '{"timestampUnit":"ms"}' };
    const ran = await runInProcess(argv, { files });
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(message);
  });

  it.each([
    ["baru-calm", "9555", "us", "us", /110 of 110 reports of 10\.0\.0\.3: .*\[bitmap-low-byte\]/],
    ["geant10-calm", "6000", "ns", "us", /110 of 110 reports of 10\.0\.0\.3: .*\[sink-clone-latency\]/],
  ])("%s: units with their evidence, and what the switch does against the specification", async (...row) => {
    const [name, port, timestamp, latency, deviation] = row;
    const file = new URL(`../../telemetry/fixtures/switches/${name}.pcap`, import.meta.url);
    const files = { "a.pcap": new Uint8Array(readFileSync(file)) };
    const { out, err } = await runInProcess(["decode", "a.pcap", "--port", port], { files });
    const evidence = { timestamp, latency, basis: "evidence", why: expect.stringContaining("fit the times") };
    for (const line of linesOf(out)) {
      expect(line.unit).toEqual(evidence);
      expect(line.quirks).toEqual([deviation.source.match(/\[(.+)\\/)?.[1]]);
    }
    expect(err).toMatch(deviation);
    expect(err).toMatch(
      /timestamps count \w+ \(\d+ of \d+ steps fit the times of arrival\), latencies count microseconds/,
    );
    const said = await runInProcess(["decode", "a.pcap", "--port", port, "--dialect", "bmv2"], { files });
    expect(linesOf(said.out)[0]).toMatchObject({
      unit: { timestamp: "us", latency: "us", basis: "profile", why: "dialect bmv2" },
    });
    expect(said.err).not.toContain("[units]");
  });

  it.each([
    [150, /110 of 110 datagrams were cut by the capture tool; the whole hops .*\[frame-cut\]/, 110],
    [
      128,
      /110 of 110 datagrams were cut by the capture tool; 110 of them before the end of the first hop: they are not read\. .*\[frame-cut\]/,
      0,
    ],
  ])("a capture cut at %i bytes says what of it could be read", async (kept, sentence, read) => {
    const file = new Uint8Array(
      readFileSync(new URL("../../telemetry/fixtures/switches/onos-calm.pcap", import.meta.url)),
    );
    const view = new DataView(file.buffer);
    const cut = [...file.subarray(0, 24)];
    for (let at = 24; at < file.length; at += 16 + view.getUint32(at + 8, true))
      cut.push(...file.subarray(at, at + 8), kept, 0, 0, 0, ...file.subarray(at + 12, at + 16 + kept));
    const { out, err } = await runInProcess(["decode", "a.pcap"], {
      files: { "a.pcap": Uint8Array.from(cut) },
    });
    expect(err).toMatch(sentence);
    expect(linesOf(out).filter(({ hops }) => hops !== undefined)).toHaveLength(read);
  });

  it("a dialect reads what it says: mirrored packets are no reports", async () => {
    const asReports = await runInProcess(["decode", "lib:fabric-tna", "--dialect", "fabric-tna"]);
    const asIs = linesOf((await runInProcess(["decode", "lib:fabric-tna"])).out);
    const said = { timestamp: "ns", latency: "ns", basis: "profile", why: "dialect fabric-tna" };
    expect(linesOf(asReports.out)).toEqual(asIs.map((line) => ({ ...line, unit: said })));
    const asPackets = await runInProcess(["decode", "lib:fabric-tna", "--dialect", "vqueue-bmv2"]);
    expect(linesOf(asPackets.out).map((line) => line.error)).toEqual(["inner-header", "inner-header"]);
  });

  it("shows a table for people", async () => {
    const { out } = await runInProcess(["decode", "lib:int-md-1.0", "--table"]);
    expect(out).toMatch(/^frame +report +INT +type +flow +hops$/m);
    expect(out).toMatch(
      /^ +1 +1\.0 +1\.0 +flow +10\.0\.1\.1 > 10\.0\.2\.2:45000 +1\(1:2 19151 ns\) > 1\(2:3 4411 ns\) > 2\(1:4 15249 ns\)$/m,
    );
  });
});
