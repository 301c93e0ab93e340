import { describe, expect, it } from "vitest";
import { type Parts, packet, send, smallSwitch } from "../../../testing/run/smallSwitch.ts";
import { commandOf } from "../runtime/commands.ts";
import { bytesOfHex, hexOf } from "../values/hex.ts";

const at = (port: number, fields: Parameters<typeof packet>[0] = {}): string => `${port}:${packet(fields)}`;
const commands = (target: ReturnType<typeof smallSwitch>, text: string): void => {
  for (const line of text.split("\n")) {
    const [verb = "", ...words] = line.trim().split(/\s+/);
    commandOf(target, verb, words);
  }
};

describe("where a packet goes", () => {
  it("port 0 when the program says nothing, nowhere on port 511", () => {
    expect(send(smallSwitch({}), packet())).toEqual([at(0)]);
    expect(send(smallSwitch({ ingress: "s.egress_spec = 511;" }), packet())).toEqual([]);
    expect(send(smallSwitch({ ingress: "mark_to_drop(s); s.egress_spec = 3;" }), packet())).toEqual([at(3)]);
    expect(send(smallSwitch({ egress: "mark_to_drop(s);" }), packet())).toEqual([]);
    expect(send(smallSwitch({ ingress: "mark_to_drop();" }), packet())).toEqual([]);
    expect(send(smallSwitch({ ingress: "mark_to_drop(); s.egress_spec = 3;" }), packet())).toEqual([at(3)]);
  });

  it("what p4c ends on or BMv2 does not load runs as P4 says: overloads in a loop, a key by a run-time index", () => {
    const looped = "for (bit<8> i = 0; i < 1; i = i + 1) { if (hdr.h.a == 1) mark_to_drop(s); }";
    const target = smallSwitch({
      metadata: "bit<2> i;",
      headers: "h_t[2] st;",
      parser:
        "state start { p.extract(hdr.h); p.extract(hdr.st.next); p.extract(hdr.st.next); transition accept; }",
      locals: `action to() { s.egress_spec = 4; }
        table t { key = { hdr.st[m.i].a : exact; } actions = { to; NoAction; } const entries = { 7 : to(); } }`,
      ingress: `m.i = hdr.h.b[1:0]; t.apply(); ${looped}`,
    });
    const rest = packet({ a: "05" }) + packet({ a: "07" });
    const sent = (fields: Parameters<typeof packet>[0]) => send(target, packet(fields) + rest);
    expect(sent({ b: "00" })).toEqual([at(0) + rest]);
    expect(sent({ b: "01" })).toEqual([at(4, { b: "01" }) + rest]);
    expect(sent({ a: "01", b: "01" })).toEqual([]);
  });

  it("the port is fixed before egress", () => {
    const egress = "hdr.h.a = (bit<8>)s.egress_port; s.egress_port = 9;";
    expect(send(smallSwitch({ ingress: "s.egress_spec = 4;", egress }), packet())).toEqual([
      at(4, { a: "04" }),
    ]);
  });

  it("a multicast group wins over a port, its copies stand in the order of its nodes", () => {
    const target = smallSwitch({
      ingress: "s.mcast_grp = 5; s.egress_spec = 9;",
      egress: "hdr.h.a = (bit<8>)s.egress_rid; hdr.h.b = (bit<8>)s.instance_type;",
    });
    expect(send(target, packet())).toEqual([]);
    commands(
      target,
      `mc_mgrp_create 5
      mc_node_create 7 3 1
      mc_node_create 8 2
      mc_node_associate 5 1
      mc_node_associate 5 0`,
    );
    expect(send(target, packet())).toEqual([
      at(2, { a: "08", b: "05" }),
      at(1, { a: "07", b: "05" }),
      at(3, { a: "07", b: "05" }),
    ]);
  });
});

describe("copies and rounds", () => {
  const metadata = "@field_list(1) bit<8> kept; bit<8> lost;";
  const note = "hdr.h.a = (bit<8>)s.instance_type; hdr.h.b = m.kept; hdr.h.c = (bit<16>)m.lost;";

  it("a clone of ingress is the packet as it came, with the fields of the list, dropped or not", () => {
    const ingress = `hdr.h.d = 1; m.lost = 3; clone_preserving_field_list(CloneType.I2E, 32w7, 8w1); m.kept = 2; mark_to_drop(s);`;
    const target = smallSwitch({ metadata, ingress, egress: note });
    expect(send(target, packet())).toEqual([]);
    commands(target, "mirroring_add 7 6");
    expect(send(target, packet())).toEqual([at(6, { a: "01", b: "02" })]);
  });

  it("a clone of egress has the headers as egress left them", () => {
    const egress = `${note} if (s.instance_type == 0) { hdr.h.d = 1; m.kept = 9; clone_preserving_field_list(CloneType.E2E, 32w7, 8w1); }`;
    const target = smallSwitch({ metadata, egress });
    commands(target, "mirroring_add 7 6");
    expect(send(target, packet())).toEqual([
      at(0, { d: "00000001" }),
      at(6, { a: "02", b: "09", d: "00000001" }),
    ]);
  });

  it("resubmit comes back as it came, recirculate as it left", () => {
    const again = (call: string): Parts => ({
      metadata,
      ingress: `if (s.instance_type != 0) { ${note} } else { m.kept = 4; hdr.h.d = 5; ${call === "resubmit" ? "resubmit_preserving_field_list(1);" : ""} }`,
      egress: call === "resubmit" ? "" : "if (hdr.h.a == 0) { recirculate_preserving_field_list(1); }",
    });
    expect(send(smallSwitch(again("resubmit")), packet())).toEqual([at(0, { a: "06", b: "04" })]);
    expect(send(smallSwitch(again("recirculate")), packet())).toEqual([
      at(0, { a: "04", b: "04", d: "00000005" }),
    ]);
  });

  it("copies are whole where the packet is cut, and so is what goes round", () => {
    const copied = smallSwitch({ ingress: "truncate(3); s.mcast_grp = 1;" });
    commands(copied, "mc_mgrp_create 1\nmc_node_create 0 2\nmc_node_associate 1 0");
    expect(send(copied, packet())).toEqual([at(2)]);
    const ingress = "if (s.instance_type == 0) { truncate(3); recirculate_preserving_field_list(1); }";
    expect(send(smallSwitch({ metadata, ingress }), packet())).toEqual([at(0)]);
    const cloned = smallSwitch({ metadata, ingress: "truncate(3); clone(CloneType.I2E, 7);" });
    commands(cloned, "mirroring_add 7 6");
    expect(send(cloned, packet())).toEqual([at(6), "0:000000"]);
  });

  it("egress sees the length that the packet has, whatever ingress wrote", () => {
    const parts: Parts = {
      headers: "h_t i;",
      ingress: "s.packet_length = 9; s.egress_rid = 5; hdr.i.setValid();",
      egress: "hdr.h.a = (bit<8>)s.packet_length; hdr.h.b = (bit<8>)s.egress_rid; hdr.i.setInvalid();",
    };
    expect(send(smallSwitch(parts), packet())).toEqual([at(0, { a: "1c", b: "05" })]);
  });

  it("an egress clone counts the headers that egress made", () => {
    const egress = `if (s.instance_type == 0) { hdr.i.setValid(); clone(CloneType.E2E, 7); } else { hdr.h.a = (bit<8>)s.packet_length; }`;
    const target = smallSwitch({ headers: "h_t i;", egress });
    commands(target, "mirroring_add 7 6");
    expect(send(target, packet())).toContain(`6:${packet({ a: "1c" })}${packet()}`);
  });

  it("a packet that goes round for ever is dropped", () => {
    const target = smallSwitch({ metadata, ingress: "resubmit_preserving_field_list(1);" }, { trace: true });
    expect(send(target, packet())).toEqual([]);
    expect(target.takeTrace().events.at(-1)).toMatchObject({
      kind: "fate",
      text: "the packet goes round more than 1000 times",
    });
  });
});

describe("externs", () => {
  it("a digest carries values as they were at the call", () => {
    const target = smallSwitch({ ingress: "digest<bit<8>>(1, hdr.h.a); hdr.h.a = 9;" });
    send(target, packet({ a: "07" }));
    expect(target.digests).toMatchObject([{ name: "", value: 7 }]);
  });

  it("truncate cuts by the smallest length", () => {
    expect(send(smallSwitch({ ingress: "truncate(3); truncate(5);" }), packet())).toEqual(["0:000000"]);
  });

  it("random numbers are in their range and follow from the seed", () => {
    const parts: Parts = { ingress: "random(hdr.h.a, 8w3, 8w5); random(hdr.h.e, 48w0, 48w0xffffffffffff);" };
    const drawn = (seed: number): string[] => {
      const target = smallSwitch(parts, { seed });
      return Array.from({ length: 60 }, () => send(target, packet())[0] ?? "");
    };
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
    expect(new Set(drawn(1).map((each) => each.slice(2, 4)))).toEqual(new Set(["03", "04", "05"]));
  });

  it("meters follow RFC 2698 in virtual time", () => {
    const target = smallSwitch({
      locals: "meter(1, MeterType.packets) m0;",
      ingress: "m0.execute_meter<bit<8>>(0, hdr.h.a);",
    });
    const colours = (count: number): string =>
      Array.from({ length: count }, () => send(target, packet())[0]?.slice(3, 4)).join("");
    expect(colours(3)).toBe("000");
    commands(target, "meter_set_rates I.m0 0 0.001:2 0.002:4");
    expect(colours(6)).toBe("001122");
    // after 2 ms: 2 tokens in one bucket, 4 in the other
    target.machine.nowUs = 2000;
    expect(colours(6)).toBe("001122");
  });

  it("registers and counters beyond their size do nothing", () => {
    const target = smallSwitch({
      locals: "register<bit<8>>(2) r; counter(2, CounterType.bytes) c;",
      ingress: "r.write(2, 7); hdr.h.b = 5; r.read(hdr.h.b, 2); r.read(hdr.h.a, 1); c.count(9); c.count(1);",
    });
    commands(target, "register_write I.r 1 33");
    expect(send(target, packet())).toEqual([at(0, { a: "21", b: "05" })]);
    const counter = target.machine.externs.find(({ type }) => type === "counter")?.object;
    expect(counter).toMatchObject({ size: 2 });
  });

  it("checksums: RFC 1071 over the fields, with the payload where asked", () => {
    const compute =
      "update_checksum_with_payload(true, { hdr.h.a, hdr.h.b }, hdr.h.c, HashAlgorithm.csum16);";
    expect(send(smallSwitch({ compute }), `${packet({ a: "01", b: "02" })}0304`)).toEqual([
      `${at(0, { a: "01", b: "02", c: "fbf9" })}0304`,
    ]);
    // 0x0120 and 0x0304: the payload begins with a byte of its own, as the real BMv2 has it
    const uneven = "update_checksum_with_payload(true, { hdr.h.a, 3w1 }, hdr.h.c, HashAlgorithm.csum16);";
    expect(send(smallSwitch({ compute: uneven }), `${packet({ a: "01" })}0304`)).toEqual([
      `${at(0, { a: "01", c: "fbdb" })}0304`,
    ]);
    const verify = "verify_checksum(true, { hdr.h.a, hdr.h.b }, hdr.h.c, HashAlgorithm.csum16);";
    const target = smallSwitch({ verify, ingress: "hdr.h.d = (bit<32>)s.checksum_error;" });
    expect(send(target, packet({ c: "ffff" }))).toEqual([at(0, { c: "ffff" })]);
    expect(send(target, packet({ c: "fffe" }))).toEqual([at(0, { c: "fffe", d: "00000001" })]);
  });

  it("a sum that does not fit into its field is not the field's", () => {
    const verify = "verify_checksum(true, { hdr.h.a, hdr.h.c }, hdr.h.c, HashAlgorithm.identity);";
    const target = smallSwitch({ verify, ingress: "hdr.h.b = (bit<8>)s.checksum_error;" });
    expect(send(target, packet({ c: "0005" }))).toEqual([at(0, { c: "0005" })]);
    expect(send(target, packet({ a: "01", c: "0005" }))).toEqual([at(0, { a: "01", b: "01", c: "0005" })]);
  });

  it("an assertion that does not hold ends the packet, a message is in the trace", () => {
    const target = smallSwitch(
      { ingress: 'log_msg("a is {}", {hdr.h.a}); assert(hdr.h.a == 0);' },
      { trace: true },
    );
    expect(send(target, packet({ a: "07" }))).toEqual([]);
    expect(target.takeTrace().events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "message", text: "a is 0x07" }),
        expect.objectContaining({ kind: "fate", fate: "dropped", text: "assert does not hold" }),
      ]),
    );
  });
});

describe("queues in virtual time", () => {
  const parts: Parts = {
    ingress: "s.egress_spec = 1; s.priority = (bit<3>)hdr.h.b;",
    egress: `hdr.h.d = s.enq_timestamp; hdr.h.c = (bit<16>)s.deq_timedelta;
      hdr.h.a = (bit<8>)s.enq_qdepth; hdr.h.b = (bit<8>)s.deq_qdepth; hdr.h.e = s.egress_global_timestamp;`,
  };
  const run = (command: string, packets: readonly (readonly [number, string])[]): string[] => {
    const target = smallSwitch(parts);
    if (command !== "") commands(target, command);
    const left: string[] = [];
    target.onSent = ({ bytes, atUs }) => left.push(`${atUs} ${hexOf(bytes)}`);
    for (const [atUs, hex] of packets) {
      target.timeline.advance(atUs);
      target.offer(0, bytesOfHex(hex));
    }
    target.timeline.advance(Number.POSITIVE_INFINITY);
    return left;
  };
  const met = (before: string, behind: string, waited: string, entered: string, left: string): string =>
    packet({ a: before, b: behind, c: waited, d: `0000${entered}`, e: `00000000${left}` });

  it("a packet leaves a queue at max(now, last + 1/rate); what is beyond its depth is dropped", () => {
    const four = [10, 10, 10, 10].map((at) => [at, packet()] as const);
    expect(run("set_queue_rate 1000 1\nset_queue_depth 2 1", four)).toEqual([
      `10 ${met("00", "00", "0000", "000a", "000a")}`,
      `1010 ${met("00", "01", "03e8", "000a", "03f2")}`,
      `2010 ${met("01", "00", "07d0", "000a", "07da")}`,
    ]);
    expect(run("", four)).toEqual(Array(4).fill(`10 ${met("00", "00", "0000", "000a", "000a")}`));
  });

  it("each priority has its own rate, as on BMv2", () => {
    const mixed = ["00", "00", "07", "07"].map((b) => [10, packet({ b })] as const);
    expect(run("set_queue_rate 1000", mixed).map((each) => each.split(" ")[0])).toEqual([
      "10",
      "10",
      "1010",
      "1010",
    ]);
  });

  it("what waits and what finds no room stands in the trace of its packet", () => {
    const target = smallSwitch(parts, { trace: true });
    commands(target, "set_queue_rate 1000 1\nset_queue_depth 1 1");
    const traces = [1, 2, 3].map(() => target.offer(0, bytesOfHex(packet())));
    target.timeline.advance(Number.POSITIVE_INFINITY);
    const fates = traces.map((trace) =>
      trace?.events.flatMap((event) => (event.kind === "fate" ? [`${event.fate}: ${event.text}`] : [])),
    );
    expect(fates).toEqual([
      ["sent: port 1"],
      ["queued: port 1, priority 0: 1000 us, 0 before it", "sent: port 1"],
      ["dropped: the queue of port 1, priority 0 is full"],
    ]);
    expect(traces.map((trace) => trace?.passes.map(({ outcome }) => outcome))).toEqual([
      ["forward"],
      ["forward"],
      ["drop"],
    ]);
  });
});
