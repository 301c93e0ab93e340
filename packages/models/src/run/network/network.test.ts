import { describe, expect, it } from "vitest";
import { type Parts, packet, smallP4 } from "../../../testing/run/smallSwitch.ts";
import { Timeline } from "../../control/index.ts";
import { checkP4 } from "../../p4/index.ts";
import { install } from "../runtime/install.ts";
import { V1Switch } from "../v1model/switch.ts";
import { bytesOfHex, hexOf } from "../values/hex.ts";
import { Network } from "./network.ts";
import { readNetwork } from "./readNetwork.ts";

/** h1 at port 1 of s1, h2 at port 1 of s2; port 2 joins the switches. Packets go out of port b. */
function twoSwitches(link: { delayUs?: number; mbps?: number }, parts: Parts = {}, seed = 1) {
  const network = new Network(new Timeline());
  const text = smallP4({ ingress: "s.egress_spec = (bit<9>)hdr.h.b; hdr.h.b = 1;", ...parts });
  const checked = checkP4({ file: "small.p4", text });
  const [s1, s2] = ["s1", "s2"].map((id, index) => {
    const made = new V1Switch(checked, { timeline: network.timeline, seed: seed + index });
    network.addSwitch(id, made);
    return made;
  });
  network.connect({ node: "h1", port: null }, { node: "s1", port: 1 }, { delayUs: 5 });
  network.connect({ node: "s1", port: 2 }, { node: "s2", port: 2 }, link);
  network.connect({ node: "s2", port: 1 }, { node: "h2", port: null });
  const received: string[] = [];
  network.onReceipt = ({ node, bytes, atUs, tag }) => received.push(`${node} ${tag} ${atUs} ${hexOf(bytes)}`);
  return { network, s1: s1!, s2: s2!, received };
}

const through = packet({ b: "02" });
const last = packet({ b: "01" });

describe("packets travel links", () => {
  it("with their delay, and one after the other where there is a rate", () => {
    // 14 bytes at 1 Mbps: 112 us
    const { network, received } = twoSwitches({ delayUs: 100, mbps: 1 });
    for (const tag of [1, 2]) network.send("h1", bytesOfHex(through), 10, tag);
    network.timeline.advance(Number.POSITIVE_INFINITY);
    expect(received).toEqual([`h2 1 ${10 + 5 + 112 + 100} ${last}`, `h2 2 ${10 + 5 + 224 + 100} ${last}`]);
  });

  it("a slow link fills the queue of its switch, not more", () => {
    const egress = "hdr.h.a = (bit<8>)s.enq_qdepth; hdr.h.c = (bit<16>)s.deq_timedelta;";
    const { network, s1, received } = twoSwitches(
      { mbps: 1 },
      { egress: `if (s.egress_port == 2) { ${egress} }` },
    );
    expect(install(s1, "set_queue_depth 2 2", "e")).toEqual([]);
    for (let tag = 0; tag < 5; tag++) network.send("h1", bytesOfHex(through), 0, tag);
    network.timeline.advance(Number.POSITIVE_INFINITY);
    const met = (before: string, waited: string): string => packet({ a: before, b: "01", c: waited });
    expect(received.map((each) => each.split(" ")[3])).toEqual([
      met("00", "0000"),
      met("00", "0070"),
      met("01", "00e0"),
    ]);
  });

  it("the same seed gives the same packets", () => {
    const run = (seed: number): string[] => {
      const parts = {
        locals: "bit<32> v;",
        ingress: "s.egress_spec = (bit<9>)hdr.h.b; hdr.h.b = 1; random(v, 0, 1000000); hdr.h.d = v;",
      };
      const { network, received } = twoSwitches({}, parts, seed);
      for (let tag = 0; tag < 5; tag++) network.send("h1", bytesOfHex(through), tag, tag);
      network.timeline.advance(Number.POSITIVE_INFINITY);
      return received;
    };
    expect(run(1)).toEqual(run(1));
    expect(run(1)).not.toEqual(run(3));
  });

  it("what leaves a port without a link is told, and is gone", () => {
    const { network, received } = twoSwitches({});
    const left: (string | null)[] = [];
    network.onLeaving = ({ node, to, sent }) => left.push(`${node} ${sent.port} ${to}`);
    network.send("h1", bytesOfHex(packet({ b: "07" })), 0);
    network.timeline.advance(Number.POSITIVE_INFINITY);
    expect([left, received]).toEqual([["s1 7 null"], []]);
  });
});

describe("topology.json as a network", () => {
  const text = (links: string, more = ""): string =>
    `{ "hosts": { "h1": { "ip": "10.0.1.1/24", "mac": "08:00:00:00:01:11", "commands": ["route add default gw 10.0.1.10 dev eth0",
      "arp -i eth0 -s 10.0.1.10 08:00:00:00:01:00"] }, "h2": {} },
      "switches": { "s1": { "runtime_json": "s1.json", "program": "build/a.json"${more} } }, "links": [${links}] }`;

  it("hosts, programs, entries, delays in ms and rates in Mbps", () => {
    const { plan, diagnostics } = readNetwork(
      text('["h1", "s1-p1"], ["h2", "s1-p2", "2ms", 0.5]', ', "priority_queues": 4'),
      "t.json",
    );
    expect(diagnostics).toEqual([]);
    expect(plan).toEqual({
      hosts: [
        { id: "h1", ip: "10.0.1.1", mac: "08:00:00:00:01:11", gatewayMac: "08:00:00:00:01:00" },
        { id: "h2", ip: null, mac: null, gatewayMac: null },
      ],
      switches: [{ id: "s1", program: "build/a.json", entries: ["s1.json"], priorityQueues: 4 }],
      links: [
        { a: { node: "h1", port: null }, b: { node: "s1", port: 1 }, delayUs: 0, mbps: null },
        { a: { node: "h2", port: null }, b: { node: "s1", port: 2 }, delayUs: 2000, mbps: 0.5 },
      ],
    });
  });

  it.each([
    ['["h1", "s1"]', /the link to s1 names no port: write "s1-p1"/],
    ['["h1", "s2-p1"]', /there is no host or switch s2;/],
    ['["h1", "s1-p1"], ["h2", "s1-p1"]', /port 1 of s1 has two links/],
    ['["h1", "s1-p1"], ["h1", "s1-p2"]', /host h1 has two links/],
    ['["h1", "s1-p1", "soon"]', /the latency of links\[0\] is "soon"/],
  ])("%s is an error with its place", (links, message) => {
    const { plan, diagnostics } = readNetwork(text(links), "t.json");
    expect(plan).toBeNull();
    expect(diagnostics[0]?.message).toMatch(message);
    expect(diagnostics[0]?.span?.line).toBe(3);
  });

  it.each<[string, number]>([
    ['"0.15"', 0.15],
    ['{ "delay": "0.15" }', 0.15],
    ['" 20 "', 20],
  ])("a latency of %s names no unit: what it was taken as is told with its place", (latency, delayUs) => {
    const { plan, diagnostics } = readNetwork(text(`["h1", "s1-p1", ${latency}]`), "t.json");
    expect(plan?.links[0]?.delayUs).toBe(delayUs);
    expect(diagnostics).toMatchObject([{ severity: "warning", code: "bare-latency", span: { line: 3 } }]);
    expect(diagnostics[0]?.message).toMatch(
      /a text without a unit: taken as [\d.]+ us, as tc takes it; write "[\d.]+us"/,
    );
  });

  it.each(['"0"', '"0ms"', '"5ms"', "5", "{}"])("a latency of %s needs no word", (latency) => {
    expect(readNetwork(text(`["h1", "s1-p1", ${latency}]`), "t.json").diagnostics).toEqual([]);
  });

  it("a port may be a text of digits; another one is an error", () => {
    const link = (port: string) => readNetwork(text(`["h1", "s1", { "port2": ${port} }]`), "t.json");
    expect(link('"3"').plan?.links[0]?.b).toEqual({ node: "s1", port: 3 });
    expect(link('"eth3"').diagnostics[0]?.message).toBe(
      'port2 of links[0] is "eth3"; write the number of the port',
    );
  });

  it("what is no topology is an error", () => {
    expect(readNetwork("{}", "t.json")).toMatchObject({
      plan: null,
      diagnostics: [{ severity: "error" }, {}],
    });
  });
});
