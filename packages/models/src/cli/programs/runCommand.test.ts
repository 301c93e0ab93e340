import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { bytesOfHex } from "../../run/index.ts";
import { encodePcap } from "../../telemetry/index.ts";

// Ether / IPv4 10.0.0.1 > 10.0.1.2, TTL 64 / UDP
const frame = `00000000000208000000000108004500001c00010000401165cd0a0000010a0001020001000200080000`;
const cli = "table_add IngressImpl.ipv4_lpm ipv4_forward 10.0.1.0/24 => 00:00:00:00:01:02 3\n";
const json = JSON.stringify({
  table_entries: [
    {
      table: "IngressImpl.ipv4_lpm",
      match: { "hdr.ipv4.dst_addr": ["10.0.1.0", 24] },
      action_name: "IngressImpl.ipv4_forward",
      action_params: { next_hop: "00:00:00:00:01:02", port: 3 },
    },
  ],
});
const proto = `updates { type: INSERT entity { table_entry { table_id: 1 ("IngressImpl.ipv4_lpm")
  match { field_id: 1 lpm { value: "\\x0a\\x00\\x01\\x00" prefix_len: 24 } }
  action { action { action_id: 2 ("IngressImpl.ipv4_forward")
    params { param_id: 1 value: "\\001\\002" } params { param_id: 2 value: "\\003" } } } } } }`;
const forwarded = `000000000102${"000000000002"}08004500001c00010000`;

describe("p4twin run", () => {
  it.each([
    ["commands of BMv2", cli],
    ["JSON of the tutorials", json],
    ["P4Runtime text", proto],
  ])("entries as %s", async (_, entries) => {
    const { code, out, err } = await runInProcess(["run", "lib:l3fwd", "--packet", frame, "--entries", "e"], {
      files: { e: entries },
    });
    expect(err).toBe("");
    expect(code).toBe(0);
    expect(out).toContain(`packet 1 in on port 0, 42 bytes\n  out on port 3, 42 bytes: ${forwarded}3f`);
  });

  it("says why nothing leaves", async () => {
    const { out } = await runInProcess(["run", "lib:l3fwd", "--packet", frame]);
    expect(out).toMatch(/nothing leaves: egress_spec is the drop port at the end of ingress/);
  });

  it("shows each step with its place and time, and the time of the packet", async () => {
    const argv = ["run", "lib:l3fwd", "--packet", frame, "--entries", "e", "--device", "agilio-cx"];
    const { out } = await runInProcess([...argv, "--trace", "text"], { files: { e: cli } });
    expect(out).toMatch(/state parse_ipv4 +l3fwd\.p4:\d+/);
    expect(out).toMatch(
      /table IngressImpl\.ipv4_lpm \(hdr\.ipv4\.dst_addr=0x0a000102\): entry hdr\.ipv4\.dst_addr=10\.0\.1\.0\/24, IngressImpl\.ipv4_forward/,
    );
    expect(out).toMatch(/hdr\.ipv4\.ttl = 0x3f, was 0x40 {2}/);
    const ran = JSON.parse((await runInProcess([...argv, "--json"], { files: { e: cli } })).out);
    const estimate = JSON.parse(
      (await runInProcess(["estimate", "lib:l3fwd", "--device", "agilio-cx", "--json"])).out,
    );
    const times = estimate.estimates.map(({ meanUs }: { meanUs: number }) => meanUs);
    expect(times).toContain(ran.packets[0].passes[0].time.meanUs);
  });

  it("prints the document of the contract: path, outputs, time and each step, of a packet on its own port", async () => {
    const argv = ["run", "lib:l3fwd", "--entries", "e", "--device", "agilio-cx", "--json"];
    const { out } = await runInProcess([...argv, "--packet", `2:${frame}`, "--packet", frame], {
      files: { e: cli },
    });
    const ran = JSON.parse(out);
    expect(ran).toMatchObject({ program: "l3fwd.p4", device: "agilio-cx", diagnostics: [] });
    const features = JSON.parse((await runInProcess(["features", "lib:l3fwd", "--json"])).out);
    const [packet, other] = ran.packets;
    expect([packet.in, other.in]).toEqual([
      { port: 2, hex: frame },
      { port: 0, hex: frame },
    ]);
    const path = features.paths.find(({ id }: { id: string }) => id === packet.pathId);
    expect(path).toMatchObject({ features: packet.features, outcome: packet.outcome });
    expect(packet.outputs).toEqual([{ port: 3, hex: expect.any(String), atUs: expect.any(Number) }]);
    expect(packet.lowUs).toBeLessThan(packet.meanUs);
    expect(packet.highUs).toBeGreaterThan(packet.meanUs);
    expect(packet.trace).toContainEqual({
      ...{ step: "table", name: "IngressImpl.ipv4_lpm", hit: true, entry: "hdr.ipv4.dst_addr=10.0.1.0/24" },
      ...{ keys: { "hdr.ipv4.dst_addr": "0x0a000102" }, action: "IngressImpl.ipv4_forward" },
      ...{ line: expect.any(Number), us: expect.any(Number) },
    });
    const total = packet.trace.reduce((sum: number, { us }: { us: number | null }) => sum + (us ?? 0), 0);
    expect(total).toBeCloseTo(packet.meanUs, 6);
  });

  it("holds the traces of copies in the step that makes them", async () => {
    const source = `#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> a; }
struct H { h_t h; }
struct M { }
parser P(packet_in p, out H hdr, inout M m, inout standard_metadata_t s) {
  state start { p.extract(hdr.h); transition accept; }
}
control V(inout H hdr, inout M m) { apply {} }
control I(inout H hdr, inout M m, inout standard_metadata_t s) {
  apply { s.egress_spec = 1; clone(CloneType.I2E, 5); }
}
control E(inout H hdr, inout M m, inout standard_metadata_t s) {
  apply { if (s.instance_type == 1) { hdr.h.a = 7; } }
}
control D(packet_out p, in H hdr) { apply { p.emit(hdr); } }
V1Switch(P(), V(), I(), E(), V(), D()) main;`;
    const argv = ["run", "a.p4", "--packet", "02", "--entries", "e", "--json"];
    const { out } = await runInProcess(argv, { files: { "a.p4": source, e: "mirroring_add 5 4\n" } });
    const [packet] = JSON.parse(out).packets;
    expect(packet.outputs.map(({ port, hex }: { port: number; hex: string }) => [port, hex]).sort()).toEqual([
      [1, "02"],
      [4, "07"],
    ]);
    const fork = packet.trace.find(({ branches }: { branches?: unknown }) => branches);
    expect(fork).toMatchObject({ step: "clone" });
    expect(fork.branches).toHaveLength(1);
    expect(fork.branches[0]).toContainEqual(expect.objectContaining({ step: "assign", after: "0x07" }));
  });

  it("writes what leaves to a capture, which it reads again", async () => {
    const { written } = await runInProcess(
      ["run", "lib:l3fwd", "--packet", frame, "--entries", "e", "--out", "o.pcap"],
      { files: { e: cli } },
    );
    const { out } = await runInProcess(["run", "lib:l3fwd", "--pcap", "o.pcap", "--entries", "e"], {
      files: { e: cli, "o.pcap": written["o.pcap"]! },
    });
    expect(out).toContain("out on port 3, 42 bytes");
    expect(out).toContain("3e11");
  });

  it("takes a packet by the names of its headers", async () => {
    const { out } = await runInProcess(
      ["run", "lib:l3fwd", "--packet", "eth/ipv4(dst=10.0.0.9,ttl=5)/udp", "--json"],
      { files: {} },
    );
    // EtherType, version and length of the header, TTL and protocol
    expect(JSON.parse(out).packets[0].in.hex).toMatch(/^.{24}080045.{14}0511/);
  });

  it("says where BMv2 does otherwise: a select without a matching case", async () => {
    const source = `#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> a; }
struct H { h_t h; }
struct M { }
parser P(packet_in p, out H hdr, inout M m, inout standard_metadata_t s) {
  state start { p.extract(hdr.h); transition select(hdr.h.a) { 1: accept; } }
}
control V(inout H hdr, inout M m) { apply {} }
control I(inout H hdr, inout M m, inout standard_metadata_t s) {
  apply { if (s.parser_error == error.NoMatch) { hdr.h.a = 0xee; } }
}
control E(inout H hdr, inout M m, inout standard_metadata_t s) { apply {} }
control D(packet_out p, in H hdr) { apply { p.emit(hdr); } }
V1Switch(P(), V(), I(), E(), V(), D()) main;`;
    const argv = ["run", "a.p4", "--packet", "02", "--trace", "text"];
    const { out } = await runInProcess(argv, { files: { "a.p4": source } });
    expect(out).toContain("error NoMatch (BMv2 runs what p4c makes of this without the error)");
    expect(out).toContain("out on port 0, 1 byte: ee");
  });

  it.each([
    [["run", "lib:l3fwd"], 2, /--packet PACKET or --pcap FILE is missing/],
    [
      ["run", "lib:l3fwd", "--packet", "012"],
      1,
      /packet:1:1: error: 3 hexadecimal digits are not whole bytes/,
    ],
    [["run", "lib:l3fwd", "--packet", "00", "--port", "600"], 2, /from 0 to 510/],
    [["run", "lib:l3fwd", "--packet", "600:00"], 2, /--packet takes a port from 0 to 510, not 600/],
    [["run", "lib:l3fwd", "--packet", "00", "--trace", "xml"], 2, /--trace takes text or json/],
    [
      ["run", "lib:l3fwd", "--packet", "00", "--entries", "bad"],
      1,
      /bad:1:1: error: there is no table t; .*\[entries-unknown\]/,
    ],
    [["run", "lib:l3fwd", "--packet", "00", "--pcap", "bad"], 1, /capture-format/],
  ])("%j", async (argv, code, message) => {
    const ran = await runInProcess(argv, { files: { bad: "table_add t a 1 =>\n" } });
    expect(ran.err).toMatch(message);
    expect(ran.code).toBe(code);
  });

  it("counts the paths of packets, and estimates their average from what it counted", async () => {
    const packets = [
      "eth",
      "eth/ipv4(dst=10.0.1.2)/udp",
      "eth/ipv4(dst=10.0.1.3)/udp",
      "eth/ipv4(dst=10.9.0.1)",
    ];
    const argv = ["lib:l3fwd", ...packets.flatMap((packet) => ["--packet", packet])];
    const on = ["--device", "agilio-cx", "--json"];
    const files = { e: cli };
    const run = await runInProcess(["run", ...argv, "--entries", "e", ...on, "--probabilities", "p.json"], {
      files,
    });
    expect(run.err).toBe("");
    const counted = JSON.parse(run.out);
    expect(counted).toMatchObject({ packets: 4, clones: [], unlisted: 0, unlistedClones: 0 });
    expect(counted.paths.map((path: { packets: number }) => path.packets)).toEqual([2, 1, 1]);
    const text = String(run.written["p.json"]);
    expect(JSON.parse(text)).toMatchObject({
      tables: { ipv4_lpm: { ipv4_forward: 2 / 3, drop: 1 / 3 } },
      states: { start: { parse_ipv4: 0.75, accept: 0.25 } },
    });
    const estimate = await runInProcess(["estimate", "lib:l3fwd", ...on, "--probabilities", "p.json"], {
      files: { "p.json": text },
    });
    expect(estimate.err).toBe("");
    expect(JSON.parse(estimate.out).expected.meanUs).toBeCloseTo(counted.meanUs, 9);
  });

  it("--branches counts them for a switch of a twin, which is then predicted by their mean", async () => {
    // three of four are UDP, which meets one header and one table more
    const other = frame.replace("401165cd", "400665d8");
    const capture = encodePcap(
      Array.from({ length: 40 }, (_, i) => ({
        timeNs: BigInt(i) * 1_000_000_000n,
        data: bytesOfHex(i % 4 > 0 ? frame : other),
      })),
    );
    const run = await runInProcess(
      ["run", "lib:l3fwd_firewall", "--pcap", "web.pcap", "--entries", "e", "--branches", "b.json"],
      { files: { e: cli, "web.pcap": capture } },
    );
    expect(run.err).toBe("");
    const text = String(run.written["b.json"]);
    expect(JSON.parse(text)).toMatchObject({
      source: { kind: "capture", name: "web.pcap" },
      interval: { fromMs: 0, toMs: 39_000 },
    });
    const deployment = JSON.stringify({
      segments: [
        {
          ...{ id: "s", name: "S", kind: "uc1", plUs: 100, dlUs: 200 },
          ...{ from: { nodeId: 1 }, to: { nodeId: 1 } },
          elements: [
            { kind: "switch", label: "s1", nodeId: 1, program: "lib:l3fwd_firewall", device: "agilio-cx" },
          ],
        },
      ],
    });
    const meanOf = async (...options: string[]) => {
      const { out, err } = await runInProcess(["twin", "d.json", "--json", ...options], {
        files: { "d.json": deployment, "b.json": text },
      });
      expect(err).toBe("");
      return JSON.parse(out).segments[0].prediction;
    };
    const [slowest, mean] = [await meanOf(), await meanOf("--branches", "s1=b.json")];
    expect(mean.meanUs).toBeLessThan(slowest.meanUs);
    expect(mean.notes.join()).toContain("40 packets of web.pcap, 1970-01-01 00:00:00 to 1970-01-01 00:00:39");
    const wrong = await runInProcess(["twin", "d.json", "--branches", "s2=b.json"], {
      files: { "d.json": deployment, "b.json": text },
    });
    expect(wrong.err).toMatch(/no switch "s2"; there are s1/);
  });
});
